// What `--origin` may be: the http(s) address of a folder that holds what the build wrote.

import { OperatorError } from '../../lib/errors.ts'

/**
 * The address, its path ending in a slash, so that paths of a release can be appended.
 * @throws {OperatorError} `usage` if it is no such address
 */
export function parseOriginUrl(text: string): URL {
  if (!URL.canParse(text)) throw refused('an address like https://origin.example/catalogue/', text)
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('http:// or https://', text)
  if (url.username !== '' || url.password !== '') throw refused('an address without credentials', text)
  // Looked for in the text: the parsed address shows no trace of an empty query or fragment.
  if (/[?#]/.test(text)) throw refused('an address without query and fragment', text)
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

function refused(expected: string, text: string): OperatorError {
  // SECURITY: the message ends up on a terminal or in a log, which must not hold credentials.
  const found = text.split('/').map(withoutCredentials).join('/')
  return new OperatorError('usage', `--origin: expected ${expected}, found ${found}`)
}

function withoutCredentials(part: string): string {
  const end = part.lastIndexOf('@')
  return end < 0 ? part : `…${part.slice(end)}`
}
