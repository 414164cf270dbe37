// The result of an import, for a CI job and for Prometheus.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { offersBuild } from '../../build/support/program.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { csvText, ROWS } from '../import-table.ts'

t.setTimeout(BUSY_MS)

const FIRST = Date.parse('2026-09-10T00:00:00Z')
const LATER = FIRST + 86_400_000

async function imported(t: Test) {
  const root = t.testdir({})
  const [summary, metrics] = [join(root, 'new/import.md'), join(root, 'new/import.prom')]
  const run = async (table: string, now: number, ...more: string[]) => {
    writeFileSync(join(root, 'a.csv'), table)
    const words = ['import', join(root, 'a.csv'), '--source', join(root, 'source'), '--country', 'CL']
    const outputs = ['--attribution', 'Ñandú', '--quiet', '--summary', summary, '--metrics', metrics]
    return offersBuild([...words, ...outputs, ...more], now)
  }
  const samples = () =>
    readFileSync(metrics, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('offers_import_failed'))
  return { root, run, samples, metrics, summary }
}

t.test('metrics have the result, and the time of the last success', async (t) => {
  const { run, samples, metrics, summary } = await imported(t)
  const rows = [...ROWS, (ROWS[0] ?? []).with(1, ''), Array.from({ length: 10 }, () => '')]
  t.equal((await run(csvText(rows), FIRST)).code, 0)
  t.same(samples(), [
    `offers_import_run_timestamp_seconds ${FIRST / 1000}`,
    `offers_import_success_timestamp_seconds ${FIRST / 1000}`,
    'offers_import_rows{state="offers"} 3',
    'offers_import_rows{state="rejected"} 1',
    'offers_import_rows{state="skipped"} 1',
    'offers_import_cells_not_understood 2',
  ])
  t.notMatch(readFileSync(metrics, 'utf8'), /^offers_import_failed\{.*\} 1$/m)
  t.equal(statSync(metrics).mode & 0o777, 0o644, 'node_exporter may read it')
  const text = readFileSync(summary, 'utf8')
  t.match(text, '## Imported\n')
  t.match(text, '- 3 offers from 5 rows, 1 rejected, 1 blank')
  t.match(text, '### Rejected rows, left out\n\n- 1 × Banco (issuer): line 5 is empty')
  t.match(text, '### Cells not understood, published as null\n\n- 1 × ')
  t.match(text, 'Hasta (valid\\_until): found line 4 "pronto"')

  t.equal((await run('<html>', LATER)).code, 1)
  t.same(samples().slice(0, 2), [
    `offers_import_run_timestamp_seconds ${LATER / 1000}`,
    `offers_import_success_timestamp_seconds ${FIRST / 1000}`,
  ])
  t.match(readFileSync(metrics, 'utf8'), 'offers_import_failed{code="bad-source"} 1')
  t.match(
    readFileSync(summary, 'utf8'),
    /## Import refused \(bad-source\): the source is unchanged\n\n- .*a\.csv: found an HTML page/,
  )
})

t.test('without a success, metrics have no time of one', async (t) => {
  const { run, samples } = await imported(t)
  t.equal((await run('<html>', FIRST)).code, 1)
  t.notMatch(samples().join('\n'), 'success')
})

t.test('an output that cannot be written ends with 1, and hides no other error', async (t) => {
  const { root, run } = await imported(t)
  const good = await run(csvText(ROWS), FIRST, '--report', root)
  t.match(good, { code: 1, stderr: /a folder, not a file/ })
  t.ok(existsSync(join(root, 'source/offers.ndjson')), 'the offers are imported')
  const bad = await run('<html>', FIRST, '--report', root)
  t.match(bad, { code: 1, stderr: /found an HTML page[^\n]*\n.*a folder, not a file/ })
})

t.test('--json prints the report alone', async (t) => {
  const { run } = await imported(t)
  const { stdout } = await run(csvText(ROWS), FIRST, '--json')
  t.match(JSON.parse(stdout), { offers: 3, rows: 3, rejected: 0 })
})
