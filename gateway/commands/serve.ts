// `serve`: reads its options, puts the gateway together, and runs it until it is told to stop.

import { systemClock } from '../../contract/clock.ts'
import { Failure } from '../../contract/failure.ts'
import { type Command, type Given, readOptions, wholeNumber } from '../../contract/options.ts'
import { Gateway } from '../gateway.ts'
import { openKeyStore } from '../keys/open-key-store.ts'
import { clientAddressBehind } from '../limits/client-address.ts'
import { openLimiter } from '../limits/open-limiter.ts'
import { createLog, LOG_LEVELS, type LogLevel } from '../log.ts'
import { openOrigin } from '../origin/open-origin.ts'
import { welcome } from '../pages/welcome.ts'

export const SERVE_COMMAND: Command = {
  name: 'serve',
  about: 'Serves the release that stands, and every later one as soon as it is published.',
  options: [
    { name: 'public', value: 'DIR', about: 'The folder that the build writes.' },
    {
      name: 'origin',
      value: 'URL',
      about: 'An origin or CDN that holds what the build wrote; instead of --public.',
    },
    { name: 'keys', value: 'FILE|redis://…', about: 'Where the keys are kept. Required.' },
    { name: 'limits', value: 'memory|redis://…', default: 'memory', about: 'Where requests are counted.' },
    { name: 'host', value: 'H', default: '127.0.0.1', about: 'The address to listen on.' },
    { name: 'port', value: 'N', default: '8080', about: 'The port to listen on; 0 takes a free one.' },
    {
      name: 'trust-proxy',
      value: 'CIDR,…',
      about: 'Proxies whose X-Forwarded-For is believed. Without it, nobody is.',
    },
    { name: 'cache-mb', value: 'N', default: '64', about: 'What pages in memory may weigh together, in MB.' },
    {
      name: 'poll-ms',
      value: 'N',
      default: '2000',
      about: 'Milliseconds between two looks for a new release.',
    },
    {
      name: 'log-level',
      value: LOG_LEVELS.join('|'),
      default: 'info',
      about: 'How much is logged, to standard output.',
    },
    {
      name: 'welcome',
      about: 'Greets with the address, the published demo key and a call to paste, on standard error.',
    },
  ],
}

/** Serves until SIGTERM or SIGINT, then drains. @throws {Failure} where it can't start */
export async function serve(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const given = readOptions(SERVE_COMMAND, argv, env)
  const log = createLog(logLevel(given.required('log-level')))
  const origin = await openOrigin({ folder: given.text('public'), url: given.text('origin') })
  const gateway = new Gateway({
    origin,
    keyStore: await openKeyStore(given.required('keys')),
    limiter: await openLimiter(given.required('limits'), systemClock),
    addressOf: clientAddressBehind(listOf(given.text('trust-proxy'))),
    clock: systemClock,
    log,
    cacheBytes: number(given, 'cache-mb', 1, 65_536) * 1024 * 1024,
    pollMs: number(given, 'poll-ms', 10, 3_600_000),
  })
  const { address, port } = await gateway.start(given.required('host'), number(given, 'port', 0, 65_535))
  log.info({ address, port }, 'listening')
  if (given.flag('welcome')) process.stderr.write(await welcome(urlOf(address, port), gateway.keys))
  await stopSignal()
  log.info({}, 'draining')
  await gateway.stop()
}

function stopSignal(): Promise<unknown> {
  return Promise.race(
    ['SIGTERM', 'SIGINT'].map((signal) => new Promise((resolve) => process.once(signal, resolve))),
  )
}

function urlOf(address: string, port: number): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

function number(given: Given, name: string, least: number, most: number): number {
  return wholeNumber(name, given.required(name), least, most)
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((item) => item.trim() !== '')
}

function logLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((each) => each === text)
  if (!level) throw new Failure('usage', `--log-level: expected ${LOG_LEVELS.join(', ')}, found ${text}`)
  return level
}
