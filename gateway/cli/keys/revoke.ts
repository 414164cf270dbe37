import { KEY_TRUST_MS } from '../../../contract/keys/kinds.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { KEYS_OPTION, type SubCommand, withKeyStore } from './sub-command.ts'

/** Ends a key for good. Run again, it changes nothing: the first time counts. */
export const revoke: SubCommand = {
  command: {
    name: 'keys revoke',
    about: 'Revokes a key by its id: at once for snapshots, within a minute everywhere.',
    options: [KEYS_OPTION],
    operands: ['ID'],
  },
  async run(given, { stdout, clock }) {
    const [id = ''] = given.operands
    const now = new Date(clock()).toISOString()
    const record = await withKeyStore(given.required('keys'), (store) => store.revoke(id, now))
    if (!record) throw new OperatorError('bad-keys', `no key has the id ${id}. \`keys list\` shows them all.`)
    stdout.write(
      `${record.id} (${record.name}) revoked at ${record.revoked_at}. ` +
        `Every gateway refuses it within ${KEY_TRUST_MS / 1000} s, snapshots at once.\n`,
    )
  },
}
