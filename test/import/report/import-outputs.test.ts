// The result of an import for a CI job, for the person who fills in the table, and for programs.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { offersBuild } from '../../build/support/program.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { csvText, ROWS } from '../import-table.ts'

t.setTimeout(BUSY_MS)

async function imported(t: Test) {
  const root = t.testdir({})
  const summary = join(root, 'new/import.md')
  const run = async (table: string, ...more: string[]) => {
    writeFileSync(join(root, 'a.csv'), table)
    const words = ['import', join(root, 'a.csv'), '--source', join(root, 'source'), '--country', 'CL']
    return offersBuild([...words, '--attribution', 'Ñandú', ...more])
  }
  return { root, run, summary }
}

t.test('the summary names each cell, also if the import is refused', async (t) => {
  const { run, summary } = await imported(t)
  const rows = [...ROWS, (ROWS[0] ?? []).with(1, ''), Array.from({ length: 10 }, () => '')]
  t.equal((await run(csvText(rows), '--summary', summary)).code, 0)
  const text = readFileSync(summary, 'utf8')
  t.match(text, '## Imported\n')
  t.match(text, '- 3 offers from 5 rows, 1 rejected, 1 empty')
  t.match(
    text,
    '### Rejected rows, left out\n\n- 1 × Banco (issuer), expected a text: every offer needs one\n  - line 5 nothing',
  )
  t.match(text, /### Cells not understood, published as null\n\n- 1 × /)
  t.match(text, /- 1 × Hasta \(valid\\_until\), expected .*\n {2}- line 4 "pronto"/)

  t.equal((await run('<html>', '--summary', summary)).code, 1)
  t.match(
    readFileSync(summary, 'utf8'),
    /## Import refused \(bad-source\): the source is unchanged\n\n- .*a\.csv: found an HTML page/,
  )
})

t.test('the summary names the rows with the offer of an earlier row', async (t) => {
  const { run, summary } = await imported(t)
  const { stdout } = await run(csvText([...ROWS, ...ROWS.slice(0, 1)]), '--summary', summary)
  t.match(stdout, '3 offers from 4 rows, 1 with the same offer as an earlier row')
  t.notMatch(stdout, 'that no earlier row has')
  t.match(
    readFileSync(summary, 'utf8'),
    /### Rows that are no offers, left out\n\n- 1 × copy\n {2}- line 5 "/,
  )
})

t.test('a summary that cannot be written ends with 1, and hides no other error', async (t) => {
  const { root, run } = await imported(t)
  const good = await run(csvText(ROWS), '--summary', root)
  t.match(good, { code: 1, stderr: /a folder, not a file/ })
  t.ok(existsSync(join(root, 'source/offers.ndjson')), 'the offers are imported')
  const bad = await run('<html>', '--summary', root)
  t.match(bad, { code: 1, stderr: /found an HTML page/ })
})

t.test('--json prints the report alone', async (t) => {
  const { run } = await imported(t)
  const { stdout } = await run(csvText(ROWS), '--json')
  t.match(JSON.parse(stdout), { offers: 3, rows: 3, rejected: 0 })
})
