// The options of `serve`: declared, and read into settings before anything is opened.

import type { ReleaseTrust } from '../../contract/release/signature.ts'
import { readTrust } from '../../contract/release/trusted-keys.ts'
import {
  type Command,
  type ParsedOptions,
  parseInteger,
  readOptions,
} from '../../lib/command-line/cli-options.ts'
import { OperatorError } from '../../lib/errors.ts'
import { systemClock } from '../../lib/time/clock.ts'
import type { ProblemSourceOptions } from '../catalogue/problem-source.ts'
import { MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS } from '../connections/connection-bounds.ts'
import { DRAIN_LIMIT_MS } from '../gateway.ts'
import { LOG_LEVELS, type LogLevel } from '../lib/log.ts'
import { type ClientAddress, clientAddressBehind, proxyCheck } from '../limits/client-address.ts'
import {
  type DownloadLimits,
  MAX_DOWNLOADS_PER_ADDRESS,
  MAX_DOWNLOADS_PER_KEY,
} from '../limits/download-bounds.ts'

export const SERVE_COMMAND: Command = {
  name: 'serve',
  about: 'Serves the current release, and every later one as soon as it is published.',
  options: [
    { name: 'public', value: 'DIR', about: 'The folder that the build writes.' },
    {
      name: 'origin',
      value: 'URL',
      about: 'An origin or CDN that holds what the build wrote; instead of --public.',
    },
    {
      name: 'trust',
      value: 'KEY|FILE',
      repeatable: true,
      about:
        'A public key, or its file: only releases that are signed with it are taken. Given again, one of them is enough.',
    },
    { name: 'keys', value: 'FILE|redis://…', about: 'Where the keys are kept. Required.' },
    { name: 'limits', value: 'memory|redis://…', default: 'memory', about: 'Where requests are counted.' },
    { name: 'host', value: 'H', default: '127.0.0.1', about: 'The address to listen on.' },
    { name: 'port', value: 'N', default: '8080', about: 'The port to listen on; 0 takes a free one.' },
    {
      name: 'admin-port',
      value: 'N',
      about: 'A second port with /livez, /readyz and /metrics; 0 takes a free one. Without it there is none.',
    },
    {
      name: 'admin-host',
      value: 'H',
      default: '127.0.0.1',
      about: 'The address of the second port. Keep it private: it asks for no key.',
    },
    {
      name: 'trust-proxy',
      value: 'CIDR,…',
      about: 'Proxies whose X-Forwarded-For is believed; without it, the header is ignored.',
    },
    {
      name: 'max-connections-per-address',
      value: 'N',
      default: String(MAX_CONNECTIONS_PER_ADDRESS),
      about:
        'Connections that one address may have at a time (IPv6: one /64). Trusted proxies may have any number.',
    },
    {
      name: 'public-url',
      value: 'URL',
      about:
        'Where clients reach the gateway, e.g. https://api.example/catalogue: links to the page for people are then ' +
        'absolute. Without it they are relative, and hold under any name and path.',
    },
    {
      name: 'attribution',
      value: 'TEXT',
      about:
        'Names the provider of the data and its site in answers that are given before a first release is loaded; ' +
        'from then on the release does.',
    },
    {
      name: 'max-downloads-per-key',
      value: 'N',
      default: String(MAX_DOWNLOADS_PER_KEY),
      about: 'Snapshots that one named key may download at the same time.',
    },
    {
      name: 'max-downloads-per-address',
      value: 'N',
      default: String(MAX_DOWNLOADS_PER_ADDRESS),
      about:
        'Snapshots that may be downloaded at the same time from one address (IPv6: one /64), whatever the keys.',
    },
    { name: 'cache-mb', value: 'N', default: '48', about: 'What pages in memory may weigh together, in MB.' },
    {
      name: 'poll-ms',
      value: 'N',
      default: '2000',
      about: 'Milliseconds between two looks for a new release.',
    },
    {
      name: 'drain-delay-ms',
      value: 'N',
      default: '0',
      about:
        'Milliseconds between SIGTERM, which ends readiness, and the end of listening: as long as a balancer ' +
        'takes to notice.',
    },
    {
      name: 'drain-limit-ms',
      value: 'N',
      default: String(DRAIN_LIMIT_MS),
      about: 'Milliseconds that running answers are then given before they are cut.',
    },
    {
      name: 'log-level',
      value: LOG_LEVELS.join('|'),
      default: 'info',
      about: 'How much is logged, to standard output.',
    },
    { name: 'log-requests', about: 'Logs a line for every answer, at level info.' },
    {
      name: 'welcome',
      about: 'Greets with the address, the published demo key and a call to paste, on standard error.',
    },
  ],
}

export interface ServeOptions {
  /** What holds, by the names of the options, for the log: without passwords. */
  loggable: Readonly<Record<string, string>>
  folder: string | undefined
  url: string | undefined
  /** Whose releases are taken; without it, everybody's. */
  trust: ReleaseTrust | undefined
  keys: string
  limits: string
  host: string
  port: number
  /** Undefined if there is no second port. */
  admin: { host: string; port: number } | undefined
  clientAddress: ClientAddress
  downloads: DownloadLimits
  connections: { maxPerAddress: number; isProxy: (address: string) => boolean }
  /** What answers say of the gateway itself. */
  identity: ProblemSourceOptions
  /** In bytes. */
  cacheBytes: number
  pollMs: number
  stopTimes: { delayMs: number; limitMs: number }
  logLevel: LogLevel
  logRequests: boolean
  welcome: boolean
}

const MAX_PORT = 65_535
const HOUR_MS = 3_600_000

/** @throws {OperatorError} `usage` if the command line is wrong */
export function readServeOptions(argv: readonly string[], env: NodeJS.ProcessEnv): ServeOptions {
  const given = readOptions(SERVE_COMMAND, argv, env)
  const number = (name: string, min: number, max: number) =>
    parseInteger(name, given.required(name), min, max)
  const folder = given.text('public')
  const url = given.text('origin')
  const proxies = listOf(given.text('trust-proxy'))
  return {
    loggable: loggable(given),
    folder,
    url,
    trust: readTrust(given.texts('trust'), systemClock),
    keys: given.required('keys'),
    limits: given.required('limits'),
    host: given.required('host'),
    port: number('port', 0, MAX_PORT),
    admin:
      given.text('admin-port') === undefined
        ? undefined
        : { host: given.required('admin-host'), port: number('admin-port', 0, MAX_PORT) },
    clientAddress: clientAddressBehind(proxies),
    downloads: {
      perKey: number('max-downloads-per-key', 1, MAX_CONNECTIONS),
      perAddress: number('max-downloads-per-address', 1, MAX_CONNECTIONS),
    },
    connections: {
      maxPerAddress: number('max-connections-per-address', 1, MAX_CONNECTIONS),
      isProxy: proxyCheck(proxies),
    },
    identity: { publicUrl: publicUrlIn(given.text('public-url')), attribution: given.text('attribution') },
    cacheBytes: number('cache-mb', 1, 65_536) * 1024 * 1024,
    pollMs: number('poll-ms', 10, HOUR_MS),
    stopTimes: {
      delayMs: number('drain-delay-ms', 0, HOUR_MS),
      limitMs: number('drain-limit-ms', 0, HOUR_MS),
    },
    logLevel: logLevelIn(given),
    logRequests: given.flag('log-requests'),
    welcome: given.flag('welcome'),
  }
}

function loggable(given: ParsedOptions): Record<string, string> {
  const entries = SERVE_COMMAND.options.flatMap(({ name, value }) => {
    const text = value === undefined ? String(given.flag(name)) : given.text(name)
    return text === undefined ? [] : [[name, withoutCredentials(text)]]
  })
  return Object.fromEntries(entries)
}

/** SECURITY: there may be a password before the last `@` of an address, and a signature behind its `?`. */
function withoutCredentials(text: string): string {
  const [start, end] = [text.indexOf('//'), text.lastIndexOf('@')]
  const address = start >= 0 && end > start ? `${text.slice(0, start)}//…${text.slice(end)}` : text
  const [before = '', ...query] = address.split('?')
  return query.length > 0 ? `${before}?…` : before
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((item) => item.trim() !== '')
}

/** Without a slash at the end. */
function publicUrlIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username
  if (isPlain) return withoutLastSlashes(url.href)
  const expected = 'an http(s) address without query, e.g. https://api.example/catalogue'
  throw new OperatorError('usage', `--public-url: expected ${expected}, found ${text}`)
}

function withoutLastSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

function logLevelIn(given: ParsedOptions): LogLevel {
  const text = given.required('log-level')
  const level = LOG_LEVELS.find((each) => each === text)
  if (!level)
    throw new OperatorError('usage', `--log-level: expected ${LOG_LEVELS.join(', ')}, found ${text}`)
  return level
}
