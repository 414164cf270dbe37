// The counts of a column, in one file and in several; and tables that are cut off.

import t from 'tap'
import { ColumnTally } from '../../../import/judging/column-tally.ts'
import { refuseCutOff } from '../../../import/judging/refuse-cut-off.ts'
import type { TableMemory } from '../../../import/judging/table-memory.ts'
import { TableTally } from '../../../import/judging/table-tally.ts'
import type { Cell } from '../../../import/tables/cell.ts'

type Counted = [cell: Cell, isUnderstood: boolean]

function tallyOf(cells: readonly Counted[]): ColumnTally {
  const tally = new ColumnTally()
  for (const [index, [cell, isUnderstood]] of cells.entries()) {
    tally.add({ member: 'm', source: { column: 'c' }, cell, isUnderstood }, index + 2)
  }
  return tally
}

const plain = (tally: ColumnTally) => ({
  filled: tally.filled,
  understood: tally.understood,
  forms: Object.fromEntries(tally.forms),
})

const FIRST: Counted[] = [
  ['20%', true],
  ['5%', false],
  ['7%', false],
  ['8%', true],
  ['$ 1.500', true],
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
  })
  const many = tallyOf(Array.from({ length: 50 }, (_, n): Counted => [`${'%'.repeat(n + 1)}1`, true]))
  t.equal(many.forms.size, 40)
  t.equal(tallyOf(Array.from({ length: 9 }, (): Counted => ['1', true])).forms.get('9')?.examples.length, 3)
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
      ['1%', true],
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
  })
})

t.test('the rows of a table and the cells of each column are counted', async (t) => {
  const row = { at: 7, isHeadings: false, isBlank: false, filled: 1, width: 1, cells: 1, get: () => 'x' }
  const read = { member: 'm', cell: 'x', isUnderstood: true }
  const tally = new TableTally()
  tally.add(row, [])
  tally.add(row, [
    { ...read, source: { column: 'c' } },
    { ...read, source: { constant: 'c' } },
  ])
  t.strictSame([...tally.read.keys()], ['m c'], 'a constant is not a column')
  const whole = new TableTally()
  for (const each of [tally, tally]) whole.merge(each)
  t.equal(whole.rows, 4)
  t.equal(whole.read.get('m c')?.tally.filled, 2)
})

t.test('a table that is cut off is refused, and one that lost offers here and there is not', async (t) => {
  const memory: TableMemory = { headings: [], rows: 9, endsOpen: false, columns: {} }
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
