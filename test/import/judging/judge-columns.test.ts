// Changes between two days that refuse a table, and ordinary ones that do not.

import t from 'tap'
import { type Change, judgeColumns } from '../../../import/judging/judge-columns.ts'
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

/** Rows with these texts in one column; a number repeats the text before it. */
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
  t.strictSame(judge(null, rowsOf('Hasta', 'pronto', 40)), [], 'on the first day')
})

t.test('figures of a new form that are not understood are reported', async (t) => {
  const before = rowsOf('Beneficio', '20%', 30, '2x1', 10)
  const form = (count: number, of: number) =>
    `benefit.value: ${count} of ${of} cells are not understood in the form that they have now; before, cells were like "20%", "2x1"`
  const cases: [now: (string | number)[], found: string[]][] = [
    [['20%', 30, '2', 10], [form(10, 40)]],
    [['20%', 36, '2', 4], [form(4, 40)]],
    [['20%', 37, '2', 3], []],
    [['20%', 17, '2', 3], [form(3, 20)]],
    [['20%', 18, '2', 2], []],
    // New offers, in addition to all earlier ones.
    [['20%', 30, '2x1', 10, '10%-20%', 8], []],
    // Words have no form: a bank describes its offers as it likes.
    [['20%', 30, 'hasta 50%', 10], []],
  ]
  for (const [now, found] of cases)
    t.strictSame(judge(before, rowsOf('Beneficio', ...now)), found, now.join(' '))
  for (const known of [10, 2]) {
    const odd = rowsOf('Beneficio', '20%', 30, '2', known)
    t.strictSame(judge(odd, rowsOf('Beneficio', '20%', 20, '2', 20)), [], 'a known form is not new')
  }
  const odd = rowsOf('Beneficio', '20%', 30, '2', 1)
  t.equal(judge(odd, rowsOf('Beneficio', '20%', 20, '2', 20)).length, 1, 'one cell of it was a fault')
})

t.test('days that fit only the other order are reported', async (t) => {
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

t.test('days in a pattern that the mapping does not name are reported on the first day', async (t) => {
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

t.test('days that lost their zeros, and do not show their order, are reported', async (t) => {
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

t.test('columns that were filled and are empty now are reported', async (t) => {
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

t.test('each change names the column and its first cells, and gives advice', async (t) => {
  const changes = (before: Cells[] | null, now: Cells[], mapping = mappingOf()): Change[] => {
    const memory = before === null ? undefined : remembered(before, mapping)
    return judgeColumns(tallyOf(now, mapping), { mapping, before: memory })
  }
  const until = { column: 'Hasta', member: 'valid_until' }
  const examplesOf = (at: number, ...texts: string[]) =>
    texts.map((found, index) => ({ at: at + index, found }))
  const dates = rowsOf('Hasta', '31/12/2026', 4, '1/10/2026')
  const caps = rowsOf('Tope', '$ 5.000', 13)
  const cases: [before: Cells[] | null, now: Cells[], change: Change][] = [
    [
      null,
      rowsOf('Hasta', '01/09/2026', 3, '12/31/2026'),
      {
        ...until,
        found: '1 of 4 days can only be MM/DD/YYYY, 0 only DD/MM/YYYY',
        examples: examplesOf(5, '12/31/2026'),
        advice: 'replace "DD/MM/YYYY" by "MM/DD/YYYY" in /formats/dates of mapping.json',
      },
    ],
    [
      null,
      rowsOf('Hasta', 'pronto', '2026-12-31', 3),
      {
        ...until,
        found: '3 of 4 days are YYYY-MM-DD now',
        examples: examplesOf(3, '2026-12-31', '2026-12-31', '2026-12-31'),
        advice: 'add "YYYY-MM-DD" to /formats/dates in mapping.json',
      },
    ],
    [
      rowsOf('Hasta', '01/09/2026', 3),
      rowsOf('Hasta', '9/1/2026', 3),
      {
        ...until,
        found:
          'the days are written without zeros now, before with zeros, and no day after the 12th shows their order',
        examples: examplesOf(2, '9/1/2026', '9/1/2026', '9/1/2026'),
        advice: 'write them as before, or as YYYY-MM-DD with "YYYY-MM-DD" in /formats/dates of mapping.json',
      },
    ],
    [
      dates,
      rowsOf('Hasta', 'pronto', 4),
      {
        ...until,
        found: 'all 4 cells are not understood; before, cells were like "31/12/2026", "1/10/2026"',
        examples: examplesOf(2, 'pronto', 'pronto', 'pronto'),
        advice: 'put the cells back as they were, or change /offer/valid_until in mapping.json',
      },
    ],
    [
      rowsOf('Beneficio', '20%', 5),
      rowsOf('Beneficio', 'Nada', '20%', '2', 3),
      {
        column: 'Beneficio',
        member: 'benefit.value',
        found:
          '3 of 5 cells are not understood in the form that they have now; before, cells were like "20%"',
        examples: examplesOf(4, '2', '2', '2'),
        advice: 'put the cells back as they were, or change /offer/benefit/worth/0 in mapping.json',
      },
    ],
    ...(
      [
        [rowsOf('Tope', '$ 500.000', 13), caps, '1/100 of', '"$ 500.000"', '$ 5.000'],
        [caps, rowsOf('Tope', '$ 500.000', 13), '100 times', '"$ 5.000"', '$ 500.000'],
      ] as const
    ).map(([before, now, times, was, is]): [Cells[], Cells[], Change] => [
      before,
      now,
      {
        column: 'Tope',
        member: 'benefit.cap',
        found: `the numbers are ${times} what they were (${was})`,
        examples: examplesOf(2, is, is, is),
        advice:
          'put the cells back as they were, or say how they are written in /formats/decimal of mapping.json',
      },
    ]),
    [
      rowsOf('Tope', '$ 5.000', 4),
      rowsOf('Tope', '', 4),
      {
        column: 'Tope',
        member: 'benefit/cap',
        found: '0 of 4 cells hold something; before, 4 of 4 did',
        examples: [],
        advice: 'fill the column in again, or remove it from mapping.json, at /offer/benefit/cap',
      },
    ],
  ]
  for (const [before, now, change] of cases) t.strictSame(changes(before, now), [change])
  // A column that only decides which rows to skip.
  const mapping = {
    ...mappingOf(),
    offer: { ...mappingOf().offer, benefit: { worth: [], summary: { column: 'Comercio' } } },
  }
  t.match(changes(rowsOf('Tope', '$ 5.000', 4), rowsOf('Tope', '', 4), mapping), [
    { member: 'skip', advice: /^fill the column in again, or remove it from mapping.json$/ },
  ])
})

t.test('a memory that lacks a member, or has a wrong one, is ignored', async (t) => {
  const memory = remembered(rowsOf('Hasta', '31/12/2026', 3))
  t.match(memory, {
    headings: COLUMNS,
    rows: 3,
    endsOpen: false,
    filled: { Hasta: 3, Tope: 0 },
    columns: {
      'valid_until Hasta': {
        reading: /^[0-9a-f]{16}$/,
        filled: 3,
        understood: 3,
        forms: { '99/99/99': { count: 3, example: '31/12/2026' } },
        powers: {},
      },
    },
  })
  for (const name of Object.keys(memory ?? {}))
    t.equal(parseMemory({ ...memory, [name]: undefined }), undefined, name)
  t.equal(parseMemory({ ...memory, rows: 'many' }), undefined)
  const tally = tallyOf([], mappingOf())
  const headings = Array.from({ length: 201 }, () => 'x'.repeat(1000))
  const long = memoryOf(tally, mappingOf(), { headings, endsOpen: true })
  t.match(long, { headings: { length: 200 }, endsOpen: true })
  t.ok((long.headings[0]?.length ?? 1000) < 1000)
})

t.test('a column that the mapping reads differently is new', async (t) => {
  const before = remembered(rowsOf('Hasta', '31/12/2026', 40))
  const now = rowsOf('Hasta', 'pronto', 40)
  const changesBy = (mapping: ReadyMapping) => judgeColumns(tallyOf(now, mapping), { mapping, before }).length
  t.equal(changesBy(mappingOf()), 1)
  t.equal(changesBy(mappingOf(['DD/MM/YYYY', 'YYYY-MM-DD'])), 0)
  const kept = remembered(rowsOf('Beneficio', '20%', 40))
  const words = rowsOf('Beneficio', 'x', 40)
  const { offer, formats } = mappingOf()
  const more = { ...offer.benefit, words: { x: 'other' } } as const
  const cases: [mapping: ReadyMapping, changes: number][] = [
    [mappingOf(), 1],
    [mappingOf(['YYYY-MM-DD']), 1],
    [{ ...mappingOf(), formats: { ...formats, decimal: '.' } }, 0],
    [{ ...mappingOf(), offer: { ...offer, benefit: more } }, 0],
    [{ ...mappingOf(), offer: { ...offer, category: { constant: 'x' } } }, 1],
  ]
  for (const [mapping, changes] of cases)
    t.equal(judgeColumns(tallyOf(words, mapping), { mapping, before: kept }).length, changes)
})
