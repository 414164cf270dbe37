// X-Request-Id: taken over from a client or balancer that sends a decent one, made up otherwise.

import { randomBytes } from 'node:crypto'
import { KEY_PREFIX_PATTERN } from '../../contract/keys/format.ts'

// SECURITY: an id goes into logs, so nothing that holds a key is one.
const VALID_REQUEST_ID = new RegExp(`^(?!.*${KEY_PREFIX_PATTERN})[a-z0-9._-]{1,64}$`, 'i')

const THOUSAND = 1000
const LAST_DIGITS = Array.from({ length: THOUSAND }, (_, number) => String(number).padStart(3, '0'))

/** Ids are a random word of this process and a count: unique, and cheap enough for every request. */
export function createRequestIds(): (incoming: string | string[] | undefined) => string {
  const process = randomBytes(6).toString('base64url').replaceAll('_', '.')
  let thousands = ''
  let count = 0
  return (incoming) => {
    if (typeof incoming === 'string' && VALID_REQUEST_ID.test(incoming)) return incoming
    // V8 keeps the text of every number that it writes out, and a number that never comes again would push
    // others out: so all but the last digits are written once for a thousand ids.
    const last = count % THOUSAND
    if (last === 0) thousands = `${process}-${count / THOUSAND}`
    count += 1
    return `${thousands}${LAST_DIGITS[last]}`
  }
}
