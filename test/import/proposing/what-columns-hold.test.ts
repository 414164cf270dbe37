// Kinds of values in a column, and values that only look like them.

import t from 'tap'
import type { Cell } from '../../../import/cells/cell.ts'
import { isEverywhere } from '../../../import/cells/words.ts'
import { type ColumnSample, sampleOf } from '../../../import/proposing/look-at-values.ts'
import {
  areAddresses,
  areBareNumbers,
  areDaysOrPeriods,
  areFigures,
  arePercentages,
  arePlaceLists,
  hasPeriods,
  mentionFigures,
} from '../../../import/proposing/what-columns-hold.ts'

type Cells = readonly Cell[]
const many = (count: number, cell: Cell) => Array.from({ length: count }, () => cell)

interface Kind {
  name: string
  are(sample: ColumnSample): boolean
  yes: readonly Cells[]
  no: readonly Cells[]
}

const URL = 'https://a.example/1'
const NONE: readonly Cells[] = [[], ['', '-', 'N/A']]

const KINDS: readonly Kind[] = [
  {
    name: 'days or periods',
    are: areDaysOrPeriods,
    yes: [['2026-12-31'], ['Hasta el 31-12-2026'], ['01/09/2026 al 30/09/2026', 'x']],
    no: [...NONE, ['x'], ['Hasta el 31-12-2026', 'x', 'y']],
  },
  {
    name: 'periods',
    are: hasPeriods,
    yes: [['x', 'y', '01/09/2026 al 30/09/2026'], ['09/01/2026 - 09/30/2026']],
    no: [...NONE, ['siempre', '20%']],
  },
  {
    name: 'addresses',
    are: areAddresses,
    yes: [[URL], [URL, 'x']],
    no: [...NONE, ['x'], [URL, 'x', 'y'], [[URL]]],
  },
  {
    name: 'figures',
    are: areFigures,
    yes: [['20%'], ['$ 1.000', 'CLP 5', 'x']],
    no: [...NONE, ['20%', 'x'], ['20% de descuento']],
  },
  {
    name: 'bare numbers',
    are: areBareNumbers,
    yes: [[5], ['-5'], ['−1.000,5'], ['5', 'x']],
    no: [...NONE, ['5%'], ['$5'], ['x5'], ['5', 'x', 'y']],
  },
  {
    name: 'percentages',
    are: arePercentages,
    yes: [['20%'], ['-20%'], ['− 5 %'], [{ number: 20, unit: '%' }], ['20%', 'x']],
    no: [
      ...NONE,
      ['20% de descuento'],
      ['20% 30%'],
      ['•'],
      ['5'],
      ['$ 5'],
      [{ number: 20, unit: '$' }],
      [['20%']],
      [`20%${' '.repeat(5)}${'%'.repeat(40)}`],
    ],
  },
  {
    name: 'texts that mention figures',
    are: mentionFigures,
    yes: [
      ['20% en todo'],
      [...many(8, 'x'), 'ahorra $ 500'],
      [...many(18, 'x'), '20%', '30%', '40%'],
      [...many(500, '20%'), ...many(9000, 'x')],
    ],
    no: [...NONE, [...many(9, 'x'), '20%'], ['20 cosas'], [`20% ${'x'.repeat(200)}`]],
  },
  {
    name: 'lists of places',
    are: arePlaceLists,
    yes: [
      ...NONE,
      ['Paris'],
      ['Maipú, Lota'],
      ['Paris, Roma', 'paris', 'ROMA'],
      ['Paris, Roma', 'Maipú, Lota'],
      ['Paris; Roma, Italia', 'Italia', 'Roma'],
    ],
    no: [
      ['Paris, Roma'],
      ['Paris, Roma', 'Paris'],
      ['Rosebank, JHB', 'Melville, JHB', 'Maipú, Lota'],
      ['Maipú, Roma'],
    ],
  },
]

t.test('the kind of cells in a column', async (t) => {
  for (const { name, are, yes, no } of KINDS) {
    for (const [cells, expected] of [
      ...yes.map((cells) => [cells, true] as const),
      ...no.map((cells) => [cells, false] as const),
    ])
      t.equal(are(sampleOf('x', cells)), expected, `${name}: ${JSON.stringify(cells).slice(0, 100)}`)
  }
})

t.test('a figure is a number with a few signs', async (t) => {
  const cases: [text: string, expected: boolean][] = [
    ['20', true],
    ['US$ 1.234,5', true],
    ['20 pts.', true],
    ['unidad 20', false],
    ['20 unidad', false],
    ['20 a 30', false],
    ['x', false],
    ['', false],
  ]
  for (const [text, expected] of cases) t.equal(areFigures(sampleOf('x', [text])), expected, text)
})

t.test('everywhere, in three languages', async (t) => {
  const words = [
    ...['toda', 'todas', 'todos', 'ALL', 'Todo el país', 'Todo Chile', 'Nacional', 'A nivel nacional'],
    ...['Todas las comunas', 'National', 'nationwide', 'Everywhere', 'Online', 'Varias', 'Todo o país'],
  ]
  for (const word of words) t.equal(isEverywhere(word), true, word)
  for (const word of ['Maipú', 'todas menos Lota', 'Todo', 'no online', ''])
    t.equal(isEverywhere(word), false, word)
})
