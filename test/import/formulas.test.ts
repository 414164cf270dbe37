// Workbooks of programs that write formulas and no results. No cell is lost without a word.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import t, { type Test } from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { fileOf, offersOf } from './import-table.ts'

t.setTimeout(BUSY_MS)

const HEADINGS = ['Código', 'Banco', 'Comercio', 'Categoría', 'Beneficio', 'Precio', 'Desde', 'Hasta']
const row = (n: number) => [
  ...[`R-${100 + n}`, 'Banco Lenga', `Local ${n}`, 'Cafés', '20%', '$ 5.000', '01/09/2026', '31/12/2026'],
]

/** Imports eight rows, of which some cells are formulas, by heading and row. */
async function importWith(
  t: Test,
  formulas: readonly (readonly [heading: string, rows: readonly number[]])[],
  more: readonly string[] = [],
) {
  const rows: (string | null)[][] = [HEADINGS, ...[1, 2, 3, 4, 5, 6, 7, 8].map(row)]
  const cells = new Map<string, { formula: string }>()
  for (const [heading, places] of formulas)
    for (const place of places) {
      const column = HEADINGS.indexOf(heading)
      rows[place]?.splice(column, 1, null)
      cells.set(`${place},${column}`, { formula: `X${place + 1}` })
    }
  const file = fileOf(t, 'ofertas.xlsx', await writeXlsx({ sheets: [{ name: 'Ofertas', rows, cells }] }))
  const source = join(t.testdir({}), 'source')
  const ended = await offersBuild([
    ...['import', file, '--source', source, '--country', 'CL', '--attribution', 'Datos'],
    ...['--title', 'Comercio', ...more],
  ])
  return { ...ended, source }
}

t.test('a formula without a result is null, and named with what to do', async (t) => {
  const { code, stdout, stderr, source } = await importWith(t, [
    ['Hasta', [2, 5]],
    ['Beneficio', [4]],
  ])
  t.equal(code, 0, stderr)
  t.match(stdout, '2 × Hasta (valid_until): found row 3 "=X3"; row 6 "=X6"; expected a result, which the')
  t.match(stdout, /× Beneficio \(benefit\): found row 5 "=X5"/)
  t.match(offersOf(source), { 1: { valid_until: null }, length: 8 })
  // A price next to it may be the one before the discount.
  t.match(offersOf(source)[3], { benefit: { kind: 'other', value: null } })
})

t.test('a formula in a code, an issuer or a title rejects the row: no id is made of a part', async (t) => {
  const { stdout, source } = await importWith(t, [
    ['Código', [2]],
    ['Banco', [3]],
    ['Comercio', [4]],
  ])
  t.match(stdout, '1 × Código (ref): found row 3 "=X3"; expected a result, which the workbook lacks')
  t.match(stdout, '1 × Comercio (title): found row 5 "=X5"; expected a result, which the workbook lacks')
  t.match(stdout, '5 offers from 8 rows, 3 rejected')
  const rejected = readFileSync(join(source, 'rejected.ndjson'), 'utf8').trim().split('\n')
  t.match(
    rejected.map((line) => JSON.parse(line)),
    [
      { issuer: 'banco-lenga', ref: null, at: 'ofertas.xlsx:3' },
      { issuer: null, ref: 'R-103', at: 'ofertas.xlsx:4' },
      { issuer: 'banco-lenga', ref: 'R-104', at: 'ofertas.xlsx:5' },
    ],
  )
})

t.test('a column of nothing but such formulas refuses the first import, and names the option', async (t) => {
  const { code, stderr, source } = await importWith(t, [['Beneficio', [1, 2, 3, 4, 5, 6, 7]]])
  t.equal(code, 0, stderr)
  t.match(offersOf(source)[0], { benefit: { kind: 'other', value: null } })
  const all = await importWith(t, [['Hasta', [1, 2, 3, 4, 5, 6, 7, 8]]], ['--until', 'Hasta'])
  t.equal(all.code, 1)
  t.match(all.stderr, 'Hasta (valid_until): none of 8 cells is understood')
  t.match(all.stderr, 'found row 2 "=X2"; row 3 "=X3"')
  t.match(
    all.stderr,
    'expected a result, which the workbook lacks: open it in a spreadsheet program and save it',
  )
  t.match(all.stderr, 'name another column with --until; "none" leaves it out')
  t.notOk(existsSync(all.source))
})
