// Counts requests in Redis, together for all gateways. Each gateway also remembers what it admitted itself: while Redis is
// away it counts by that alone, and when Redis comes back empty, it admits no second quota.
//
// What a gateway remembers never refuses what a Redis that has all counts would admit. A request counts in Redis from when it
// was counted there; for the gateway from a little earlier, when it was sent there. So whatever the gateway still counts when
// a reply has come, Redis still counted when it made that reply.
//
// One command counts the requests that arrive in one turn of the event loop, as a batch. A command takes the client
// library more processor time than all else that a request needs: one for each request would halve the throughput.

import { createHash } from 'node:crypto'
import { messageOf } from '../../lib/errors.ts'
import { asString } from '../../lib/json/json.ts'
import {
  COMMAND_TIMEOUT_MS,
  connectRedis,
  type RedisConnection,
  type RedisOptions,
} from '../lib/redis-connection.ts'
import { COUNTED_MS, decisionOf, type Limiter, type RateDecision } from './limiter.ts'
import type { MemoryLimiter } from './memory-limiter.ts'

/** Up to version 0.3, counts were kept under `offers:rate:`. */
const KEY_PREFIX = 'offers:admitted:'

/**
 * A request is refused without Redis if the gateway itself counts the whole quota for longer than a command may take: until
 * then Redis counts it, too.
 */
const SURE_MS = 2 * COMMAND_TIMEOUT_MS

/** Groups of a batch. A turn with more has further batches: Redis answers nothing else while a script runs. */
const MAX_GROUPS = 1_000

// A subject has a list of the times of its admitted requests, in microseconds of Redis's clock, oldest first. Redis keeps
// such numbers in some 10 bytes each. Nothing else runs during a script, so a limit is exact over all gateways.
//
// KEYS has the list of each group of requests; ARGV[1] has its limit and its number of requests. Four numbers of each group
// are returned: the requests that counted before it, those of it that are admitted, and the microseconds until the oldest
// one leaves the list, and until one more of the group would be admitted.
const COUNT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local counted = ${COUNTED_MS * 1000}

local function at(key, index)
  return tonumber(redis.call('LINDEX', key, index))
end

-- How many times of a list, one of them or more, are not later than a time.
local function upTo(key, length, limit)
  local low, high = 1, 1
  while high < length and at(key, high) <= limit do
    low, high = high + 1, high * 2
  end
  high = math.min(high, length)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if at(key, middle) <= limit then low = middle + 1 else high = middle end
  end
  return low
end

local numbers = string.gmatch(ARGV[1], '%d+')
local results = {}
for _, key in ipairs(KEYS) do
  local limit, requests = tonumber(numbers()), tonumber(numbers())
  local length = redis.call('LLEN', key)
  -- Redis's clock was set back.
  if length > 0 and at(key, -1) > now then
    local later = at(key, 0) > now and length or length - upTo(key, length, now)
    redis.call('LTRIM', key, 0, -later - 1)
    length = length - later
  end
  if length > 0 and at(key, 0) <= now - counted then
    local gone = upTo(key, length, now - counted)
    redis.call('LTRIM', key, gone, -1)
    length = length - gone
  end
  local admitted = math.max(math.min(limit - length, requests), 0)
  for _ = 1, admitted do
    redis.call('RPUSH', key, string.format('%.0f', now))
  end
  if admitted > 0 then
    redis.call('PEXPIRE', key, ${COUNTED_MS})
  end
  local total = length + admitted
  local surplus = math.max(total - limit, 0)
  local oldest = counted - (now - at(key, 0))
  local next = oldest
  if surplus > 0 then
    next = counted - (now - at(key, surplus))
  end
  results[#results + 1] = string.format('%.0f %.0f %.0f %.0f', length, admitted, oldest, next)
end
return table.concat(results, ' ')`

const COUNT_SHA1 = createHash('sha1').update(COUNT).digest('hex')

/**
 * Opens a limiter even if the server does not answer, and waits for it no longer than for a command.
 * @param own remembers what this gateway admits, and counts if Redis does not answer; `onError` gets the reason for each such
 *   request
 * @throws {OperatorError} `usage` if the address is malformed
 */
export async function openRedisLimiter(
  url: string,
  own: MemoryLimiter,
  options: RedisOptions = {},
): Promise<Limiter> {
  const { onError = () => {} } = options
  const redis = await connectRedis(url, options)
  await redis.ready().catch(onError)
  return new RedisLimiter({ redis, own, onError })
}

interface RedisLimiterParts {
  redis: RedisConnection
  own: MemoryLimiter
  onError: (error: unknown) => void
}

/** Consecutive requests of a subject with one limit, which wait for their decisions. */
interface Group {
  readonly subject: string
  readonly maxRequests: number
  readonly waiting: ((decision: RateDecision | Promise<RateDecision>) => void)[]
}

/** The requests that one command counts. */
interface Batch {
  readonly groups: Group[]
  /** The last group of each subject. */
  readonly latest: Map<string, Group>
}

class RedisLimiter implements Limiter {
  readonly #parts: RedisLimiterParts
  /** The batch that further requests of this turn join. */
  #batch: Batch | undefined

  constructor(parts: RedisLimiterParts) {
    this.#parts = parts
  }

  consume(subject: string, maxRequests: number): RateDecision | Promise<RateDecision> {
    const refusal = this.#parts.own.refusal(subject, maxRequests, SURE_MS)
    if (refusal) return refusal
    return new Promise((decide) => {
      const batch = this.#batch ?? this.#beginBatch()
      const latest = batch.latest.get(subject)
      if (latest?.maxRequests === maxRequests) {
        latest.waiting.push(decide)
        return
      }
      const group = { subject, maxRequests, waiting: [decide] }
      batch.groups.push(group)
      batch.latest.set(subject, group)
      // Batches are sent in order, so later requests of these subjects are counted later.
      if (batch.groups.length === MAX_GROUPS) this.#batch = undefined
    })
  }

  async close(): Promise<void> {
    this.#parts.redis.close()
  }

  #beginBatch(): Batch {
    const batch: Batch = { groups: [], latest: new Map() }
    this.#batch = batch
    // Runs at the end of the turn, after all received bytes are read.
    setImmediate(() => {
      // A full batch has been replaced by another one already.
      if (this.#batch === batch) this.#batch = undefined
      void this.#count(batch.groups)
    })
    return batch
  }

  async #count(groups: readonly Group[]): Promise<void> {
    const { redis, own, onError } = this.#parts
    const sentAt = own.now
    try {
      decideAll(groups, numbersIn(await runScript(redis, groups)), (subject, maxRequests) =>
        own.consume(subject, maxRequests, sentAt),
      )
    } catch (error) {
      for (const { subject, maxRequests, waiting } of groups) {
        for (const decide of waiting) {
          onError(error)
          decide(own.consume(subject, maxRequests))
        }
      }
    }
  }
}

/** Runs the script by its digest; its text is sent only if the server does not have it yet. */
async function runScript(redis: RedisConnection, groups: readonly Group[]): Promise<unknown> {
  const keys = groups.map(({ subject }) => KEY_PREFIX + subject)
  const limits = groups.map(({ maxRequests, waiting }) => `${maxRequests} ${waiting.length}`)
  const options = { keys, arguments: [limits.join(' ')] }
  try {
    return await redis.run((client) => client.evalSha(COUNT_SHA1, options))
  } catch (error) {
    if (!messageOf(error).includes('NOSCRIPT')) throw error
    return redis.run((client) => client.eval(COUNT, options))
  }
}

/** @throws {TypeError} if the reply is anything but numbers */
function numbersIn(reply: unknown): number[] {
  return asString(reply, 'counts', /^\d+(?: \d+)*$/)
    .split(' ')
    .map(Number)
}

/**
 * @param numbers four of each group; see the script
 * @param remember counts an admitted request for this gateway, or refuses it
 */
function decideAll(
  groups: readonly Group[],
  numbers: readonly number[],
  remember: (subject: string, maxRequests: number) => RateDecision,
): void {
  if (numbers.length !== 4 * groups.length) throw new TypeError('not four numbers for each group')
  for (const [index, { subject, maxRequests, waiting }] of groups.entries()) {
    const [before = 0, admitted = 0, oldestUs = 0, nextUs = 0] = numbers.slice(4 * index, 4 * index + 4)
    for (const [at, decide] of waiting.entries()) {
      const allowed = at < admitted
      const remaining = allowed ? maxRequests - before - at - 1 : 0
      const decision = decisionOf(allowed, remaining, (allowed ? oldestUs : nextUs) / 1000)
      const own = allowed ? remember(subject, maxRequests) : decision
      // Fewer are left by what this gateway remembers only if Redis has lost counts.
      decide(!own.allowed || own.remaining < remaining ? own : decision)
    }
  }
}
