// The options of `serve`.

import { isIPv6 } from 'node:net'
import { KEY_TRUST_MS } from '../../contract/keys/kinds.ts'
import { readTrust } from '../../contract/release/signature.ts'
import type { OptionsFor, OptionTable } from '../../lib/command-line/command.ts'
import { expected, integer, MAX_PORT, wordAmong } from '../../lib/command-line/parsers.ts'
import { HOUR_MS } from '../../lib/time/clock.ts'
import { LOG_LEVELS } from '../lib/log.ts'
import { clientAddressBehind, proxyCheck } from '../limits/client-address.ts'
import type { OriginOptions } from '../origin/open-origin.ts'
import { KEYS } from './keys.ts'

const MAX_GRACE_SECONDS = HOUR_MS / 1000

const ORIGIN = {
  folder: {
    name: 'public',
    value: 'DIR',
    about: 'The folder that the build writes. Required without --origin.',
  },
  url: {
    name: 'origin',
    value: 'URL',
    about: 'An origin or CDN with the files of the build, instead of --public.',
  },
  trust: {
    name: 'trust',
    value: 'KEY|FILE',
    repeatable: true,
    about:
      'A public key, or its file: only releases that are signed with it are accepted. Use it for an origin that others can ' +
      'write to. If repeated, a signature by one of the keys is enough.',
    parse: readTrust,
  },
} as const satisfies OptionsFor<OriginOptions>

const ADMIN = {
  port: {
    name: 'admin-port',
    value: 'N',
    about:
      'A second port with /livez, /readyz and /metrics, for a balancer, a supervisor or Prometheus; 0 takes a free one. ' +
      'Without this option there is no such port.',
    parse: integer(0, MAX_PORT),
  },
  host: {
    name: 'admin-host',
    value: 'H',
    default: '127.0.0.1',
    about:
      'The address of the second port, if those who use it run on other machines. Keep it private: it asks for no key.',
    parse: parseHost,
  },
} as const satisfies OptionTable

export const SERVE_OPTIONS = {
  origin: ORIGIN,
  keys: KEYS,
  keysGraceMs: {
    name: 'keys-grace',
    value: 'SECONDS',
    default: '0',
    about:
      `How much longer than ${KEY_TRUST_MS / 1000} s valid keys stay valid while the key store does not answer, ` +
      'even if they are revoked meanwhile. Use it for restarts of Redis. Snapshots always ask the key store.',
    parse: (text: string) => integer(0, MAX_GRACE_SECONDS)(text) * 1000,
  },
  limits: {
    name: 'limits',
    value: 'memory|redis://…',
    default: 'memory',
    about:
      'Where requests are counted. Several gateways share a Redis; if they count in memory, each admits a whole quota.',
  },
  host: {
    name: 'host',
    value: 'H',
    default: '127.0.0.1',
    about: 'The address to listen on, e.g. 0.0.0.0 if the balancer runs on another machine.',
    parse: parseHost,
  },
  port: {
    name: 'port',
    value: 'N',
    default: '8080',
    about: 'The port to listen on; 0 takes a free one.',
    parse: integer(0, MAX_PORT),
  },
  admin: ADMIN,
  trustProxy: {
    name: 'trust-proxy',
    value: 'CIDR,…',
    about:
      'Proxies whose X-Forwarded-For header is trusted: the balancer, if there is one. Without it, the header is ignored.',
    parse: parseProxies,
  },
  publicUrl: {
    name: 'public-url',
    value: 'URL',
    about:
      'The address at which clients reach the gateway, e.g. https://api.example/catalogue. Set it once it is known: ' +
      'links of errors become absolute, and the pages, llms.txt and the API description name it. Without it links are ' +
      'relative, and work under any name and path.',
    parse: parsePublicUrl,
  },
  drainDelayMs: {
    name: 'drain-delay-ms',
    value: 'N',
    default: '0',
    about:
      'How many milliseconds a gateway that got SIGTERM, and is no longer ready, still accepts requests. Behind a ' +
      'balancer, set the time in which the balancer notices.',
    parse: integer(0, HOUR_MS),
  },
  logLevel: {
    name: 'log-level',
    value: LOG_LEVELS.join('|'),
    default: 'info',
    about: 'How much is logged to standard output. Use debug while you look for a fault.',
    parse: wordAmong(LOG_LEVELS),
  },
  local: {
    name: 'local',
    hidden: true,
    about:
      'Answers only requests to localhost, 127.0.0.1 or [::1] at its port, and none from pages of other origins. For a ' +
      'preview on a machine whose browser has other pages open.',
  },
  check: {
    name: 'check',
    about:
      'Checks options, key store, limits, the release and a sample of its objects, reports all faults, ' +
      'and exits: 0 no fault, 1 a fault, 2 wrong usage. Serves nothing. Use it before a restart with other settings.',
  },
  welcome: {
    name: 'welcome',
    hidden: true,
    about: 'Prints the address, the published demo key and a call to paste, on standard error.',
  },
} as const satisfies OptionTable

/** Takes an IPv6 address with the brackets of a URL, too: `[::1]` → `::1`. Any other text stays as it is. */
function parseHost(text: string): string {
  const [, address = ''] = /^\[(.*)\]$/.exec(text) ?? []
  return isIPv6(address) ? address : text
}

/**
 * Reads addresses and CIDR ranges, separated by commas. An empty text trusts no proxy.
 * @returns the function that gives the client address of a request, a check whether an address is of a proxy, and the number
 *   of addresses and ranges
 * @throws {OperatorError} `usage` if a part is neither an address nor a range
 */
export function parseProxies(text: string) {
  const proxies = text.split(',').filter((item) => item.trim() !== '')
  return { clientAddress: clientAddressBehind(proxies), isProxy: proxyCheck(proxies), count: proxies.length }
}

/**
 * Drops a trailing slash: `https://api.example/` → `https://api.example`.
 * @throws {OperatorError} `usage` unless it is an http(s) address with host, port and path alone, and without quotes,
 *   angle brackets and `&`
 */
function parsePublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // SECURITY: the address becomes a part of pages and of code to paste.
  const isSafe = !/['"`<>&]/.test(text)
  const hasMore = url && [url.username, url.password, url.search, url.hash].some((part) => part !== '')
  const isPlain = url && isSafe && /^https?:$/.test(url.protocol) && !hasMore
  if (isPlain) return url.href.replace(/\/$/, '')
  throw expected(
    'an http(s) address without query, quotes and angle brackets, e.g. https://api.example/catalogue',
    text,
  )
}
