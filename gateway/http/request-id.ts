// X-Request-Id: taken over from a client or balancer that sends a valid one, made here otherwise.

import { randomBytes } from 'node:crypto'

// SECURITY: an id goes into logs, so nothing that holds a key is one.
const VALID_REQUEST_ID = /^(?!.*offers_(?:demo|live)_)[A-Za-z0-9._-]{1,64}$/i

/** Ids are a random word of this process and a count: unique, and cheap enough for every request. */
export function createRequestIds(): (incoming: string | string[] | undefined) => string {
  const process = randomBytes(6).toString('base64url').replaceAll('_', '.')
  let count = 0
  return (incoming) => {
    if (typeof incoming === 'string' && VALID_REQUEST_ID.test(incoming)) return incoming
    return `${process}-${(count++).toString(36)}`
  }
}
