import { KEY_KINDS, RATE_WINDOW_SECONDS } from '../../../contract/keys/kinds.ts'
import { command, type Nothing, type OptionsFor } from '../../../lib/command-line/command.ts'
import { expected, integer, wordAmong } from '../../../lib/command-line/parsers.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { canonicalMoment, isCalendarDay } from '../../../lib/time/calendar.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { demoKeyRecord, KEY_NAME, type KeyRequest, MAX_REQUESTS, newKey } from '../../keys/key-record.ts'
import type { KeyRecord } from '../../keys/key-store.ts'
import { requestsOf } from '../../keys/key-verdict.ts'
import { createKeyStore } from '../../keys/open-key-store.ts'
import { JSON_LINES_OPTION, KEYS, withKeyStore } from './key-stores.ts'

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
  expires_at: {
    name: 'expires',
    value: 'ISO',
    about: 'The end of the key: a day or a moment, in UTC. Without it the key does not end.',
    parse: laterMoment,
  },
  requests: {
    name: 'requests',
    value: 'N',
    about: `Requests that the key may make in ${RATE_WINDOW_SECONDS} s. Without it, the number of its kind.`,
    parse: integer(1, MAX_REQUESTS),
  },
} as const satisfies OptionsFor<KeyRequest>

/** Makes a new key, and shows it this once. */
export const issue = command({
  name: 'keys issue',
  about: 'Issues a key and shows it once. A missing key file is created.',
  options: { location: KEYS, request: REQUEST, json: JSON_LINES_OPTION },
  examples: [
    'keys issue --keys keys.ndjson --name "Ana Soto"',
    'keys issue --keys keys.ndjson --name "Team Lighthouse" --requests 1000',
    'keys issue --keys keys.ndjson --name Workshop --expires 2027-01-31 --json',
  ],
  async run({ location, request, json, ...unused }, { stdout, clock }) {
    unused satisfies Nothing
    const { expires_at = null, requests = null, ...holder } = request
    const isNew = await createKeyStore(location, [demoKeyRecord(clock())])
    if (isNew && !json) stdout.write(`${location} created; it holds the published demo key, too.\n\n`)
    const { key, record } = newKey({ ...holder, expires_at, requests }, clock())
    // Not shown before it is stored.
    await withKeyStore(location, (store) => store.add([record]))
    stdout.write(json ? asJson(key, record) : `${record.id}  ${key}\n`)
    if (!json) stdout.write('\n1 key issued. Keep it safe: it is not shown again.\n')
  },
})

function asJson(key: string, record: KeyRecord): string {
  const { id, kind, name, created_at, expires_at } = record
  return `${jsonLine({ id, kind, name, created_at, expires_at, requests: requestsOf(record), key })}\n`
}

function parseName(text: string): string {
  if (KEY_NAME.test(text)) return text
  throw new OperatorError('usage', 'expected 1 to 200 characters on one line')
}

/** In UTC, so that operator and gateway agree in different zones. */
function laterMoment(text: string, clock: Clock): string {
  const isMoment = isCalendarDay(text) || (text.endsWith('Z') && canonicalMoment(text) !== undefined)
  if (!isMoment) throw expected('a day or a moment in UTC like 2027-01-31T12:00:00Z', text)
  const time = Date.parse(text)
  if (time <= clock()) throw new OperatorError('usage', `${text} has passed already`)
  return new Date(time).toISOString()
}
