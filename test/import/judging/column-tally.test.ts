// The counts of a column, in one file and in several; and tables that are cut off.

import t from 'tap'
import { ColumnTally } from '../../../import/judging/column-tally.ts'
import { refuseCutOff } from '../../../import/judging/refuse-cut-off.ts'
import type { TableMemory } from '../../../import/judging/table-memory.ts'
import { TableTally } from '../../../import/judging/table-tally.ts'
import type { Cell } from '../../../import/tables/cell.ts'

type Counted = [cell: Cell, isUnderstood: boolean, value?: number]

function tallyOf(cells: readonly Counted[], isDay = false): ColumnTally {
  const tally = new ColumnTally()
  for (const [index, [cell, isUnderstood, value]] of cells.entries()) {
    const number = value === undefined ? undefined : { is: 'cap', value }
    tally.add({ member: 'm', source: { column: 'c' }, cell, isUnderstood, number }, index + 2, isDay)
  }
  return tally
}

const plain = (tally: ColumnTally) => ({
  filled: tally.filled,
  understood: tally.understood,
  forms: Object.fromEntries(tally.forms),
  powers: Object.fromEntries(tally.powers),
})

const FIRST: Counted[] = [
  ['20%', true, 20],
  ['5%', false],
  ['7%', false],
  ['8%', true, 8],
  ['$ 1.500', true, 1500],
]

t.test('cells that are not understood come first as examples', async (t) => {
  t.strictSame(plain(tallyOf(FIRST)), {
    filled: 5,
    understood: 3,
    forms: {
      '9%': {
        count: 4,
        unread: 2,
        examples: [
          { at: 3, found: '5%' },
          { at: 4, found: '7%' },
        ],
      },
      '$ 9.9': { count: 1, unread: 0, examples: [{ at: 6, found: '$ 1.500' }] },
    },
    powers: { 'cap 1': 1, 'cap 0': 1, 'cap 3': 1 },
  })
  t.strictSame(tallyOf(FIRST).unreadTexts, ['5%', '7%'])
  const many = tallyOf(Array.from({ length: 50 }, (_, n): Counted => [`${'%'.repeat(n + 1)}1`, true]))
  t.equal(many.forms.size, 40)
  t.equal(tallyOf(Array.from({ length: 9 }, (): Counted => ['1', true])).forms.get('9')?.examples.length, 3)
  t.equal(tallyOf(Array.from({ length: 101 }, (): Counted => ['1', false])).unreadTexts.length, 100)
  const other = tallyOf([
    ['1', true],
    ['1%', true],
  ])
  many.merge(other)
  t.strictSame([many.filled, many.forms.size, many.forms.get('1%')], [52, 40, undefined])
  t.strictSame(many.forms.get('%9')?.examples, [{ at: 2, found: '%1' }])
})

t.test('the counts of several files are added up', async (t) => {
  const tally = tallyOf(FIRST)
  tally.merge(
    tallyOf([
      ['9%', false],
      ['1%', true, 15],
      ['x', true],
    ]),
  )
  t.strictSame(plain(tally), {
    filled: 8,
    understood: 5,
    forms: {
      '9%': {
        count: 6,
        unread: 3,
        examples: [
          { at: 3, found: '5%' },
          { at: 4, found: '7%' },
          { at: 2, found: '9%' },
        ],
      },
      '$ 9.9': { count: 1, unread: 0, examples: [{ at: 6, found: '$ 1.500' }] },
      words: { count: 1, unread: 0, examples: [{ at: 4, found: 'x' }] },
    },
    powers: { 'cap 1': 2, 'cap 0': 1, 'cap 3': 1 },
  })
  const days = tallyOf(
    [
      ['31/12/2026', true],
      ['12/31/2026', false],
      ['1/2/2026', true],
    ],
    true,
  )
  t.strictSame(days.orders, { 'DD/MM/YYYY': 1, 'MM/DD/YYYY': 1 })
})

t.test('the rows of a table and the filled cells of each column are counted', async (t) => {
  const rowOf = (cells: Readonly<Record<string, Cell>>) => ({
    ...{ at: 7, isHeadings: false, isBlank: false, filled: 1, width: 1, cells: 1 },
    get: (name: string) => cells[name] ?? null,
  })
  const tally = new TableTally(['a', 'b'])
  tally.add(rowOf({ a: 'x', b: ' ' }), [])
  tally.add(rowOf({ a: 0, c: 'x' }), [
    { member: 'm', source: { column: 'c' }, cell: 'x', isUnderstood: true },
    { member: 'm', source: { constant: 'c' }, cell: 'x', isUnderstood: true },
  ])
  t.strictSame(
    [tally.rows, tally.lastAt, [...tally.filled]],
    [
      2,
      7,
      [
        ['a', 2],
        ['b', 0],
      ],
    ],
  )
  t.strictSame([...tally.read.keys()], ['m c'], 'a constant is not a column')
  const whole = new TableTally(['a', 'b'])
  for (const each of [tally, tally]) whole.merge(each)
  t.strictSame(
    [whole.rows, [...whole.filled]],
    [
      4,
      [
        ['a', 4],
        ['b', 0],
      ],
    ],
  )
  t.equal(whole.read.get('m c')?.tally.filled, 2)
})

t.test('a table that is cut off is refused, and one that lost offers here and there is not', async (t) => {
  const memory: TableMemory = { headings: [], rows: 9, endsOpen: false, filled: {}, columns: {} }
  const verdict = (
    rows: number,
    there: string,
    more: { endsOpen?: boolean; memory?: TableMemory | undefined } = {},
  ) => {
    const { endsOpen = false } = more
    const last = {
      memory: 'memory' in more ? more.memory : memory,
      lastOffers: async function* () {
        for (const ref of 'abcdefghi') yield { issuer: 'x', ref }
      },
    }
    const has = ({ issuer, ref }: { issuer: string; ref: string }) => issuer === 'x' && there.includes(ref)
    return refuseCutOff(last, { rows, endsOpen, has }).then(
      () => undefined,
      (error: Error) => error.message,
    )
  }
  const open = { ...memory, endsOpen: true }
  const torn =
    /^found 8 rows, the last without a line end; before, there were 9, all with one; nothing was written/
  t.match(await verdict(8, 'abcdefgh', { endsOpen: true }), torn)
  t.match(
    await verdict(6, 'abcdef'),
    /found 6 rows; before, there were 9, and the last 3 offers are all missing, from "g" on/,
  )
  const fine: Parameters<typeof verdict>[] = [
    [8, 'abcdefgh', { endsOpen: true, memory: open }],
    [8, 'abcdefgh'],
    [9, 'abcdefgh', { endsOpen: true }],
    [7, 'abcdefg'],
    [6, 'abcdei'],
    [6, 'abcdefg'],
    [5, 'acegi'],
    [2, 'ab', { memory: undefined }],
  ]
  for (const given of fine) t.equal(await verdict(...given), undefined, JSON.stringify(given))
})
