// The gateway under test.

import type { IssuedKeys } from './keys.ts'
import { program } from './paths.ts'
import type { BenchRequest } from './request.ts'
import { type Server, startServer } from './server.ts'

export interface GatewayOptions {
  folder: string
  keys: IssuedKeys
  /** Modules loaded into the process before its own. */
  preload?: readonly string[]
  env?: NodeJS.ProcessEnv
  /** Another Node than the one that measures, and another bundle than that of `make dist`. */
  node?: string
  program?: string
  /** The bound of the heap, in megabytes; Node's own if left out. */
  maxHeap?: number
}

/** Answered by every release. */
export function probeOf(keys: IssuedKeys): BenchRequest {
  return { target: '/beta/offers?limit=25&offset=0', key: keys.keys[0] ?? '', gzip: false }
}

export function gatewayCommand(port: number, options: GatewayOptions) {
  const { folder, keys, preload = [], node = process.execPath, maxHeap } = options
  const imports = preload.flatMap((module) => ['--import', module])
  const serve = ['--public', folder, '--keys', keys.file, '--port', String(port), '--log-level', 'warn']
  const bundle = options.program ?? program('gateway')
  const heap = maxHeap === undefined ? [] : [`--max-old-space-size=${maxHeap}`]
  return [node, ...heap, ...imports, bundle, 'serve', ...serve] as const
}

export function startGateway(options: GatewayOptions): Promise<Server> {
  const { env = {}, keys } = options
  const command = (port: number) => gatewayCommand(port, options)
  return startServer({ name: 'gateway', command, env, probe: probeOf(keys) })
}
