// A remote origin: its address, its connections, and the few headers that it is sent.

import { Agent, type AgentOptions, type ClientRequest, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { OperatorError } from '../../lib/errors.ts'

export class OriginSite {
  readonly protocol: string
  /** Without the brackets that an IPv6 address has in a URL. */
  readonly host: string
  readonly port: number
  readonly #base: URL

  /** @param base an address whose path ends in a slash */
  constructor(base: URL) {
    this.protocol = base.protocol
    this.host = String(urlToHttpOptions(base).hostname)
    this.port = Number(base.port) || (base.protocol === 'https:' ? 443 : 80)
    this.#base = base
  }

  /** The address of a path of the layout, for messages. */
  urlOf(path: string): string {
    return this.#base.href + path
  }

  /** The request target of a path of the layout. */
  targetOf(path: string): string {
    return this.#base.pathname + path
  }

  /**
   * SECURITY: all the headers of a request. None of them is copied from a client: a range is written from its numbers.
   * `identity`, because the bytes must arrive as they are in the release.
   */
  headers(range?: { first: number; last: number }): Record<string, string> {
    return {
      Host: this.#base.host,
      'User-Agent': 'offers-gateway',
      'Accept-Encoding': 'identity',
      ...(range && { Range: `bytes=${range.first}-${range.last}` }),
    }
  }

  /** The agent for `get`, which keeps the connections of many small requests. */
  agent(options: AgentOptions): Agent {
    return this.protocol === 'https:' ? new SecureAgent(options) : new Agent(options)
  }

  /** Sends a GET. Redirects are not followed. */
  get(path: string, agent: Agent): ClientRequest {
    const { protocol, host, port } = this
    const send = protocol === 'https:' ? secureRequest : request
    return send({ protocol, host, port, agent, path: this.targetOf(path), headers: this.headers() }).end()
  }
}

/**
 * The address of an origin with a slash at the end, so that paths of a release can be appended.
 * @throws {OperatorError} `usage` if it is not such an address
 */
export function parseOriginUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // `?` and `#` are looked for in the text, because the parsed address shows no empty query or fragment.
  const isBase =
    url && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) && url.username + url.password === ''
  if (!isBase) {
    // SECURITY: the message goes to a terminal or a log, which must hold neither credentials nor a signed query. A
    // password may have a slash in it.
    const shown = text.replace(/^([a-z]+:\/\/)?.*@/is, '$1…@').replace(/[?#].*$/s, '?…')
    throw new OperatorError(
      'usage',
      '--origin: expected an address like https://origin.example/catalogue/, without credentials, query and ' +
        `fragment, found ${shown}`,
    )
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}
