// Opens the limiter that `--limits` names: `memory`, or a Redis server.

import { OperatorError } from '../../lib/errors.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { isRedisUrl } from '../lib/redis-address.ts'
import type { RedisOptions } from '../lib/redis-connection.ts'
import type { Limiter } from './limiter.ts'
import { MemoryLimiter } from './memory-limiter.ts'
import { openRedisLimiter } from './redis-limiter.ts'

/**
 * @param clock a monotonic one
 * @param location `memory`, or `redis://…` or `rediss://…`; a server that is away is retried in the background
 * @throws {OperatorError} `usage` if it is neither
 */
export async function openLimiter(
  location: string,
  clock: Clock,
  options: RedisOptions = {},
): Promise<Limiter> {
  const memory = new MemoryLimiter(clock)
  if (location === 'memory') return memory
  // SECURITY: the address is not repeated, for it may hold a password.
  if (!isRedisUrl(location))
    throw new OperatorError('usage', '--limits: expected memory, redis://… or rediss://…')
  return openRedisLimiter(location, memory, options)
}
