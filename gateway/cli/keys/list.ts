import { jsonLine } from '../../../contract/lib/json.ts'
import type { KeyRecord } from '../../keys/key-store.ts'
import { endOf } from '../../keys/key-verdict.ts'
import { JSON_OPTION, KEYS_OPTION, recordsOf, type SubCommand, withKeyStore } from './sub-command.ts'

/** Shows what is known of the keys, oldest first; neither keys nor their digests. */
export const list: SubCommand = {
  command: {
    name: 'keys list',
    about: 'Lists the keys with their state, never the keys themselves.',
    options: [KEYS_OPTION, JSON_OPTION],
  },
  async run(given, { stdout, clock }) {
    const records = await withKeyStore(given.required('keys'), recordsOf)
    const rows = records.map((record) => rowOf(record, clock()))
    stdout.write(given.flag('json') ? rows.map((row) => `${jsonLine(row)}\n`).join('') : table(rows))
  },
}

function rowOf(record: KeyRecord, now: number) {
  const { id, kind, name, created_at, expires_at, revoked_at } = record
  return { id, kind, state: stateOf(record, now), name, created_at, expires_at, revoked_at }
}

function stateOf(record: KeyRecord, now: number): 'revoked' | 'expired' | 'good' {
  if (record.revoked_at !== null) return 'revoked'
  return now >= endOf(record) ? 'expired' : 'good'
}

/** Columns of a list; the name comes last, for only it can be long. */
const COLUMNS = ['id', 'kind', 'state', 'created_at', 'expires_at', 'revoked_at', 'name'] as const

function table(rows: readonly Record<(typeof COLUMNS)[number], string | null>[]): string {
  const cells = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column] ?? '-'))]
  const widths = COLUMNS.map((_, at) => cells.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0))
  const lineOf = (row: readonly string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')
  return cells.map((row) => `${lineOf(row).trimEnd()}\n`).join('')
}
