import type { KeyRecord, KeyStore } from '../../keys/key-store.ts'
import { createKeyStore } from '../../keys/open-key-store.ts'
import { keysInWords, recordsOf, type SubCommand, withKeyStore } from './sub-command.ts'

const WHERE = 'FILE|redis://…'

/** As many are added at a time. */
const BATCH = 20_000

/** Copies keys to another store, so that they go on working there. Run again, it copies what is new. */
export const copy: SubCommand = {
  command: {
    name: 'keys copy',
    about:
      'Copies the keys from one store to another, and revokes in the second what is revoked in the first.',
    options: [
      { name: 'from', value: WHERE, about: 'The store to copy from; it stays as it is. Required.' },
      { name: 'to', value: WHERE, about: 'The store to copy to. A missing file is created. Required.' },
    ],
  },
  async run(given, { stdout }) {
    const to = given.required('to')
    const records = await withKeyStore(given.required('from'), recordsOf)
    const isNew = records.length > 0 && (await createKeyStore(to, records))
    const { copied, revoked } = isNew
      ? { copied: records.length, revoked: 0 }
      : await withKeyStore(to, (store) => copyNew(records, store))
    stdout.write(
      `${keysInWords(copied)} copied, ${records.length - copied} were there already, ${revoked} of them revoked now\n`,
    )
  },
}

async function copyNew(records: readonly KeyRecord[], store: KeyStore) {
  const known = new Map((await recordsOf(store)).map((record) => [record.digest, record]))
  const missing = records.filter(({ digest }) => !known.has(digest))
  for (let from = 0; from < missing.length; from += BATCH) {
    await store.add(missing.slice(from, from + BATCH))
  }
  let revoked = 0
  for (const { id, digest, revoked_at, expires_at } of records) {
    const there = known.get(digest)
    // SECURITY: a key that was revoked or ends at its old place must not live on at the new one.
    if (there && expires_at !== null && expires_at !== there.expires_at) await store.expire(id, expires_at)
    if (revoked_at === null || there?.revoked_at !== null) continue
    await store.revoke(id, revoked_at)
    revoked += 1
  }
  return { copied: missing.length, revoked }
}
