import { command, type Nothing } from '../../../lib/command-line/command.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { alignTable } from '../../../lib/text/align-table.ts'
import type { KeyRecord } from '../../keys/key-store.ts'
import { ENDS_SOON_DAYS, endsSoon, requestsOf, stateOf } from '../../keys/key-verdict.ts'
import { JSON_LINES_OPTION, KEYS, recordsOf, withKeyStore } from './key-stores.ts'

/** Lists the facts about keys, oldest first, but neither keys nor their digests. */
export const list = command({
  name: 'keys list',
  about: 'Lists the keys with their state, never the keys themselves.',
  options: { location: KEYS, json: JSON_LINES_OPTION },
  examples: ['keys list --keys keys.ndjson'],
  async run({ location, json, ...unused }, { stdout, clock }) {
    unused satisfies Nothing
    const records = await withKeyStore(location, recordsOf)
    const now = clock()
    const rows = records.map((record) => rowOf(record, now))
    if (json) stdout.write(rows.map((row) => `${jsonLine(row)}\n`).join(''))
    else stdout.write(table(rows) + warning(records.filter((record) => endsSoon(record, now))))
  },
})

function rowOf(record: KeyRecord, now: number) {
  const { id, kind, name, created_at, expires_at, revoked_at } = record
  const state = stateOf(record, now)
  const [ends_soon, requests] = [endsSoon(record, now), requestsOf(record)]
  return { id, kind, state, ends_soon, name, created_at, expires_at, revoked_at, requests }
}

function warning(ending: readonly KeyRecord[]): string {
  if (ending.length === 0) return ''
  const lines = ending.map(({ id, name, expires_at }) => `  ${id}  ${expires_at}  ${name}\n`)
  return `\nWithin ${ENDS_SOON_DAYS} days these end; \`keys issue\` gives their holders new ones:\n${lines.join('')}`
}

/** The name comes last, because only it can be long. */
const COLUMNS = ['id', 'kind', 'state', 'created_at', 'expires_at', 'revoked_at', 'requests', 'name'] as const

function table(rows: readonly ReturnType<typeof rowOf>[]): string {
  const cells = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => String(row[column] ?? '-')))]
  return `${alignTable(cells).join('\n')}\n`
}
