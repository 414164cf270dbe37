// Keys in Redis, shared by several gateways.
//
//   offers:key:<digest>   hash    the members of a record that are not null
//   offers:key-digests    hash    id -> digest
//   offers:key-order      zset    ids by created_at
//   offers:key-used       hash    id -> day of the last use
//
// The server must not evict (`maxmemory-policy noeviction`): an evicted key would be unknown.

import { keyIdOf } from '../../contract/keys/format.ts'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { asList, asString } from '../../lib/json/json.ts'
import { elementAt } from '../../lib/lists.ts'
import { isCalendarDay } from '../../lib/time/calendar.ts'
import { connectRedis, type RedisConnection, type RedisOptions } from '../lib/redis-connection.ts'
import type { RedisServer } from '../lib/redis-link.ts'
import { parseKeyRecord } from './key-record.ts'
import type { KeyDays, KeyRecord, KeyStore, KeyStoreCondition, KeyStoreEvents } from './key-store.ts'

const RECORD_PREFIX = 'offers:key:'
const DIGESTS = 'offers:key-digests'
const ORDER = 'offers:key-order'
const USED = 'offers:key-used'

/** How long adding keys may take, in milliseconds: thousands of them take longer than a look-up may. */
const ADD_TIMEOUT_MS = 30_000

/** Records that one command reads. */
const LIST_BATCH = 1000

/** Keys whose days one command writes or reads. */
const DAYS_BATCH = 1000

/** More than any record has: a name of 200 characters is at most 800 bytes. */
const MAX_RECORD_BYTES = 4096

/** More than the members of any record. */
const MAX_FIELDS = 20

/** More than any digest has: 64 characters. */
const MAX_DIGEST_BYTES = 100

/** Replies of Redis to a change that it does not make. */
const REFUSED_CHANGE =
  /\b(?:NOREPLICAS|OOM|READONLY|MISCONF|NOPERM|LOADING|CLUSTERDOWN)\b|nothing listens there/

/** The bytes of a name that a message repeats: others may have written it. */
const MAX_SHOWN_BYTES = 100

/** A day is `YYYY-MM-DD`. */
const DAY_BYTES = 10

// SECURITY: others may write to this Redis, and a reply is held in memory whole. So Redis measures records before it answers.
const MEASURED = `
local function large(name, most)
  return redis.error_reply('LARGE ' .. string.sub(name, 1, ${MAX_SHOWN_BYTES}) .. ': more than ' .. most .. ', so no record of a key')
end
local function measured(key)
  local bytes, fields = 0, redis.call('HLEN', key)
  if fields > ${MAX_FIELDS} then return large(key, '${MAX_FIELDS} fields') end
  for _, field in ipairs(redis.call('HKEYS', key)) do
    bytes = bytes + #field + redis.call('HSTRLEN', key, field)
  end
  if bytes > ${MAX_RECORD_BYTES} then return large(key, '${MAX_RECORD_BYTES} bytes') end
  return redis.call('HGETALL', key)
end`

const FIND = `${MEASURED}
return measured(KEYS[1])`

// Returns the digest and the record of each id from index ARGV[1] to ARGV[2], both included, by creation; or an error, if one
// of them is too large.
const LIST = `${MEASURED}
local prefix, digests, order = KEYS[1], KEYS[2], KEYS[3]
local found = {}
for _, id in ipairs(redis.call('ZRANGE', order, ARGV[1], ARGV[2])) do
  if redis.call('HSTRLEN', digests, id) > ${MAX_DIGEST_BYTES} then
    return large(digests .. ' ' .. id, '${MAX_DIGEST_BYTES} bytes')
  end
  local digest = redis.call('HGET', digests, id) or ''
  local record = measured(prefix .. digest)
  if record.err then return record end
  found[#found + 1] = { digest, record }
end
return found`

// A script runs as a whole or not at all, and nothing else runs meanwhile. Returns the id of a known key, or nothing if all
// keys were added.
const ADD = `
local prefix, digests, order = KEYS[1], KEYS[2], KEYS[3]
local records, seen = cjson.decode(ARGV[1]), {}
for _, record in ipairs(records) do
  local id, key = record.fields.id, prefix .. record.fields.digest
  if seen[id] or seen[key] or redis.call('HEXISTS', digests, id) == 1 or redis.call('EXISTS', key) == 1 then
    return id
  end
  seen[id], seen[key] = true, true
end
for _, record in ipairs(records) do
  local key = prefix .. record.fields.digest
  for field, value in pairs(record.fields) do redis.call('HSET', key, field, value) end
  redis.call('HSET', digests, record.fields.id, record.fields.digest)
  redis.call('ZADD', order, record.created, record.fields.id)
end
return false`

// The first revocation counts, and who made it.
const REVOKE = `
if redis.call('HSETNX', KEYS[1], 'revoked_at', ARGV[1]) == 1 and ARGV[2] ~= '' then
  redis.call('HSET', KEYS[1], 'revoked_by', ARGV[2])
end
return false`

// Ids and days in turns. Stores the day of each id, unless a later one is known.
const STORE_USES = `
for at = 1, #ARGV, 2 do
  local known = redis.call('HGET', KEYS[1], ARGV[at])
  if not known or known < ARGV[at + 1] then redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
end
return false`

// Returns a day for each id, or an empty text if none is stored or what is stored is longer or shorter than a day.
const LAST_USES = `
local days = {}
for at, id in ipairs(ARGV) do
  days[at] = redis.call('HSTRLEN', KEYS[1], id) == ${DAY_BYTES} and redis.call('HGET', KEYS[1], id) or ''
end
return days`

/**
 * Connects to Redis.
 * @throws {OperatorError} `usage` if the address is malformed, `key-store-unavailable` if no server answers
 */
export async function openRedisKeyStore(
  url: string,
  { onFaults, ...options }: Omit<RedisOptions, 'onServer'> & KeyStoreEvents = {},
): Promise<KeyStore> {
  let isReadOnly = false
  const onServer = (server: RedisServer) => {
    isReadOnly = server.isReadOnly
    const { reason } = server
    // This runs only once a server has answered, so after `connection` is set.
    onFaults?.(reason ? [`${connection.address}: ${reason}, where no key can be issued or revoked`] : [])
  }
  const connection = await connectRedis(url, { ...options, onServer })
  try {
    await connection.ready()
  } catch (cause) {
    connection.close()
    throw unavailable(cause)
  }
  return new RedisKeyStore(connection, () => isReadOnly)
}

class RedisKeyStore implements KeyStore {
  readonly #redis: RedisConnection
  readonly #isReadOnly: () => boolean

  constructor(redis: RedisConnection, isReadOnly: () => boolean) {
    this.#redis = redis
    this.#isReadOnly = isReadOnly
  }

  async find(digest: string): Promise<KeyRecord | undefined> {
    return answered(async () => {
      const reply = await this.#redis.run((client) => client.eval(FIND, { keys: [RECORD_PREFIX + digest] }))
      const fields = asTexts(reply, digest)
      return fields.length > 0 ? recordIn(fields, digest) : undefined
    })
  }

  async add(records: readonly KeyRecord[]): Promise<void> {
    const script = {
      keys: [RECORD_PREFIX, DIGESTS, ORDER],
      arguments: [JSON.stringify(records.map(entryOf))],
    }
    const known = await answered(() => this.#redis.run((client) => client.eval(ADD, script), ADD_TIMEOUT_MS))
    if (known !== null) throw new OperatorError('bad-keys', `key ${known} is known already`)
  }

  async *list(): AsyncGenerator<KeyRecord> {
    for (let from = 0; ; from += LIST_BATCH) {
      const batch = await answered(() => this.#batch(from))
      yield* batch
      if (batch.length < LIST_BATCH) return
    }
  }

  async revoke(
    id: string,
    revokedAt: string,
    revokedBy: string | null = null,
  ): Promise<KeyRecord | undefined> {
    return answered(async () => {
      const digest = await this.#redis.run((client) => client.hGet(DIGESTS, id))
      if (digest === null) return undefined
      // SECURITY: a wrong entry must not end the key of somebody else.
      if (keyIdOf(digest) !== id) throw new TypeError(`${DIGESTS}: names another key for ${id}`)
      // Records are never deleted, so the steps need no transaction.
      const script = { keys: [RECORD_PREFIX + digest], arguments: [revokedAt, revokedBy ?? ''] }
      try {
        await this.#redis.run((client) => client.eval(REVOKE, script))
      } catch (cause) {
        const known = REFUSED_CHANGE.test(messageOf(cause))
        const result = known
          ? 'nothing was revoked'
          : 'it is not known whether the key was revoked: try again'
        throw new Error(`${messageOf(cause)}; ${result}`, { cause })
      }
      return this.find(digest)
    })
  }

  async storeUses(days: KeyDays): Promise<void> {
    for (const batch of batchesOf(Array.from(days), DAYS_BATCH)) {
      const script = { keys: [USED], arguments: batch.flat() }
      await answered(() => this.#redis.run((client) => client.eval(STORE_USES, script)))
    }
  }

  async lastUses(ids: readonly string[]): Promise<KeyDays> {
    const days = new Map<string, string>()
    for (const batch of batchesOf(ids, DAYS_BATCH)) {
      const found = await answered(() => this.#daysOf(batch))
      // An empty text, and anything else that is no day, counts as no known use.
      for (const [index, day] of found.entries())
        if (isCalendarDay(day)) days.set(elementAt(batch, index), day)
    }
    return days
  }

  /** A text for each id, in their order. */
  async #daysOf(ids: string[]): Promise<string[]> {
    const script = { keys: [USED], arguments: ids }
    return asTexts(await this.#redis.run((client) => client.eval(LAST_USES, script)), USED)
  }

  async condition(): Promise<KeyStoreCondition> {
    return { isReadOnly: this.#isReadOnly(), badLines: [], risk: undefined }
  }

  async close(): Promise<void> {
    this.#redis.close()
  }

  async #batch(from: number): Promise<KeyRecord[]> {
    const script = {
      keys: [RECORD_PREFIX, DIGESTS, ORDER],
      arguments: [String(from), String(from + LIST_BATCH - 1)],
    }
    const found = await this.#redis.run((client) => client.eval(LIST, script))
    return asList(found, ORDER).map((pair) => {
      const [digest, fields] = asList(pair, ORDER)
      return recordIn(asTexts(fields, ORDER), asString(digest, DIGESTS))
    })
  }
}

/** A record for `ADD`: the members that are not null, and when it was created, in milliseconds since the epoch. */
function entryOf(record: KeyRecord) {
  const fields = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))
  return { fields, created: Date.parse(record.created_at) }
}

function batchesOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

function asTexts(reply: unknown, name: string): string[] {
  return asList(reply, name).map((text) => asString(text, name))
}

/**
 * Reads a record from names and values in turns.
 * SECURITY: the record of another key, moved or written here, must not make this one good.
 */
function recordIn(fields: readonly string[], digest: string): KeyRecord {
  const key = RECORD_PREFIX + digest
  const members: [name: string, value: string][] = []
  for (let at = 0; at < fields.length; at += 2)
    members.push([elementAt(fields, at), elementAt(fields, at + 1)])
  const { requests, ...texts } = Object.fromEntries(members)
  const ownRequests = requests === undefined ? {} : { requests: decimal(requests, key) }
  const record = parseKeyRecord({ expires_at: null, revoked_at: null, ...texts, ...ownRequests }, key)
  if (record.digest !== digest || record.id !== keyIdOf(digest))
    throw new TypeError(`${key}: holds the record of another key`)
  return record
}

/** Up to seven digits, as `MAX_REQUESTS` has. Not by `Number` alone, which also reads `0x10`, `1e3` and blanks. */
function decimal(text: string, key: string): number {
  if (!/^[0-9]{1,7}$/.test(text)) throw new TypeError(`${key}: requests: expected decimal digits`)
  return Number(text)
}

/** Rejects with `key-store-unavailable` on any error on the way, such as a damaged record. */
async function answered<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (cause) {
    throw unavailable(cause)
  }
}

function unavailable(cause: unknown): OperatorError {
  if (cause instanceof OperatorError) return cause
  return new OperatorError('key-store-unavailable', messageOf(cause), { cause })
}
