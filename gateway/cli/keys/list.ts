import { jsonLine } from '../../../lib/json/json.ts'
import type { KeyRecord } from '../../keys/key-store.ts'
import { ENDS_SOON_DAYS, endsSoon } from '../../keys/key-verdict.ts'
import { JSON_OPTION, KEYS_OPTION, recordsOf, type SubCommand, stateOf, withKeyStore } from './sub-command.ts'

/** Shows what is known of the keys, oldest first; neither keys nor their digests. */
export const list: SubCommand = {
  command: {
    name: 'keys list',
    about: 'Lists the keys with their state, never the keys themselves.',
    options: [KEYS_OPTION, JSON_OPTION],
  },
  async run(given, { stdout, clock }) {
    const records = await withKeyStore(given.required('keys'), recordsOf)
    const now = clock()
    const rows = records.map((record) => rowOf(record, now))
    if (given.flag('json')) stdout.write(rows.map((row) => `${jsonLine(row)}\n`).join(''))
    else stdout.write(table(rows) + warning(records.filter((record) => endsSoon(record, now))))
  },
}

function rowOf(record: KeyRecord, now: number) {
  const { id, kind, name, created_at, expires_at, revoked_at } = record
  const state = stateOf(record, now)
  return { id, kind, state, ends_soon: endsSoon(record, now), name, created_at, expires_at, revoked_at }
}

function warning(ending: readonly KeyRecord[]): string {
  if (ending.length === 0) return ''
  const lines = ending.map(({ id, name, expires_at }) => `  ${id}  ${expires_at}  ${name}\n`)
  return `\nWithin ${ENDS_SOON_DAYS} days these end; \`keys issue\` gives their holders new ones:\n${lines.join('')}`
}

/** Columns of a list; the name comes last, for only it can be long. */
const COLUMNS = ['id', 'kind', 'state', 'created_at', 'expires_at', 'revoked_at', 'name'] as const

function table(rows: readonly ReturnType<typeof rowOf>[]): string {
  const cells = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column] ?? '-'))]
  const widths = COLUMNS.map((_, at) => cells.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0))
  const lineOf = (row: readonly string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')
  return cells.map((row) => `${lineOf(row).trimEnd()}\n`).join('')
}
