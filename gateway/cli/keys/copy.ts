import { command, type Nothing } from '../../../lib/command-line/command.ts'
import type { KeyRecord, KeyStore } from '../../keys/key-store.ts'
import { createKeyStore } from '../../keys/open-key-store.ts'
import { keysInWords, recordsOf, STORE, withKeyStore } from './key-stores.ts'

/** Keys added at a time. */
const BATCH = 20_000

/** Copies keys to another store. Run again, it copies only new ones. */
export const copy = command({
  name: 'keys copy',
  about:
    'Copies keys from one store to another. Keys that are revoked in the first are revoked in the second.',
  options: {
    from: {
      name: 'from',
      value: STORE,
      required: true,
      about: 'The store to copy from; it is not changed.',
    },
    to: {
      name: 'to',
      value: STORE,
      required: true,
      about: 'The store to copy to. A missing file is created.',
    },
  },
  examples: ['keys copy --from keys.ndjson --to redis://10.0.0.5'],
  async run({ from, to, ...unused }, { stdout }) {
    unused satisfies Nothing
    const records = await withKeyStore(from, recordsOf)
    const isNew = records.length > 0 && (await createKeyStore(to, records))
    const { copied, revoked } = isNew
      ? { copied: records.length, revoked: 0 }
      : await withKeyStore(to, (store) => copyNew(records, store))
    stdout.write(
      `${keysInWords(copied)} copied, ${records.length - copied} were there already, ${revoked} of them revoked now\n`,
    )
  },
})

async function copyNew(records: readonly KeyRecord[], store: KeyStore) {
  const known = new Map((await recordsOf(store)).map((record) => [record.digest, record]))
  const missing = records.filter(({ digest }) => !known.has(digest))
  for (let from = 0; from < missing.length; from += BATCH) {
    await store.add(missing.slice(from, from + BATCH))
  }
  let revoked = 0
  for (const { id, digest, revoked_at } of records) {
    // SECURITY: a key that was revoked in the old store must not live on in the new one.
    if (revoked_at === null || known.get(digest)?.revoked_at !== null) continue
    await store.revoke(id, revoked_at)
    revoked += 1
  }
  return { copied: missing.length, revoked }
}
