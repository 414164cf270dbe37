// X-Request-Id: taken over from a client or balancer that sends a valid one, made here otherwise.

import { randomBytes } from 'node:crypto'
import { KEY_PREFIX_PATTERN } from '../../contract/keys/format.ts'

// SECURITY: an id goes into logs, so nothing that holds a key is one.
const VALID_REQUEST_ID = new RegExp(`^(?!.*${KEY_PREFIX_PATTERN})[a-z0-9._-]{1,64}$`, 'i')

/** Ids are a random word of this process and a count: unique, and cheap enough for every request. */
export function createRequestIds(): (incoming: string | string[] | undefined) => string {
  const process = randomBytes(6).toString('base64url').replaceAll('_', '.')
  let count = 0
  return (incoming) => {
    if (typeof incoming === 'string' && VALID_REQUEST_ID.test(incoming)) return incoming
    return `${process}-${(count++).toString(36)}`
  }
}
