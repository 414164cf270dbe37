// The options of `serve`.

import { KEY_TRUST_MS } from '../../contract/keys/kinds.ts'
import { readTrust } from '../../contract/release/trusted-keys.ts'
import type { OptionsFor, OptionTable } from '../../lib/command-line/command.ts'
import { expected, integer, MAX_PORT, wordAmong } from '../../lib/command-line/parsers.ts'
import { HOUR_MS } from '../../lib/time/clock.ts'
import type { ProblemSourceOptions } from '../catalogue/problem-source.ts'
import type { ConnectionOptions } from '../connections/connection-bounds.ts'
import { MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS } from '../connections/limits.ts'
import { DRAIN_LIMIT_MS, type StopTimes } from '../gateway.ts'
import { LOG_LEVELS } from '../lib/log.ts'
import { clientAddressBehind, proxyCheck } from '../limits/client-address.ts'
import {
  type DownloadLimits,
  MAX_DOWNLOADS_PER_ADDRESS,
  MAX_DOWNLOADS_PER_KEY,
} from '../limits/download-bounds.ts'
import type { OriginOptions } from '../origin/open-origin.ts'
import { KEYS } from './keys/key-stores.ts'

const MAX_GRACE_SECONDS = HOUR_MS / 1000
const MB = 1024 * 1024

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
      'A public key, or its file: only releases that are signed with it are taken. If repeated, one of the keys is enough.',
    parse: readTrust,
  },
} as const satisfies OptionsFor<OriginOptions>

const ADMIN = {
  port: {
    name: 'admin-port',
    value: 'N',
    about: 'A second port with /livez, /readyz and /metrics; 0 takes a free one. Without it there is none.',
    parse: integer(0, MAX_PORT),
  },
  host: {
    name: 'admin-host',
    value: 'H',
    default: '127.0.0.1',
    about: 'The address of the second port. Keep it private: it asks for no key.',
  },
} as const satisfies OptionTable

const CONNECTIONS = {
  maxPerAddress: {
    name: 'max-connections-per-address',
    value: 'N',
    default: String(MAX_CONNECTIONS_PER_ADDRESS),
    about:
      'Connections that one address may have at a time (IPv6: one /64). Trusted proxies may have any number.',
    parse: integer(1, MAX_CONNECTIONS),
  },
} as const satisfies OptionsFor<ConnectionOptions>

const DOWNLOADS = {
  perKey: {
    name: 'max-downloads-per-key',
    value: 'N',
    default: String(MAX_DOWNLOADS_PER_KEY),
    about: 'Snapshots that one named key may download at the same time.',
    parse: integer(1, MAX_CONNECTIONS),
  },
  perAddress: {
    name: 'max-downloads-per-address',
    value: 'N',
    default: String(MAX_DOWNLOADS_PER_ADDRESS),
    about:
      'Snapshots that may be downloaded at the same time from one address (IPv6: one /64), with any keys.',
    parse: integer(1, MAX_CONNECTIONS),
  },
} as const satisfies OptionsFor<DownloadLimits>

const IDENTITY = {
  publicUrl: {
    name: 'public-url',
    value: 'URL',
    about:
      'The address at which clients reach the gateway, e.g. https://api.example/catalogue. Makes links to the pages ' +
      'for people absolute, and names the address in the API description, llms.txt and code. Without it links are relative, and hold under ' +
      'any name and path.',
    parse: parsePublicUrl,
  },
  attribution: {
    name: 'attribution',
    value: 'TEXT',
    about:
      'The provider of the data and its website, for answers before the first release is loaded; then the release names it.',
  },
} as const satisfies OptionsFor<ProblemSourceOptions>

const STOP_TIMES = {
  delayMs: {
    name: 'drain-delay-ms',
    value: 'N',
    default: '0',
    about:
      'Milliseconds between SIGTERM, which ends readiness, and the end of listening, for a balancer to notice.',
    parse: integer(0, HOUR_MS),
  },
  limitMs: {
    name: 'drain-limit-ms',
    value: 'N',
    default: String(DRAIN_LIMIT_MS),
    about: 'Milliseconds from then until running answers are cut.',
    parse: integer(0, HOUR_MS),
  },
} as const satisfies OptionsFor<StopTimes>

export const SERVE_OPTIONS = {
  origin: ORIGIN,
  keys: KEYS,
  keysGraceMs: {
    name: 'keys-grace',
    value: 'SECONDS',
    default: '0',
    about:
      `How much longer than ${KEY_TRUST_MS / 1000} s good keys stay good while the key store does not answer, ` +
      'even if they are revoked meanwhile. Snapshots always ask.',
    parse: (text: string) => integer(0, MAX_GRACE_SECONDS)(text) * 1000,
  },
  limits: {
    name: 'limits',
    value: 'memory|redis://…',
    default: 'memory',
    about: 'Where requests are counted.',
  },
  host: { name: 'host', value: 'H', default: '127.0.0.1', about: 'The address to listen on.' },
  port: {
    name: 'port',
    value: 'N',
    default: '8080',
    about: 'The port to listen on; 0 takes a free one.',
    parse: integer(0, MAX_PORT),
  },
  admin: ADMIN,
  proxies: {
    name: 'trust-proxy',
    value: 'CIDR,…',
    about: 'Proxies whose X-Forwarded-For header is trusted; without it, the header is ignored.',
    parse: parseProxies,
  },
  connections: CONNECTIONS,
  identity: IDENTITY,
  downloads: DOWNLOADS,
  cacheBytes: {
    name: 'cache-mb',
    value: 'N',
    default: '48',
    about: 'The most memory for cached answers, in MB.',
    parse: (text: string) => integer(1, 65_536)(text) * MB,
  },
  pollMs: {
    name: 'poll-ms',
    value: 'N',
    default: '2000',
    about: 'Milliseconds between two checks for a new release.',
    parse: integer(10, HOUR_MS),
  },
  stopTimes: STOP_TIMES,
  logLevel: {
    name: 'log-level',
    value: LOG_LEVELS.join('|'),
    default: 'info',
    about: 'How much is logged to standard output.',
    parse: wordAmong(LOG_LEVELS),
  },
  logRequests: { name: 'log-requests', about: 'Logs a line for every answer, at level info.' },
  isLocal: {
    name: 'local',
    about:
      'Answers only requests to localhost, 127.0.0.1 or [::1] at its port, and none from pages of other origins. For a preview on a machine whose browser has other pages open.',
  },
  checks: {
    name: 'check',
    about:
      'Checks options, variables, key store, limits, the release and a sample of its objects, reports all faults, ' +
      'and exits: 0 no fault, 1 a fault, 2 wrong usage. Nothing is served.',
  },
  greets: {
    name: 'welcome',
    about: 'Prints the address, the published demo key and a call to paste, on standard error.',
  },
} as const satisfies OptionTable

/** An empty text trusts no proxy. */
export function parseProxies(text: string) {
  const proxies = text.split(',').filter((item) => item.trim() !== '')
  return { clientAddress: clientAddressBehind(proxies), isProxy: proxyCheck(proxies) }
}

/** Without a trailing slash. */
function parsePublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // SECURITY: it becomes a part of pages and of code to paste.
  const isSafe = !/['&]/.test(text)
  const isPlain = url && isSafe && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username
  if (isPlain) return withoutLastSlashes(url.href)
  throw expected('an http(s) address without query, e.g. https://api.example/catalogue', text)
}

function withoutLastSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
