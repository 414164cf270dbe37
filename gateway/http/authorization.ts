// The Authorization field (RFC 6750 §2.1), and the challenge that answers a bad one (§3).

/** What a request presents: a key, nothing at all, or something that is no bearer token. */
export type Presented = { key: string } | 'nothing' | 'malformed'

const BEARER = /^bearer +([\x21-\x7e]+)$/i

export function presentedKey(field: string | undefined, rawHeaders: readonly string[]): Presented {
  if (field === undefined) return 'nothing'
  // Node keeps the first of several Authorization fields. Another reader on the way might keep the last, so
  // two of them are no credentials at all.
  if (comesTwice(rawHeaders)) return 'malformed'
  const key = BEARER.exec(field)?.[1]
  return key === undefined ? 'malformed' : { key }
}

function comesTwice(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (isAuthorization(rawHeaders[index] ?? '')) count += 1
  }
  return count > 1
}

function isAuthorization(name: string): boolean {
  // As nearly all clients write it. To change the case of a text costs more than all the rest of this.
  if (name === 'Authorization' || name === 'authorization') return true
  return name.length === 13 && name.toLowerCase() === 'authorization'
}

/** `WWW-Authenticate` for a request with a key that is not good, or without any. */
export function challenge(keyGiven: boolean): string {
  return keyGiven ? 'Bearer realm="offers", error="invalid_token"' : 'Bearer realm="offers"'
}
