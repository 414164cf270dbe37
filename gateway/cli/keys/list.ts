import { command, type Nothing } from '../../../lib/command-line/command.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { alignTable } from '../../../lib/text/align-table.ts'
import type { KeyRecord } from '../../keys/key-store.ts'
import { requestsOf, stateOf } from '../../keys/key-verdict.ts'
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
    stdout.write(json ? rows.map((row) => `${jsonLine(row)}\n`).join('') : table(rows))
  },
})

function rowOf(record: KeyRecord, now: number) {
  const { id, kind, name, created_at, expires_at, revoked_at } = record
  const [state, requests] = [stateOf(record, now), requestsOf(record)]
  return { id, kind, state, name, created_at, expires_at, revoked_at, requests }
}

/** The name comes last, because only it can be long. */
const COLUMNS = ['id', 'kind', 'state', 'created_at', 'expires_at', 'revoked_at', 'requests', 'name'] as const

function table(rows: readonly ReturnType<typeof rowOf>[]): string {
  const cells = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => String(row[column] ?? '-')))]
  return `${alignTable(cells).join('\n')}\n`
}
