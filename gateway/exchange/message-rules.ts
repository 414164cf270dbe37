// Rules for the head of a request that Node does not enforce (RFC 9112).

import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { ApiProblem } from '../http/api-problem.ts'

/**
 * SECURITY: Node silently drops fields beyond its limit, and a client address or a key at the end would be overlooked.
 * So a request with more fields than this is refused.
 */
export const MAX_HEADER_FIELDS = 100

const SLASH = '/'.charCodeAt(0)
// `example.com`, `example.com:8080`, `192.0.2.1`, `[2001:db8::1]:8080`; the first group is the address in brackets.
const HOST = /^(?:\[([^\]]*)\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+)(?::(\d{0,5}))?$/i
const MAX_PORT = 65_535
// `http://host:8080/beta?limit=1` → `host:8080`, `/beta?limit=1`.
const ABSOLUTE = /^https?:\/\/([^/?#]+)(.*)$/is

type Message = Pick<IncomingMessage, 'headers' | 'httpVersionMinor' | 'rawHeaders'> & { url: string }

/**
 * Makes a check that returns the fault of a request, if any, and rewrites a target in absolute form (§3.2.2):
 * `http://host/beta` → `/beta`.
 */
export function createMessageCheck(): (message: Message) => ApiProblem | undefined {
  // The last host that was valid: most clients name the same one, which is not checked again.
  let goodHost: string | undefined
  return (message) => {
    const { headers, rawHeaders, url } = message
    if (rawHeaders.length > 2 * MAX_HEADER_FIELDS) return tooManyFields()
    const { host } = headers
    if (host === undefined) {
      if (message.httpVersionMinor > 0)
        return malformed('An HTTP/1.1 request must name a host (RFC 9112 §3.2).')
    } else {
      if (host !== goodHost && !isHost(host))
        return malformed('The field Host is not a valid host (RFC 9112 §3.2).')
      if (occursTwice(rawHeaders, 'host'))
        return malformed('A request must name only one host (RFC 9112 §3.2).')
      goodHost = host
    }
    // `*` is the target of `OPTIONS *` (§3.2.4).
    if (url.charCodeAt(0) === SLASH || url === '*') return undefined
    const [, authority = '', path = ''] = ABSOLUTE.exec(url) ?? []
    if (authority === '' || !isHost(authority))
      return malformed('The target of the request is not a valid http(s) address (RFC 9112 §3.2).')
    // `http://host?limit=1` → `/?limit=1`.
    message.url = path.startsWith('/') ? path : `/${path}`
    return undefined
  }
}

function isHost(text: string): boolean {
  const match = HOST.exec(text)
  if (match === null) return false
  const [, address, port = ''] = match
  return (address === undefined || isIPv6(address)) && Number(port) <= MAX_PORT
}

function malformed(detail: string): ApiProblem {
  return new ApiProblem('malformed_request', detail)
}

function tooManyFields(): ApiProblem {
  return new ApiProblem(
    'request_header_too_large',
    `A request may have at most ${MAX_HEADER_FIELDS} header fields.`,
  )
}

/**
 * Whether a request repeats a field; Node keeps the first.
 * @param rawHeaders names and values in turn
 * @param name in lower case
 */
export function occursTwice(rawHeaders: readonly string[], name: string): boolean {
  let count = 0
  // A loop: every request passes here, and a callback for each field takes longer than all comparisons.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index]
    if (field?.length === name.length && field.toLowerCase() === name) count += 1
  }
  return count > 1
}
