// The gateway under test.

import type { IssuedKeys } from '../catalogue/keys.ts'
import type { BenchRequest } from '../load/request.ts'
import { program } from './paths.ts'
import { type Server, startServer } from './server.ts'

export interface GatewayOptions {
  folder: string
  keys: IssuedKeys
  /** Where requests are counted; in memory if left out. */
  limits?: string
  /** The bound of the heap, in megabytes; Node's own if left out. */
  maxHeap?: number
}

/** Every release answers it. */
export function probeOf({ keys }: IssuedKeys): BenchRequest {
  return { target: '/beta/offers?limit=25&offset=0', key: keys[0] ?? '' }
}

export function startGateway({ folder, keys, limits = 'memory', maxHeap }: GatewayOptions): Promise<Server> {
  const heap = maxHeap === undefined ? [] : [`--max-old-space-size=${maxHeap}`]
  const serve = ['serve', '--public', folder, '--keys', keys.file, '--limits', limits, '--log-level', 'warn']
  return startServer({
    name: 'gateway',
    command: (port) => [process.execPath, ...heap, program('gateway'), ...serve, '--port', String(port)],
    probe: probeOf(keys),
  })
}
