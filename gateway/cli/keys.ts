// The commands `keys …`.

import { hostname, userInfo } from 'node:os'
import { KEY_PREFIX_PATTERN, keyDigest, PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import { KEY_KINDS, KEY_TRUST_MS, RATE_WINDOW_SECONDS } from '../../contract/keys/kinds.ts'
import {
  command,
  type Flag,
  type NoUnusedOption,
  type OptionsFor,
  type ValueOption,
} from '../../lib/command-line/command.ts'
import type { CommandContext } from '../../lib/command-line/command-context.ts'
import { expected, integer, wordAmong } from '../../lib/command-line/parsers.ts'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { jsonLine } from '../../lib/json/json.ts'
import { alignTable } from '../../lib/text/align-table.ts'
import { canonicalMoment, isCalendarDay } from '../../lib/time/calendar.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { demoKeyRecord, KEY_NAME, type KeyRequest, MAX_NEW_REQUESTS, newKey } from '../keys/key-record.ts'
import type { KeyDays, KeyRecord, KeyStore } from '../keys/key-store.ts'
import { requestsOf, stateOf } from '../keys/key-verdict.ts'
import { createKeyStore, openKeyStore } from '../keys/open-key-store.ts'

/** Where a key store may be. */
const STORE = 'FILE|redis://…'

export const KEYS = {
  name: 'keys',
  value: STORE,
  required: true,
  about: 'Where the keys are kept.',
} as const satisfies ValueOption

const JSON_LINES_OPTION = {
  name: 'json',
  about: 'Prints one JSON object a line.',
} as const satisfies Flag

/** Opens a store for as long as `use` takes. */
async function withKeyStore<T>(location: string, use: (store: KeyStore) => Promise<T>): Promise<T> {
  const store = await openKeyStore(location)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** All records of a store, oldest first. */
async function recordsOf(store: KeyStore): Promise<KeyRecord[]> {
  const records: KeyRecord[] = []
  for await (const record of store.list()) records.push(record)
  return records
}

/** The records with the days of their last uses. If the days cannot be read, it warns, and returns only the records. */
async function recordsAndDays(
  store: KeyStore,
  stderr: CommandContext['stderr'],
): Promise<{ records: KeyRecord[]; days: KeyDays }> {
  const records = await recordsOf(store)
  try {
    return { records, days: await store.lastUses(records.map(({ id }) => id)) }
  } catch (error) {
    stderr.write(`It is not known when keys were last used: ${messageOf(error)}\n`)
    return { records, days: new Map() }
  }
}

const BEGINS_LIKE_A_KEY = new RegExp(`^${KEY_PREFIX_PATTERN}`)

function unknownId(id: string): OperatorError {
  // SECURITY: somebody may pass a key by mistake, and messages go to logs.
  if (BEGINS_LIKE_A_KEY.test(id)) {
    const message = 'expected the id of a key (key_…), found a key itself'
    return new OperatorError('bad-keys', message)
  }
  return new OperatorError('bad-keys', `no key has the id ${id}. \`keys list\` shows them all.`)
}

/** `1 key`, `2 keys`. */
export function keysInWords(count: number): string {
  return count === 1 ? '1 key' : `${count} keys`
}

/** Run again, it changes nothing: a revoked demo key stays revoked. */
export const init = command({
  name: 'keys init',
  about: 'Creates a key store with the published demo key. If the store exists, only adds the key.',
  options: { location: KEYS },
  examples: ['keys init --keys keys.ndjson'],
  async run({ location, ...unused }, { stdout, clock }) {
    unused satisfies NoUnusedOption
    const demo = demoKeyRecord(clock())
    await createKeyStore(location, [demo])
    const record = await withKeyStore(location, async (store) => {
      const known = await store.find(keyDigest(PUBLISHED_DEMO_KEY))
      if (!known) await store.add([demo])
      return known ?? demo
    })
    const state = record.revoked_at === null ? 'for everyone to try' : `revoked at ${record.revoked_at}`
    stdout.write(`demo key: ${PUBLISHED_DEMO_KEY} (${state})\n`)
  },
})

const REQUEST = {
  name: {
    name: 'name',
    value: 'NAME',
    required: true,
    about: 'The holder of the key.',
    parse: parseName,
  },
  kind: {
    name: 'kind',
    value: KEY_KINDS.join('|'),
    default: 'named',
    about: 'The kind of the key.',
    parse: wordAmong(KEY_KINDS),
  },
  contact: {
    name: 'contact',
    value: 'ADDRESS',
    about: 'Where the holder can be reached, such as a mailbox.',
    parse: parseName,
  },
  expires_at: {
    name: 'expires',
    value: 'ISO',
    about: 'The end of the key: a day or a time, in UTC. Without it the key does not end.',
    parse: laterMoment,
  },
  requests: {
    name: 'requests',
    value: 'N',
    about: `Requests that the key may make in any ${RATE_WINDOW_SECONDS} s. Without it, the key has the limit of its kind.`,
    parse: integer(1, MAX_NEW_REQUESTS),
  },
} as const satisfies OptionsFor<KeyRequest>

/** The most keys of one command. One call adds them, all or none, and Redis answers nothing else meanwhile. */
const MAX_KEYS = 10_000

/** Makes new keys, and shows them this once. */
export const issue = command({
  name: 'keys issue',
  about: 'Issues keys and shows them once. A missing key file is created.',
  options: {
    location: KEYS,
    request: REQUEST,
    count: {
      name: 'count',
      value: 'N',
      default: '1',
      about: 'How many keys to issue.',
      parse: integer(1, MAX_KEYS),
    },
    json: JSON_LINES_OPTION,
  },
  examples: [
    'keys issue --keys keys.ndjson --name "Ana Soto" --contact ana@soto.example',
    'keys issue --keys keys.ndjson --name "Team Lighthouse" --requests 1000',
    'keys issue --keys keys.ndjson --name Workshop --expires 2027-01-31 --count 20 --json',
  ],
  async run({ location, request, count, json, ...unused }, { stdout, clock }) {
    unused satisfies NoUnusedOption
    const { contact = null, expires_at = null, requests = null, ...holder } = request
    const isNew = await createKeyStore(location, [demoKeyRecord(clock())])
    if (isNew && !json) stdout.write(`${location} created; it holds the published demo key, too.\n\n`)
    const issued = Array.from({ length: count }, () =>
      newKey({ ...holder, contact, expires_at, requests }, clock()),
    )
    // Not shown before they are stored.
    await withKeyStore(location, (store) => store.add(issued.map(({ record }) => record)))
    const lines = issued.map(({ key, record }) => (json ? asJson(key, record) : `${record.id}  ${key}\n`))
    stdout.write(lines.join(''))
    if (!json) stdout.write(`\n${keysInWords(count)} issued. Keys are not shown again: keep them safe.\n`)
  },
})

function asJson(key: string, record: KeyRecord): string {
  const { id, kind, name, contact, created_at, expires_at } = record
  return `${jsonLine({ id, kind, name, contact, created_at, expires_at, requests: requestsOf(record), key })}\n`
}

function parseName(text: string): string {
  if (KEY_NAME.test(text)) return text
  throw new OperatorError('usage', 'expected 1 to 200 characters on one line')
}

/**
 * `2027-01-31` → `2027-01-31T00:00:00.000Z`, the beginning of that day. Only UTC is read, so that operator and gateway
 * agree in different zones.
 * @throws {OperatorError} `usage` for any other text, and for a time that has passed
 */
function laterMoment(text: string, clock: Clock): string {
  const isMoment = isCalendarDay(text) || (text.endsWith('Z') && canonicalMoment(text) !== undefined)
  if (!isMoment) throw expected('a day or a moment in UTC like 2027-01-31T12:00:00Z', text)
  const time = Date.parse(text)
  if (time <= clock()) throw new OperatorError('usage', `${text} has passed already`)
  return new Date(time).toISOString()
}

/** Lists the facts about keys, oldest first, but neither keys nor their digests. */
export const list = command({
  name: 'keys list',
  about: 'Lists the keys with their state, never the keys themselves.',
  options: { location: KEYS, json: JSON_LINES_OPTION },
  examples: ['keys list --keys keys.ndjson'],
  async run({ location, json, ...unused }, { stdout, stderr, clock }) {
    unused satisfies NoUnusedOption
    const { records, days } = await withKeyStore(location, async (store) => {
      const recordsWithDays = await recordsAndDays(store, stderr)
      for (const line of (await store.condition()).badLines)
        stderr.write(`${line}. The line counts for no key.\n`)
      return recordsWithDays
    })
    const now = clock()
    const rows = records.map((record) => rowOf(record, days.get(record.id) ?? null, now))
    stdout.write(json ? rows.map((row) => `${jsonLine(row)}\n`).join('') : table(rows))
  },
})

function rowOf(record: KeyRecord, last_used: string | null, now: number) {
  const { id, kind, name, contact, created_at, expires_at, revoked_at, revoked_by } = record
  const [state, requests] = [stateOf(record, now), requestsOf(record)]
  const ends = { created_at, expires_at, revoked_at, revoked_by }
  return { id, kind, state, name, contact, ...ends, last_used, requests }
}

/** Name and address come last, because only they can be long. */
const COLUMNS = [
  'id',
  'kind',
  'state',
  'created_at',
  'expires_at',
  'revoked_at',
  'revoked_by',
  'last_used',
  'requests',
  'contact',
  'name',
] as const

function table(rows: readonly ReturnType<typeof rowOf>[]): string {
  const cells = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => String(row[column] ?? '-')))]
  return `${alignTable(cells).join('\n')}\n`
}

/**
 * The operator as login name and host, `ana@machine-7`. sudo(8): the variable SUDO_USER names who called it. A user without
 * an entry has a number.
 */
function operatorOf({ SUDO_USER }: NodeJS.ProcessEnv): string {
  const name = SUDO_USER || loginName() || `uid ${process.getuid?.()}`
  const text = `${name}@${hostname()}`
  return KEY_NAME.test(text) ? text : 'unknown'
}

function loginName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

/** Ends a key for good. Run again, it changes nothing. */
export const revoke = command({
  name: 'keys revoke',
  about: 'Revokes a key by its id. Snapshots are refused at once, all else within a minute.',
  operands: ['<ID>'],
  options: { location: KEYS },
  examples: ['keys revoke --keys keys.ndjson key_mfrggzdfmztwq2lk'],
  async run({ location, ...unused }, { stdout, clock, env }, id) {
    unused satisfies NoUnusedOption
    const now = new Date(clock()).toISOString()
    const record = await withKeyStore(location, (store) => store.revoke(id, now, operatorOf(env)))
    if (!record) throw unknownId(id)
    stdout.write(
      `${record.id} (${record.name}) revoked at ${record.revoked_at}. ` +
        `Every gateway refuses it within ${KEY_TRUST_MS / 1000} s, snapshots at once.\n`,
    )
  },
})

/**
 * Keys that one call adds: Redis answers nothing else meanwhile. Fewer than `MAX_KEYS`, because a copy need not be added as
 * a whole: one that breaks off can be run again.
 */
const BATCH = 2_000

/** Copies keys to another store. Run again, it copies only new ones. */
export const copy = command({
  name: 'keys copy',
  about:
    'Copies keys from one store to another. Keys that are revoked in the first are revoked in the second.',
  options: {
    from: {
      name: 'from',
      value: STORE,
      required: true,
      about: 'The store to copy from; it is not changed.',
    },
    to: {
      name: 'to',
      value: STORE,
      required: true,
      about: 'The store to copy to. A missing file is created.',
    },
  },
  examples: ['keys copy --from keys.ndjson --to redis://10.0.0.5'],
  async run({ from, to, ...unused }, { stdout, stderr }) {
    unused satisfies NoUnusedOption
    const { records, days } = await withKeyStore(from, async (store) => {
      const { badLines } = await store.condition()
      // SECURITY: a bad line may be the revocation of a key that is good in the other store.
      if (badLines.length > 0)
        throw new OperatorError('bad-keys', `${badLines.join('; ')}. Nothing was copied`)
      return recordsAndDays(store, stderr)
    })
    // A key file without a key would count as cut off.
    const isNew = records.length > 0 && (await createKeyStore(to, records))
    const { copied, revoked } = isNew
      ? { copied: records.length, revoked: 0 }
      : await withKeyStore(to, (store) => copyNew(records, store))
    await withKeyStore(to, (store) => store.storeUses(days))
    stdout.write(
      `${keysInWords(copied)} copied, ${records.length - copied} were there already, ${revoked} of them revoked now\n`,
    )
  },
})

/** Adds the records that the store does not have, and revokes those of its keys that the records revoke. */
async function copyNew(records: readonly KeyRecord[], store: KeyStore) {
  const known = new Map((await recordsOf(store)).map((record) => [record.digest, record]))
  const missing = records.filter(({ digest }) => !known.has(digest))
  for (let from = 0; from < missing.length; from += BATCH) {
    await store.add(missing.slice(from, from + BATCH))
  }
  let revoked = 0
  for (const { digest, revoked_at, revoked_by } of records) {
    const there = known.get(digest)
    // A key that was missing there was added with its revocation, and one that is revoked there stays as it is.
    if (revoked_at === null || there?.revoked_at !== null) continue
    // SECURITY: a key that was revoked in the old store must not live on in the new one.
    await store.revoke(there.id, revoked_at, revoked_by)
    revoked += 1
  }
  return { copied: missing.length, revoked }
}
