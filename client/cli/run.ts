// Runs the command that a command line names.

import type { Writable } from 'node:stream'
import { OffersError } from '../api/errors.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { printable } from '../lib/shown-texts.ts'
import { createOffersClient, type OffersClient } from '../offers-client.ts'
import { readArguments, type Settings, UsageError } from './arguments.ts'
import { COMMANDS, type Command, type Work } from './commands.ts'
import { showReceived } from './progress.ts'

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  version: string
  out: (text: string) => void
  err: (text: string) => void
  /** Stderr, if it is a terminal in which people see that work goes on. */
  terminal?: Writable | undefined
  signal?: AbortSignal | undefined
  /** For tests. */
  clock?: Clock
}

/** @returns the exit code: 0 if all went well, 1 if not, 2 if the command line is wrong */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { env, version, out, err } = surroundings
  try {
    const settings = readArguments(argv, env, COMMANDS)
    if (settings === 'version') out(`${version}\n`)
    else if ('help' in settings) out(settings.help)
    else await settings.command.run(workOf(settings, surroundings))
    return 0
  } catch (error) {
    err(`offers: ${printable(messageOf(error))}\n`)
    // A `UsageError` is a TypeError, and the client throws a TypeError for arguments that can't be right.
    return error instanceof TypeError ? 2 : 1
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof OffersError)) return error instanceof Error ? error.message : String(error)
  const { code, message, requestId } = error
  return `${code}: ${message}${requestId === undefined ? '' : ` (request ${requestId})`}`
}

function workOf(settings: Settings<Command>, surroundings: Surroundings): Work {
  const { version, signal, out, err, clock = systemClock } = surroundings
  return {
    ...settings,
    version,
    signal,
    clock,
    out,
    client: () => clientOf(settings.baseUrl, surroundings),
    async receiving(work) {
      const received = showReceived(surroundings.terminal)
      try {
        return await work(clientOf(settings.baseUrl, surroundings, received.fetch))
      } finally {
        received.end()
      }
    },
    note: (line) => err(`offers: ${printable(line)}\n`),
  }
}

/** @throws {UsageError} */
function clientOf(
  baseUrl: string | undefined,
  { env, err }: Surroundings,
  counting?: typeof fetch,
): OffersClient {
  if (!baseUrl) throw new UsageError('--base-url, or OFFERS_BASE_URL: expected the address of the API')
  if (!env.OFFERS_KEY) throw new UsageError('OFFERS_KEY: expected an API key in the environment')
  return createOffersClient({
    baseUrl,
    key: env.OFFERS_KEY,
    cache: false,
    fetch: counting,
    hooks: {
      onWait: ({ milliseconds, error }) =>
        err(`offers: ${printable(error.code)}, asking again in ${Math.ceil(milliseconds / 1000)} s\n`),
    },
  })
}
