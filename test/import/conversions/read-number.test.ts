// Figures that are none: what is typed wrong, or is more than a number holds, is not read.

import t from 'tap'
import {
  parseNumber,
  readMoney,
  readNumber,
  readPercentage,
} from '../../../import/conversions/read-number.ts'
import type { Cell } from '../../../import/tables/cell.ts'

t.test('a number with a mark too many, or more digits than a number holds, is none', async (t) => {
  const cases: [string, ',' | '.' | null, number | undefined][] = [
    ['33,', ',', undefined],
    [',33', ',', undefined],
    ['1..2', '.', undefined],
    ["13,'213.", '.', undefined],
    ['1,2,3', '.', undefined],
    ['12 34', null, undefined],
    ['1.234.56', ',', undefined],
    ['25.00035', ',', undefined],
    ['25,00035', ',', 25.00035],
    ['0.500', ',', undefined],
    ['0,500', ',', 0.5],
    ['2.80', ',', 2.8],
    ['1,2345', '.', undefined],
    ['123456789012345', null, 123_456_789_012_345],
    ['1234567890123456', null, undefined],
    ['0000000000000001', null, 1],
    ['9'.repeat(40), null, undefined],
    ['-5', null, undefined],
    ['1e5', null, undefined],
    ['٣٠', null, undefined],
  ]
  for (const [text, decimal, expected] of cases)
    t.equal(parseNumber(text, decimal), expected, `${text} (${decimal})`)
})

t.test('numbers beyond 2^53 are faults, in a cell of numbers as well', async (t) => {
  const style = { decimal: null, currency: 'CLP' }
  const cells: Cell[] = [2 ** 53, Number.POSITIVE_INFINITY, Number.NaN, '9007199254740993']
  for (const cell of cells) {
    t.match(readNumber(cell, style), { expected: /a number/ }, String(cell))
    t.match(readMoney(cell, style), { expected: /an amount/ }, String(cell))
  }
  t.strictSame(readNumber(2 ** 53 - 1, style), { value: 2 ** 53 - 1 })
})

t.test('a percentage below 0 is a fault, and no discount', async (t) => {
  for (const cell of ['-20%', '−20%', '- 20 %', -20, { number: -20, unit: '%' }]) {
    t.match(
      readPercentage(cell, { decimal: ',', currency: null }, false),
      { expected: /a percentage/ },
      JSON.stringify(cell),
    )
  }
})
