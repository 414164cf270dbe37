// Rate windows in Redis, one count for all gateways; while Redis is away, each gateway counts for itself.

import type { RateLimiterRedis } from 'rate-limiter-flexible'
import { RATE_WINDOW_SECONDS } from '../../contract/keys/kinds.ts'
import { connectRedis, type RedisConnection, type RedisOptions } from '../lib/redis-connection.ts'
import { decisionOf, type Limiter, type RateDecision } from './limiter.ts'
import type { Subject } from './subject.ts'

const KEY_PREFIX = 'offers:rate'

/**
 * Opens a limiter whether or not the server answers now; it is waited for no longer than a command may take.
 * @param fallback counts if Redis does not answer; `onError` gets the reason of each such request
 * @throws {OperatorError} `usage` if the address is malformed
 */
export async function openRedisLimiter(
  url: string,
  fallback: Limiter,
  options: RedisOptions = {},
): Promise<Limiter> {
  const { RateLimiterRedis } = await import('rate-limiter-flexible')
  const { onError = () => {} } = options
  const redis = await connectRedis(url, options)
  await redis.ready().catch(onError)
  const counter = new RateLimiterRedis({
    // The library gets our connection, with its time-outs, in the shape of the client it expects.
    storeClient: {
      eval: (script: string, given: { keys: string[]; arguments: string[] }) =>
        redis.run((client) => client.eval(script, given)),
    },
    useRedisPackage: true,
    keyPrefix: KEY_PREFIX,
    duration: RATE_WINDOW_SECONDS,
    // It only counts: what is allowed differs from call to call.
    points: Number.MAX_SAFE_INTEGER,
  })
  return new RedisLimiter({ redis, counter, fallback, onError })
}

interface RedisLimiterParts {
  redis: RedisConnection
  counter: RateLimiterRedis
  fallback: Limiter
  onError: (error: unknown) => void
}

class RedisLimiter implements Limiter {
  readonly #parts: RedisLimiterParts

  constructor(parts: RedisLimiterParts) {
    this.#parts = parts
  }

  async consume(subject: Subject, allowed: number): Promise<RateDecision> {
    const { counter, fallback, onError } = this.#parts
    try {
      const { consumedPoints, msBeforeNext } = await counter.consume(subject.countedAs)
      return decisionOf(consumedPoints, allowed, msBeforeNext)
    } catch (error) {
      onError(error)
      return fallback.consume(subject, allowed)
    }
  }

  async close(): Promise<void> {
    this.#parts.redis.close()
    await this.#parts.fallback.close()
  }
}
