import { keyDigest, PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { demoKeyRecord } from '../../keys/key-record.ts'
import { createKeyStore } from '../../keys/open-key-store.ts'
import { KEYS_OPTION, type SubCommand, withKeyStore } from './sub-command.ts'

/** Makes a store ready for newcomers. Run again, it changes nothing: a revoked demo key stays revoked. */
export const init: SubCommand = {
  command: {
    name: 'keys init',
    about: 'Creates the key store where there is none, and puts the published demo key into it.',
    options: [KEYS_OPTION],
  },
  async run(given, { stdout, clock }) {
    const location = given.required('keys')
    const demo = demoKeyRecord(clock())
    await createKeyStore(location, [demo])
    const record = await withKeyStore(location, async (store) => {
      const known = await store.find(keyDigest(PUBLISHED_DEMO_KEY))
      if (!known) await store.add([demo])
      return known ?? demo
    })
    const state = record.revoked_at === null ? 'for everyone to try' : `revoked at ${record.revoked_at}`
    stdout.write(`demo key: ${PUBLISHED_DEMO_KEY} (${state})\n`)
  },
}
