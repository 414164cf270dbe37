// What changes between two days count as changes of the table, and what is life.

import t from 'tap'
import { judgeColumns } from '../../../import/judging/judge-columns.ts'
import { memoryOf, parseMemory, type TableMemory } from '../../../import/judging/table-memory.ts'
import { TableTally } from '../../../import/judging/table-tally.ts'
import { makeReady, type ReadyMapping } from '../../../import/mapping/load-mapping.ts'
import { createMapRow } from '../../../import/mapping/map-row.ts'
import type { Row } from '../../../import/tables/table.ts'

function mappingOf(dates: ReadyMapping['formats']['dates'] = ['DD/MM/YYYY']): ReadyMapping {
  const benefit: ReadyMapping['offer']['benefit'] = {
    worth: [{ column: 'Beneficio', as: 'discount' }],
    kind: null,
    cap: { column: 'Tope' },
    summary: { column: 'Comercio' },
  }
  return makeReady(
    {
      catalogue: { attribution: 'x', country: 'CL', time_zone: null },
      formats: { dates, decimal: ',', currency: 'CLP' },
      issuer_type: 'bank',
      offer: {
        ...{ ref: { column: 'Código' }, issuer: { constant: 'Banco Lenga' }, title: { column: 'Comercio' } },
        ...{ category: { constant: 'Otros' }, valid_until: { column: 'Hasta' }, benefit },
      },
    },
    'mapping.json',
  )
}

const COLUMNS = ['Código', 'Comercio', 'Beneficio', 'Hasta', 'Tope']
type Cells = Readonly<Record<string, string>>

function tallyOf(rows: readonly Cells[], mapping: ReadyMapping): TableTally {
  const mapRow = createMapRow(mapping)
  const tally = new TableTally(COLUMNS)
  for (const [index, cells] of rows.entries()) {
    const all: Cells = { Código: `R-${index}`, Comercio: `Local ${index}`, ...cells }
    const row: Row = {
      ...{ at: index + 2, isHeadings: false, isBlank: false, filled: 5, width: 5, cells: 5 },
      get: (column) => all[column] || null,
    }
    const mapped = mapRow(row)
    if ('cells' in mapped) tally.add(row, mapped.cells)
  }
  return tally
}

/** Rows with these texts in one column; a number is how many there are of the text before it. */
function rowsOf(column: string, ...parts: (string | number)[]): Cells[] {
  return parts.flatMap((part, index) => {
    const next = parts[index + 1]
    if (typeof part === 'number') return []
    return Array.from({ length: typeof next === 'number' ? next : 1 }, () => ({ [column]: part }))
  })
}

function remembered(rows: readonly Cells[], mapping = mappingOf()): TableMemory | undefined {
  const memory = memoryOf(tallyOf(rows, mapping), mapping, { headings: COLUMNS, endsOpen: false })
  return parseMemory(JSON.parse(JSON.stringify(memory)))
}

function judge(before: readonly Cells[] | null, now: readonly Cells[], mapping = mappingOf()): string[] {
  const memory = before === null ? undefined : remembered(before)
  return judgeColumns(tallyOf(now, mapping), { mapping, before: memory }).map(
    ({ member, found }) => `${member}: ${found}`,
  )
}

t.test('most cells of a column that was understood are not', async (t) => {
  const before = rowsOf('Hasta', '31/12/2026', 30, '15/10/2026', 10)
  const cases: [now: (string | number)[], isChanged: boolean][] = [
    [['31/12/2026', 19, 'pronto', 21], true],
    [['31/12/2026', 20, 'pronto', 20], false],
    [['pronto', 3], true],
    [['pronto', 2], false],
    [['31/12/2026', 2, 'pronto', 2], false],
    [['31/12/2026', 40], false],
  ]
  for (const [now, isChanged] of cases) {
    t.equal(judge(before, rowsOf('Hasta', ...now)).length, isChanged ? 1 : 0, now.join(' '))
  }
  const vague = rowsOf('Hasta', '31/12/2026', 20, 'pronto', 20)
  t.strictSame(judge(vague, rowsOf('Hasta', 'pronto', 40)), [], 'it was not understood before')
  t.strictSame(
    judge(rowsOf('Hasta', '31/12/2026', 2), rowsOf('Hasta', 'pronto', 40)),
    [],
    'two cells say nothing',
  )
  t.strictSame(judge(null, rowsOf('Hasta', 'pronto', 40)), [], 'on the first day')
})

t.test('figures of a new form that are not understood', async (t) => {
  const before = rowsOf('Beneficio', '20%', 30, '2x1', 10)
  const form = (count: number, of: number) =>
    `benefit.value: ${count} of ${of} cells are not understood in the form that they have now; before, cells were like "20%", "2x1"`
  const cases: [now: (string | number)[], found: string[]][] = [
    [['20%', 30, '2', 10], [form(10, 40)]],
    [['20%', 36, '2', 4], [form(4, 40)]],
    [['20%', 37, '2', 3], []],
    [['20%', 17, '2', 3], [form(3, 20)]],
    [['20%', 18, '2', 2], []],
    // Offers that are new, next to all that were there.
    [['20%', 30, '2x1', 10, '10%-20%', 8], []],
    // Words are no form: a bank describes its offers as it likes.
    [['20%', 30, 'hasta 50%', 10], []],
  ]
  for (const [now, found] of cases)
    t.strictSame(judge(before, rowsOf('Beneficio', ...now)), found, now.join(' '))
  const odd = rowsOf('Beneficio', '20%', 30, '2', 10)
  t.strictSame(judge(odd, rowsOf('Beneficio', '20%', 26, '2', 14)), [], 'a form that was there is not new')
})

t.test('the order of days', async (t) => {
  const order = (other: number, of: number, own: number) =>
    `valid_until: ${other} of ${of} days can only be MM/DD/YYYY, ${own} only DD/MM/YYYY`
  const cases: [now: (string | number)[], found: string[]][] = [
    [['01/09/2026', 39, '12/31/2026'], [order(1, 40, 0)]],
    [['31/12/2026', 5, '12/31/2026', 6], [order(6, 11, 5)]],
    [['31/12/2026', 6, '12/31/2026', 6], []],
    [['01/09/2026', 40], []],
  ]
  for (const [now, found] of cases) {
    t.strictSame(judge(null, rowsOf('Hasta', ...now)), found, `${now.join(' ')}, on the first day`)
  }
  const american = mappingOf(['MM/DD/YYYY'])
  t.strictSame(judge(null, rowsOf('Hasta', '31/12/2026', 1), american), [
    'valid_until: all 1 days can only be DD/MM/YYYY, 0 only MM/DD/YYYY',
  ])
  t.strictSame(judge(null, rowsOf('Hasta', '31/12/2026', '12/31/2026'), mappingOf(['YYYY-MM-DD'])), [])
})

t.test('days of a pattern that the mapping does not name are noticed on the first day', async (t) => {
  const cases: [now: (string | number)[], found: string[]][] = [
    [['2026-12-31', 4], ['valid_until: all 4 days are YYYY-MM-DD now']],
    [['2026-12-31', 3, '31/12/2026', 2], ['valid_until: 3 of 5 days are YYYY-MM-DD now']],
    [['2026-12-31', 3, '31/12/2026', 3], []],
    [['2026-12-31', 2], []],
    [['2026-12-31', 3, 'pronto'], ['valid_until: 3 of 4 days are YYYY-MM-DD now']],
    [['20261231', 3], ['valid_until: all 3 days are YYYYMMDD now']],
  ]
  for (const [now, found] of cases) t.strictSame(judge(null, rowsOf('Hasta', ...now)), found, now.join(' '))
  const iso = mappingOf(['YYYY-MM-DD'])
  t.strictSame(judge(null, rowsOf('Hasta', '9999-12-31', 40), iso), [], 'no pattern would help')
})

t.test('days that lost their zeros, and do not show their order', async (t) => {
  const padded = rowsOf('Hasta', '01/09/2026', 5, '10/12/2026', 5)
  const cases: [now: (string | number)[], isChanged: boolean][] = [
    [['9/1/2026', 5, '12/9/2026', 5], true],
    [['1-9-2026', 3], true],
    [['10/12/2026', 5], false],
    [['9/1/2026', 2], false],
    [['9/1/2026', 5, '10/12/2026', 5], true],
    [['9/1/2026', 5, '01/10/2026', 1], false],
    [['9/1/2026', 5, '31/12/2026', 5], false],
    [['1 de septiembre de 2026', 10], false],
  ]
  for (const [now, isChanged] of cases) {
    t.equal(judge(padded, rowsOf('Hasta', ...now)).length, isChanged ? 1 : 0, now.join(' '))
  }
})

t.test('columns that were full are empty', async (t) => {
  const full = rowsOf('Tope', '$ 5.000', 30, '', 10)
  const found = (count: number, of: number) => [
    `benefit/cap: ${count} of ${of} cells hold something; before, 30 of 40 did`,
  ]
  const cases: [now: (string | number)[], found: string[]][] = [
    [['', 40], found(0, 40)],
    [['$ 5.000', 2, '', 38], found(2, 40)],
    [['$ 5.000', 3, '', 37], []],
    [['', 4], found(0, 4)],
    [['', 3], []],
  ]
  for (const [now, changes] of cases)
    t.strictSame(judge(full, rowsOf('Tope', ...now)), changes, now.join(' '))
  const half = rowsOf('Tope', '$ 5.000', 20, '', 20)
  t.strictSame(judge(half, rowsOf('Tope', '', 40)), [])
})

t.test('a column that the mapping reads otherwise is new', async (t) => {
  const before = remembered(rowsOf('Hasta', '31/12/2026', 40))
  const now = rowsOf('Hasta', 'pronto', 40)
  const changesBy = (mapping: ReadyMapping) => judgeColumns(tallyOf(now, mapping), { mapping, before }).length
  t.equal(changesBy(mappingOf()), 1)
  t.equal(changesBy(mappingOf(['DD/MM/YYYY', 'YYYY-MM-DD'])), 0)
  t.equal(parseMemory({ rows: 'many' }), undefined)
})
