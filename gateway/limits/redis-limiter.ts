// Rate windows in Redis, one count for all gateways; while Redis is away, each gateway counts for itself.
//
// One command counts the requests that arrive in one turn of the event loop, as a batch. A command takes the client
// library more processor time than all else that a request needs: one for each request would halve the throughput.

import { RATE_WINDOW_SECONDS } from '../../contract/keys/kinds.ts'
import { asCount, asList } from '../../lib/json/json.ts'
import { connectRedis, type RedisConnection, type RedisOptions } from '../lib/redis-connection.ts'
import { decisionOf, type Limiter, type RateDecision } from './limiter.ts'

const KEY_PREFIX = 'offers:rate:'

/** Subjects of a batch. A turn with more has further batches: Redis answers nothing else while a script runs. */
const MAX_SUBJECTS = 1_000

const WINDOW_MS = RATE_WINDOW_SECONDS * 1000

// Nothing else runs during a script, so counts are exact over all gateways. Adds the requests of each key, and returns its
// count and the milliseconds left. A count without an end gets one: otherwise it would grow, and refuse all later requests
// of its subject.
const COUNT = `
local counts = {}
for at, key in ipairs(KEYS) do
  local count = redis.call('INCRBY', key, ARGV[at])
  local left = redis.call('PTTL', key)
  if left < 0 then
    redis.call('PEXPIRE', key, ${WINDOW_MS})
    left = ${WINDOW_MS}
  end
  counts[2 * at - 1], counts[2 * at] = count, left
end
return counts`

/**
 * Opens a limiter even if the server does not answer, and waits for it no longer than for a command.
 * @param fallback counts if Redis does not answer; `onError` gets the reason for each such request
 * @throws {OperatorError} `usage` if the address is malformed
 */
export async function openRedisLimiter(
  url: string,
  fallback: Limiter,
  options: RedisOptions = {},
): Promise<Limiter> {
  const { onError = () => {} } = options
  const redis = await connectRedis(url, options)
  await redis.ready().catch(onError)
  return new RedisLimiter({ redis, fallback, onError })
}

interface RedisLimiterParts {
  redis: RedisConnection
  fallback: Limiter
  onError: (error: unknown) => void
}

/** A request that waits for its decision. */
interface Waiting {
  maxRequests: number
  decide: (decision: RateDecision | Promise<RateDecision>) => void
}

/** The requests that one command counts, by subject. */
type Batch = Map<string, Waiting[]>

class RedisLimiter implements Limiter {
  readonly #parts: RedisLimiterParts
  /** The batch that further requests of this turn join. */
  #batch: Batch | undefined

  constructor(parts: RedisLimiterParts) {
    this.#parts = parts
  }

  consume(subject: string, maxRequests: number): Promise<RateDecision> {
    return new Promise((decide) => {
      const waiting = { maxRequests, decide }
      const batch = this.#batchFor(subject)
      const others = batch.get(subject)
      if (others) others.push(waiting)
      else batch.set(subject, [waiting])
    })
  }

  async close(): Promise<void> {
    this.#parts.redis.close()
    await this.#parts.fallback.close()
  }

  #batchFor(subject: string): Batch {
    const batch = this.#batch
    return batch && (batch.size < MAX_SUBJECTS || batch.has(subject)) ? batch : this.#beginBatch()
  }

  #beginBatch(): Batch {
    const batch: Batch = new Map()
    this.#batch = batch
    // Runs at the end of the turn, after all received bytes are read.
    setImmediate(() => {
      // A full batch has been replaced by another one already.
      if (this.#batch === batch) this.#batch = undefined
      void this.#count(batch)
    })
    return batch
  }

  async #count(batch: Batch): Promise<void> {
    const { redis, fallback, onError } = this.#parts
    const keys = Array.from(batch.keys(), (subject) => KEY_PREFIX + subject)
    const additions = Array.from(batch.values(), ({ length }) => String(length))
    try {
      const reply = await redis.run((client) => client.eval(COUNT, { keys, arguments: additions }))
      decideAll(batch, asList(reply, 'counts'))
    } catch (error) {
      for (const [subject, requests] of batch) {
        for (const { maxRequests, decide } of requests) {
          onError(error)
          decide(fallback.consume(subject, maxRequests))
        }
      }
    }
  }
}

/** @param counts two numbers for each subject: the requests in its window, this batch included, and the milliseconds left */
function decideAll(batch: Batch, counts: readonly unknown[]): void {
  let index = 0
  for (const requests of batch.values()) {
    let count = asCount(counts[index], 'count') - requests.length
    const endsInMs = asCount(counts[index + 1], 'time left')
    for (const { maxRequests, decide } of requests) {
      count += 1
      decide(decisionOf(count, maxRequests, endsInMs))
    }
    index += 2
  }
}
