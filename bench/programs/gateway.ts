// The gateway under test.

import type { IssuedKeys } from '../catalogue/keys.ts'
import type { BenchRequest } from '../load/request.ts'
import { program } from './paths.ts'
import type { Command } from './run.ts'
import { type Server, startServer } from './server.ts'

export interface GatewayOptions {
  folder: string
  keys: IssuedKeys
  /** Modules loaded into the process before its own. */
  preload?: readonly string[]
  env?: NodeJS.ProcessEnv
  /** Where requests are counted; in memory if left out. */
  limits?: string
  /** The bound of the heap, in megabytes; Node's own if left out. */
  maxHeap?: number
}

/** Every release answers it. */
export function probeOf({ keys }: IssuedKeys): BenchRequest {
  return { target: '/beta/offers?limit=25&offset=0', key: keys[0] ?? '' }
}

export function gatewayCommand(
  port: number,
  { folder, keys, preload = [], limits = 'memory', maxHeap }: GatewayOptions,
): Command {
  const imports = preload.flatMap((module) => ['--import', module])
  const heap = maxHeap === undefined ? [] : [`--max-old-space-size=${maxHeap}`]
  const serve = [
    ...['--public', folder, '--keys', keys.file, '--limits', limits],
    ...['--port', String(port), '--log-level', 'warn'],
  ]
  return [process.execPath, ...heap, ...imports, program('gateway'), 'serve', ...serve]
}

export function startGateway(options: GatewayOptions): Promise<Server> {
  const { env = {}, keys } = options
  const command = (port: number) => gatewayCommand(port, options)
  return startServer({ name: 'gateway', command, env, probe: probeOf(keys) })
}
