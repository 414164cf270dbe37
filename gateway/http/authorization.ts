// The Authorization field (RFC 6750 §2.1), and the challenge that answers a bad one (§3).

import { occursTwice } from './headers.ts'

/** The credentials of a request: a key, none for us, or a malformed bearer token. */
export type Presented = { key: string } | 'nothing' | 'malformed'

const BEARER_SCHEME = /^bearer(?: |$)/i
// SECURITY: a key has 51 characters; a much longer one is refused before it costs a digest.
const BEARER = /^bearer {1,8}([\x21-\x7e]{1,200})$/i

export function presentedKey(field: string | undefined, rawHeaders: readonly string[]): Presented {
  if (field === undefined) return 'nothing'
  // Node keeps the first of several Authorization fields, but a proxy on the way may keep the last.
  if (occursTwice(rawHeaders, 'authorization')) return 'malformed'
  const key = BEARER.exec(field)?.[1]
  if (key !== undefined) return { key }
  // Another scheme gets the challenge without an error (RFC 6750 §3).
  return BEARER_SCHEME.test(field) ? 'malformed' : 'nothing'
}

/** `WWW-Authenticate` for a request with a bad key, or without one. */
export function challenge(keyGiven: boolean): string {
  return keyGiven ? 'Bearer realm="offers", error="invalid_token"' : 'Bearer realm="offers"'
}
