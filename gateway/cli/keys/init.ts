import { keyDigest, PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { command, type Nothing } from '../../../lib/command-line/command.ts'
import { demoKeyRecord } from '../../keys/key-record.ts'
import { createKeyStore } from '../../keys/open-key-store.ts'
import { KEYS, withKeyStore } from './key-stores.ts'

/** Run again, it changes nothing: a revoked demo key stays revoked. */
export const init = command({
  name: 'keys init',
  about: 'Creates a key store with the published demo key. If there is one, only the key is added.',
  options: { location: KEYS },
  examples: ['keys init --keys keys.ndjson'],
  async run({ location, ...unused }, { stdout, clock }) {
    unused satisfies Nothing
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
})
