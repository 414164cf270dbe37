// Changes between two days that refuse a table, and ordinary ones that do not.

import t from 'tap'
import { type Change, judgeColumns } from '../../../import/judging/judge-columns.ts'
import { memoryOf, parseMemory, type TableMemory } from '../../../import/judging/table-memory.ts'
import { TableTally } from '../../../import/judging/table-tally.ts'
import { makeReady, type ReadyMapping } from '../../../import/mapping/load-mapping.ts'
import { createMapRow } from '../../../import/mapping/map-row.ts'
import type { Row } from '../../../import/tables/table.ts'

const NO_FACTS = { endsOpen: false, areFull: false, repeated: {} }

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
        ...{ category: { constant: 'Otros' }, comunas: { column: 'Comuna' } },
        ...{ valid_until: { column: 'Hasta' }, benefit },
      },
    },
    'mapping.json',
  )
}

const COLUMNS = ['Código', 'Comercio', 'Beneficio', 'Hasta', 'Tope', 'Comuna']
type Cells = Readonly<Record<string, string>>

function tallyOf(rows: readonly Cells[], mapping: ReadyMapping): TableTally {
  const mapRow = createMapRow(mapping, COLUMNS, [])
  const tally = new TableTally()
  for (const [index, cells] of rows.entries()) {
    const all: Cells = { Código: `R-${index}`, Comercio: `Local ${index}`, ...cells }
    const row: Row = {
      ...{
        at: index + 2,
        isHeadings: false,
        isBlank: false,
        filled: 5,
        width: 5,
        cells: 5,
        values: [],
        columns: [],
      },
      get: (column) => all[column] || null,
    }
    const mapped = mapRow(row)
    if ('cells' in mapped) tally.add(row, mapped.cells)
  }
  return tally
}

/** Rows with these texts in one column; a number repeats the text before it. */
function rowsOf(column: string, ...parts: (string | number)[]): Cells[] {
  return parts.flatMap((part, index) => {
    const next = parts[index + 1]
    if (typeof part === 'number') return []
    return Array.from({ length: typeof next === 'number' ? next : 1 }, () => ({ [column]: part }))
  })
}

function remembered(rows: readonly Cells[], mapping = mappingOf()): TableMemory | undefined {
  const memory = memoryOf(tallyOf(rows, mapping), NO_FACTS)
  return parseMemory(JSON.parse(JSON.stringify(memory)))
}

function judge(before: readonly Cells[] | null, now: readonly Cells[], mapping = mappingOf()): string[] {
  const memory = before === null ? undefined : remembered(before)
  return judgeColumns(tallyOf(now, mapping), { mapping, before: memory }).map(
    ({ member, found }) => `${member}: ${found}`,
  )
}

t.test('a column is reported if it was understood and most of its cells no longer are', async (t) => {
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
    'two cells prove nothing',
  )
})

t.test('cells that limit their figure are of a known form: more of them are an ordinary day', async (t) => {
  const before = rowsOf('Beneficio', '$ 5.000 de descuento', 9, 'Hasta $ 5.000', 7)
  t.strictSame(judge(before, rowsOf('Beneficio', '$ 5.000 de descuento', 8, 'Hasta $ 5.000', 9)), [])
  t.equal(judge(before, rowsOf('Beneficio', '$ 5.000 de descuento', 8, '5.000', 9)).length, 1)
})

t.test('on the first day, a column of which no cell is understood is reported', async (t) => {
  const cases: [column: string, now: (string | number)[], found: string[]][] = [
    ['Hasta', ['pronto', 40], ['valid_until: none of 40 cells is understood']],
    ['Hasta', ['2026-12-31', 3], ['valid_until: none of 3 cells is understood']],
    ['Hasta', ['2026-12-31', 2], []],
    ['Hasta', ['pronto', 40, '31/12/2026'], []],
    ['Beneficio', ['20', 3], ['benefit.value: none of 3 cells is understood']],
    ['Beneficio', ['hasta 40%', 4, '20', 3], []],
    ['Comuna', ['12', 3], ['comunas: none of 3 cells is understood']],
    ['Comuna', ['12', 3, 'Maipú'], []],
    ['Comuna', ['Todas excepto Maipú', 3], []],
  ]
  for (const [column, now, found] of cases)
    t.strictSame(judge(null, rowsOf(column, ...now)), found, now.join(' '))
})

t.test('each change names the column and its first cells, and gives advice', async (t) => {
  const changes = (before: Cells[] | null, now: Cells[], mapping = mappingOf()): Change[] => {
    const memory = before === null ? undefined : remembered(before, mapping)
    return judgeColumns(tallyOf(now, mapping), { mapping, before: memory })
  }
  const unread = [2, 3, 4].map((at) => ({ at, found: 'pronto' }))
  const until = {
    ...{ column: 'Hasta', member: 'valid_until', unread, expected: 'a day (DD/MM/YYYY)' },
    isReplaceable: false,
  }
  const now = rowsOf('Hasta', 'pronto', 4)
  const [found, advice] = ['none of 4 cells is understood', 'change /offer/valid_until in mapping.json']
  t.strictSame(changes(null, now), [{ ...until, found, advice: `correct the cells, or ${advice}` }])
  t.strictSame(changes(rowsOf('Hasta', '31/12/2026', 4, '1/10/2026'), now), [
    {
      ...until,
      found: 'all 4 cells are not understood; before, cells were like "31/12/2026"',
      advice: `put the cells back as they were, or ${advice}`,
    },
  ])
})

t.test('a memory that lacks a member, or has a wrong one, is ignored', async (t) => {
  const memory = remembered(rowsOf('Hasta', '31/12/2026', 3))
  const column = { filled: 3, understood: 3, example: '31/12/2026' }
  t.match(memory, { rows: 3, endsOpen: false, columns: { 'valid_until Hasta': column } })
  for (const name of ['rows', 'endsOpen', 'columns'])
    t.equal(parseMemory({ ...memory, [name]: undefined }), undefined, name)
  t.equal(parseMemory({ ...memory, rows: 'many' }), undefined)
})

t.test('the counts of several files are added up', async (t) => {
  const mapping = mappingOf()
  const whole = new TableTally()
  for (const text of ['pronto', '31/12/2026', '31/12/2026'])
    whole.merge(tallyOf(rowsOf('Hasta', text, 3), mapping))
  t.match(memoryOf(whole, { ...NO_FACTS, endsOpen: true }), {
    rows: 9,
    endsOpen: true,
    columns: { 'valid_until Hasta': { filled: 9, understood: 6, example: '31/12/2026' } },
  })
})

t.test('a column is compared also if the mapping reads it differently', async (t) => {
  const before = remembered(rowsOf('Hasta', '31/12/2026', 40))
  const now = tallyOf(rowsOf('Hasta', 'pronto', 40), mappingOf(['YYYY-MM-DD']))
  t.equal(judgeColumns(now, { mapping: mappingOf(['YYYY-MM-DD']), before }).length, 1)
})
