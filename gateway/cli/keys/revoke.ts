import { KEY_TRUST_MS } from '../../../contract/keys/kinds.ts'
import { command, type Nothing } from '../../../lib/command-line/command.ts'
import { KEYS, unknownId, withKeyStore } from './key-stores.ts'

/** Ends a key for good. Run again, it changes nothing. */
export const revoke = command({
  name: 'keys revoke',
  about: 'Revokes a key by its id. Snapshots are refused at once, all else within a minute.',
  operands: ['<ID>'],
  options: { location: KEYS },
  examples: ['keys revoke --keys keys.ndjson key_mfrggzdfmztwq2lk'],
  async run({ location, ...unused }, { stdout, clock }, id) {
    unused satisfies Nothing
    const now = new Date(clock()).toISOString()
    const record = await withKeyStore(location, (store) => store.revoke(id, now))
    if (!record) throw unknownId(id)
    stdout.write(
      `${record.id} (${record.name}) revoked at ${record.revoked_at}. ` +
        `Every gateway refuses it within ${KEY_TRUST_MS / 1000} s, snapshots at once.\n`,
    )
  },
})
