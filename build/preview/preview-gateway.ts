// The gateway of a preview: the program next to this one, in a separate process.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { OperatorError } from '../../lib/errors.ts'

export interface PreviewGateway {
  /** Resolves when it ends by itself, e.g. because another program has the port. */
  ended: Promise<unknown>
  stop(): Promise<void>
}

export interface PreviewGatewayOptions {
  /** The output folder of the build. */
  out: string
  /** The file for its keys, which gets the published demo key. */
  keys: string
  /** 0 takes a free one. */
  port: number
}

/** The public demo key, and the text for a person at a terminal. */
const SERVE_OPTIONS = [
  '--local',
  '--welcome',
  '--log-level',
  'warn',
  '--poll-ms',
  '200',
  '--drain-limit-ms',
  '500',
]

/** For a gateway that does not end when asked. */
const MAX_STOP_MS = 5000

/**
 * The path of the gateway's bundle.
 * @throws {OperatorError} `system` if it is missing
 */
export function findGateway(near = import.meta.url): string {
  const path = fileURLToPath(new URL('./gateway.mjs', near))
  if (existsSync(path)) return path
  throw new OperatorError(
    'system',
    `${path}: missing; preview starts the gateway next to the build: run \`make dist\`, or install both`,
  )
}

/** @throws {OperatorError} `system` if the keys cannot be written */
export async function startGateway(
  bundle: string,
  { out, keys, port }: PreviewGatewayOptions,
): Promise<PreviewGateway> {
  await makeKeys(bundle, keys)
  const words = ['serve', '--public', out, '--keys', keys, '--port', String(port), ...SERVE_OPTIONS]
  const child = spawn(process.execPath, [bundle, ...words], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment(),
  })
  const ended = once(child, 'exit')
  return {
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      const patience = new AbortController()
      const late = wait(MAX_STOP_MS, undefined, { signal: patience.signal }).then(
        () => child.kill('SIGKILL'),
        () => {},
      )
      await ended
      patience.abort()
      await late
    },
  }
}

async function makeKeys(bundle: string, keys: string): Promise<void> {
  const words = ['keys', 'init', '--keys', keys]
  const child = spawn(process.execPath, [bundle, ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment(),
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new OperatorError('system', `${keys}: the demo key could not be written`)
}

/** Without the variables of a real gateway, such as its port and trusted keys. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('OFFERS_')))
}
