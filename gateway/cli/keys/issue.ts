import { KEY_KINDS, type KeyKind } from '../../../contract/keys/kinds.ts'
import { type ParsedOptions, parseInteger } from '../../../lib/command-line/cli-options.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { demoKeyRecord, KEY_NAME, type KeyRequest, newKey } from '../../keys/key-record.ts'
import { createKeyStore } from '../../keys/open-key-store.ts'
import { JSON_OPTION, KEYS_OPTION, keysInWords, type SubCommand, withKeyStore } from './sub-command.ts'

const MAX_KEYS = 100_000

/** As many are stored at a time; none is shown before it is stored. */
const BATCH = 20_000

/** Makes new keys. It is the only moment at which they can be seen. */
export const issue: SubCommand = {
  command: {
    name: 'keys issue',
    about: 'Issues keys and shows them, once. A key file that does not exist is created.',
    options: [
      KEYS_OPTION,
      { name: 'name', value: 'NAME', about: 'Who the keys are for. Required.' },
      { name: 'kind', value: KEY_KINDS.join('|'), default: 'named', about: 'What the keys may do.' },
      { name: 'expires', value: 'ISO', about: 'When they end, in UTC. Without it they do not.' },
      { name: 'count', value: 'N', default: '1', about: 'How many to issue.' },
      JSON_OPTION,
    ],
  },
  async run(given, { stdout, clock }) {
    const request = requestIn(given, clock())
    const count = parseInteger('count', given.required('count'), 1, MAX_KEYS)
    const location = given.required('keys')
    const json = given.flag('json')
    const isNew = await createKeyStore(location, [demoKeyRecord(clock())])
    if (isNew && !json) stdout.write(`${location} created; it holds the published demo key, too.\n\n`)
    await withKeyStore(location, async (store) => {
      for (let left = count; left > 0; left -= BATCH) {
        const issued = Array.from({ length: Math.min(left, BATCH) }, () => newKey(request, clock()))
        await store.add(issued.map(({ record }) => record))
        stdout.write(issued.map(json ? asJson : asText).join(''))
      }
    })
    if (!json) {
      const care =
        count === 1 ? 'Keep it safe: it is not shown again.' : 'Keep them safe: they are not shown again.'
      stdout.write(`\n${keysInWords(count)} issued. ${care}\n`)
    }
  },
}

type Issued = ReturnType<typeof newKey>

function asJson({ key, record: { id, kind, name, created_at, expires_at } }: Issued): string {
  return `${jsonLine({ id, kind, name, created_at, expires_at, key })}\n`
}

function asText({ key, record }: Issued): string {
  return `${record.id}  ${key}\n`
}

function requestIn(given: ParsedOptions, now: number): KeyRequest {
  const name = given.required('name')
  if (!KEY_NAME.test(name)) {
    throw new OperatorError('usage', '--name: expected 1 to 200 characters on one line')
  }
  const expires = given.text('expires')
  return {
    kind: kindIn(given.required('kind')),
    name,
    expires_at: expires === undefined ? null : laterInstant(expires, now),
  }
}

function kindIn(text: string): KeyKind {
  const kind = KEY_KINDS.find((each) => each === text)
  if (!kind) throw new OperatorError('usage', `--kind: expected ${KEY_KINDS.join(' or ')}, found ${text}`)
  return kind
}

/** A day, or a time of one; in UTC, so that an operator and a gateway in different zones agree. */
const UTC = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/

function laterInstant(text: string, now: number): string {
  const day = UTC.exec(text)?.[1]
  const time = Date.parse(text)
  // `Date` takes 30 February for 2 March.
  const exists = day !== undefined && !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
  if (!exists) {
    throw new OperatorError(
      'usage',
      `--expires: expected a day or an instant in UTC like 2027-01-31T12:00:00Z, found ${text}`,
    )
  }
  if (time <= now) throw new OperatorError('usage', `--expires: ${text} has passed already`)
  return new Date(time).toISOString()
}
