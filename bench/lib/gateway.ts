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
}

/** Answered by every release. */
export function probeOf(keys: IssuedKeys): BenchRequest {
  return { target: '/beta/offers?limit=25&offset=0', key: keys.keys[0] ?? '', gzip: false }
}

export function gatewayCommand(port: number, { folder, keys, preload = [] }: GatewayOptions) {
  const imports = preload.flatMap((module) => ['--import', module])
  const options = ['--public', folder, '--keys', keys.file, '--port', String(port), '--log-level', 'warn']
  return [process.execPath, ...imports, program('gateway'), 'serve', ...options] as const
}

export function startGateway(options: GatewayOptions): Promise<Server> {
  const { env = {}, keys } = options
  const command = (port: number) => gatewayCommand(port, options)
  return startServer({ name: 'gateway', command, env, probe: probeOf(keys) })
}
