// Rate windows in Redis, one count for all gateways; while Redis is away, each gateway counts for itself.
//
// One command counts all requests that arrive in one turn of the event loop. A command takes the client library more
// processor time than all else that a request needs, so a command for each request would halve the throughput.

import { RATE_WINDOW_SECONDS } from '../../contract/keys/kinds.ts'
import { asCount, asList } from '../../lib/json/json.ts'
import { connectRedis, type RedisConnection, type RedisOptions } from '../lib/redis-connection.ts'
import { decisionOf, type Limiter, type RateDecision } from './limiter.ts'

const KEY_PREFIX = 'offers:rate:'

/** More subjects go into another command: Redis answers nothing else while a script runs. */
const MAX_SUBJECTS = 1_000

const WINDOW_MS = RATE_WINDOW_SECONDS * 1000

// Nothing else runs during a script, so counts are exact over all gateways. Returns count and milliseconds left for each
// key. A count without an end gets one: it would refuse its caller until it is deleted.
const COUNT = `
local found = {}
for at, key in ipairs(KEYS) do
  local used = redis.call('INCRBY', key, ARGV[at])
  local left = redis.call('PTTL', key)
  if left < 0 then
    redis.call('PEXPIRE', key, ${WINDOW_MS})
    left = ${WINDOW_MS}
  end
  found[2 * at - 1], found[2 * at] = used, left
end
return found`

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
  allowed: number
  decide: (decision: RateDecision | Promise<RateDecision>) => void
}

/** The requests of one turn, by subject. */
type Turn = Map<string, Waiting[]>

class RedisLimiter implements Limiter {
  readonly #parts: RedisLimiterParts
  #turn: Turn | undefined

  constructor(parts: RedisLimiterParts) {
    this.#parts = parts
  }

  consume(subject: string, allowed: number): Promise<RateDecision> {
    return new Promise((decide) => {
      const waiting = { allowed, decide }
      const turn = this.#turnOf(subject)
      const others = turn.get(subject)
      if (others) others.push(waiting)
      else turn.set(subject, [waiting])
    })
  }

  async close(): Promise<void> {
    this.#parts.redis.close()
    await this.#parts.fallback.close()
  }

  #turnOf(subject: string): Turn {
    const turn = this.#turn
    return turn && (turn.size < MAX_SUBJECTS || turn.has(subject)) ? turn : this.#beginTurn()
  }

  #beginTurn(): Turn {
    const turn: Turn = new Map()
    this.#turn = turn
    // Runs after all received bytes are read.
    setImmediate(() => {
      if (this.#turn === turn) this.#turn = undefined
      void this.#count(turn)
    })
    return turn
  }

  async #count(turn: Turn): Promise<void> {
    const { redis, fallback, onError } = this.#parts
    const keys = Array.from(turn.keys(), (subject) => KEY_PREFIX + subject)
    const requests = Array.from(turn.values(), ({ length }) => String(length))
    try {
      const reply = await redis.run((client) => client.eval(COUNT, { keys, arguments: requests }))
      decideAll(turn, asList(reply, 'counts'))
    } catch (error) {
      for (const [subject, waiting] of turn) {
        for (const { allowed, decide } of waiting) {
          onError(error)
          decide(fallback.consume(subject, allowed))
        }
      }
    }
  }
}

/** @param counts for each subject, the requests in its window and the milliseconds left */
function decideAll(turn: Turn, counts: readonly unknown[]): void {
  let index = 0
  for (const waiting of turn.values()) {
    const [total, endsInMs] = [asCount(counts[index], 'count'), asCount(counts[index + 1], 'time left')]
    let used = total - waiting.length
    for (const { allowed, decide } of waiting) {
      used += 1
      decide(decisionOf(used, allowed, endsInMs))
    }
    index += 2
  }
}
