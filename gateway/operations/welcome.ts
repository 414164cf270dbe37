// The first text that a newcomer reads in the terminal: where the gateway is, and a call to paste.

import { PATHS } from '../../contract/api/resources.ts'
import { PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import type { KeyCache } from '../keys/key-cache.ts'

/** @param url where the gateway listens, e.g. `http://127.0.0.1:8080` */
export async function welcome(url: string, keys: KeyCache): Promise<string> {
  const known = await keys.lookUpFresh(PUBLISHED_DEMO_KEY)
  const call = known
    ? `The demo key, public for everyone to try:\n\n  ${PUBLISHED_DEMO_KEY}\n\nPaste this into another terminal:\n\n` +
      `  curl -i -H "Authorization: Bearer ${PUBLISHED_DEMO_KEY}" "${url}${PATHS.offers}"\n`
    : 'The published demo key is not in this key store, or was revoked: call the API with a key of your own.\n'
  return `\nThe offers catalogue is served at ${url}\n\n${call}\nCtrl-C stops it.\n\n`
}
