// One rule for rows that cannot be placed in their columns.

import t from 'tap'
import { createDamageFinder } from '../../../import/judging/damaged-rows.ts'
import { nameColumns, rowsBelow } from '../../../import/tables/headings.ts'
import { inBatches, type Row, rowOf, type Table } from '../../../import/tables/table.ts'

const HEADINGS = 'id;banco;oferta;hasta'

/** The rows of a table with these lines below its headings, and what is damaged in the last one. */
async function lastOf(
  lines: readonly string[],
  {
    wereFull = false,
    isDoubted = false,
    delimiter = ';',
  }: { wereFull?: boolean; isDoubted?: boolean; delimiter?: string } = {},
) {
  const raw = [HEADINGS, ...lines].map((line, index) => ({ at: index + 1, cells: line.split(';') }))
  const named = nameColumns(raw, {})
  const { columns, headingCells, usualCells } = named
  const table: Table = {
    ...{ file: 'a.csv', about: [], unit: 'line', columns, headingCells, usualCells, delimiter },
    ...{ reading: {}, rows: async function* () {} },
  }
  const rows: Row[] = []
  for await (const batch of rowsBelow(inBatches(raw), named, ';'))
    rows.push(...batch.rows.map((row) => rowOf(row, columns)))
  const read = ['id', 'banco', 'oferta', 'hasta']
  const finder = createDamageFinder(
    table,
    { read, ref: ['id'], named: ['id', 'banco'] },
    { first: rows, wereFull },
  )
  const last = rows.at(-1)
  if (!last) throw new TypeError('no row')
  const { faults, notes } = finder.damageIn(last, isDoubted)
  return {
    areFull: finder.areFull,
    faults: faults.map(({ member, found }) => `${member}: ${found}`),
    notes: notes.length,
  }
}

const FULL = Array.from({ length: 9 }, (_, n) => `R-${n};Banco;20%;31/12/2026`)
/** Rows of a program that leaves out empty cells at the end. */
const SHORT = FULL.map((line, n) => (n % 2 === 0 ? line : `R-${n};Banco;20%`))

t.test('a row is rejected if its cells may be in the wrong columns, or some are lost', async (t) => {
  for (const [line, fault] of [
    ['R-9;Banco;20%;31/12/2026', undefined],
    ['R-9;Banco;20%;;;', undefined],
    [';;', undefined],
    ['Bases en la web', undefined],
    ['ID;Banco;OFERTA;Hasta', 'cells: the headings again'],
    ['R-9;Banco Ã‘irre;20%;31/12/2026', 'encoding: Banco Ã‘irre'],
    ['R-9;Banco \ufffdirre;20%;31/12/2026', 'encoding: Banco \ufffdirre'],
    ['R-9;Banco;Jam\ufffdn;31/12/2026', undefined],
    ['R-9,Banco,20%,31/12/2026', 'cells: R-9,…'],
    ['R-9;Banco', 'cells: 2 cells: R-9 …'],
    ['R-9', 'cells: 1 cell: R-9 …'],
    ['R-9;Banco;El Fogón; del Muelle;31/12/2026', 'number of cells: 5'],
  ] as const)
    t.strictSame((await lastOf([...FULL, line])).faults, fault === undefined ? [] : [fault], line)
})

t.test('a short row is damage only if nine rows in ten are full, today or in the last import', async (t) => {
  const cut = 'R-9;Banco;20%'
  t.strictSame(await lastOf([...FULL, cut]), { areFull: true, faults: ['cells: 3 cells: R-9 …'], notes: 0 })
  t.strictSame(await lastOf([...SHORT, cut]), { areFull: false, faults: [], notes: 1 }, 'and is named')
  t.strictSame(
    await lastOf([...SHORT, cut], { wereFull: true }),
    { areFull: false, faults: ['cells: 3 cells: R-9 …'], notes: 0 },
    'also if many rows are short today',
  )
  const headings = Array.from({ length: 40 }, () => HEADINGS)
  t.notOk((await lastOf([...SHORT, ...headings])).areFull, 'repeated headings are no full rows')
})

t.test(
  'more empty cells at the end than other rows have are damage next to a cell that is not understood',
  async (t) => {
    const longer = 'R-9;Banco;20%;Té;'
    t.strictSame((await lastOf([...FULL, longer])).faults, [])
    t.strictSame((await lastOf([...FULL, longer], { isDoubted: true })).faults, ['number of cells: 5'])
    const padded = FULL.map((line) => `${line};`)
    t.strictSame((await lastOf([...padded, longer], { isDoubted: true })).faults, [], 'if all rows end so')
  },
)
