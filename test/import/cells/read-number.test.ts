// Figures with typing errors, or with more digits than a number holds, are not read.

import t from 'tap'
import type { Cell } from '../../../import/cells/cell.ts'
import { parseNumber, readMoney, readNumber, readPercentage } from '../../../import/cells/read-number.ts'

t.test('a number with a mark too many, or more digits than a number holds, is not read', async (t) => {
  const cases: [string, ',' | '.' | null, number | undefined][] = [
    ['33,', ',', undefined],
    [',33', ',', undefined],
    ['1..2', '.', undefined],
    ["13,'213.", '.', undefined],
    ['1,2,3', '.', undefined],
    ['12 34', null, undefined],
    ['12 345', null, 12_345],
    ["12'3456", null, undefined],
    ['12’345', '.', 12_345],
    ['12\u00a0345,5', '.', 12_345.5],
    ['12\u202f345', null, 12_345],
    ['1.234,567', '.', undefined],
    ['1.234,56', '.', 1234.56],
    ['1,23', '.', 1.23],
    ['1,234', ',', undefined],
    ['1234,5', null, 1234.5],
    ['1234.567', null, 1234.567],
    ['12.34,5', null, undefined],
    ['1.234.567,8', null, 1_234_567.8],
    ['1,234,567', '.', 1_234_567],
    ['0.123', ',', undefined],
    ['00.12', '.', 0.12],
    ['123456789.123456', null, 123_456_789.123456],
    ['1234567890.123456', null, undefined],
    [`${'0'.repeat(29)}1`, null, 1],
    [`${'0'.repeat(30)}1`, null, undefined],
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

t.test('numbers beyond 2^53 are faults, also in a cell with a number', async (t) => {
  const style = { decimal: null, currency: 'CLP' }
  const cells: Cell[] = [2 ** 53, Number.POSITIVE_INFINITY, Number.NaN, '9007199254740993']
  for (const cell of cells) {
    t.match(readNumber(cell, style), { expected: /a number/ }, String(cell))
    t.match(readMoney(cell, style), { expected: /an amount/ }, String(cell))
  }
  t.strictSame(readNumber(2 ** 53 - 1, style), { value: 2 ** 53 - 1 })
})

t.test('a text that is not a figure gives the expected forms', async (t) => {
  const style = { decimal: ',', currency: 'CLP' } as const
  const none = { decimal: null, currency: null }
  const percentage = 'a percentage such as 20% or 12,5, above 0 and up to 100'
  for (const cell of ['x', 0, 100.1, '101%', '$ 20', ['20%'], { number: 20, unit: '$' }, '', '20 % x'])
    t.strictSame(readPercentage(cell, style), { expected: percentage }, JSON.stringify(cell))
  t.strictSame(readPercentage(0.2, style), {
    expected:
      'a percentage such as 20% or 12,5; a number of up to 1 may be a share, as --value "COLUMN as share" says',
  })
  t.strictSame(readPercentage(100, style), { value: 100 })
  t.strictSame(readPercentage({ number: 0.5, unit: '%' }, style), { value: 0.5 })
  t.strictSame(readNumber(['7'], style), { expected: 'a number such as 20 or 12,5' })
  t.strictSame(readNumber({ number: 7, unit: '$' }, style), { value: 7 })
  t.strictSame(readNumber('1.500', style), { value: 1500 })
  t.strictSame(readNumber(-7, style), { value: -7 })
  const money = 'an amount such as $ 10.000 or 9,90 EUR'
  for (const cell of ['x', 0, -5, true, null, ['$ 5'], { number: 5, unit: '%' }, '$ 5 x', 'USD'])
    t.strictSame(readMoney(cell, style), { expected: `${money}, above 0` }, JSON.stringify(cell))
  t.strictSame(readMoney(5, none), {
    expected: `${money}, in a currency that the mapping names (formats.currency), above 0`,
  })
})

t.test('amounts are read as accountants and shops write them', async (t) => {
  const cases: [Cell, value: number | undefined, decimal?: '.'][] = [
    ['(10)', 10],
    ['- 10', 10],
    ['−$ 10', 10],
    ['$ 10,-', 10],
    ['$ 10.-', 10],
    ['10-', 10],
    ['10.', 10],
    ['(10', undefined],
    ['--10', undefined],
    ['12.345', 12_345],
    ['US$ 12,345', undefined],
    // A thousand, where 2.99 elsewhere shows a decimal point.
    ['US$ 1.200', undefined, '.'],
    ['US$ 12.34', 12.34, '.'],
    ['US$ 12.346', undefined, '.'],
    ['KWD 12.345', undefined, '.'],
    ['KWD 1234.567', 1234.567, '.'],
    ['KWD 12.3456', undefined, '.'],
    [`$ 10${' '.repeat(60)}`, 10],
    [`${'0'.repeat(25)}1 ${'$'}`, 1],
    [{ number: 5, unit: 'x' }, undefined],
    [{ number: 5, unit: '$' }, 5],
    // Computed by a program: rounded to the digits of the currency. Written by a person: not.
    [11819.881125000002, 11_820],
    [{ number: 11819.881125000002, unit: 'US$' }, 11_819.88],
    [{ number: 0.30000000000000004, unit: 'US$' }, 0.3],
    [{ number: 12.345, unit: 'US$' }, undefined],
    [9990.5, undefined],
    [0.00000000000000011, undefined],
  ]
  for (const [cell, value, decimal = ','] of cases) {
    const read = readMoney(cell, { decimal, currency: 'CLP' }, true)
    t.equal('value' in read ? read.value.value : undefined, value, JSON.stringify(cell))
  }
})

t.test('a percentage that a program computed has two decimals', async (t) => {
  const cases: [cell: number, value: number][] = [
    [33.333333333333336, 33.33],
    [12.3456, 12.3456],
  ]
  for (const [cell, value] of cases)
    t.strictSame(readPercentage(cell, { decimal: ',', currency: null }), { value }, String(cell))
})

t.test('a percentage below 0 is a fault, not a discount', async (t) => {
  for (const cell of ['-20%', '−20%', '- 20 %', -20, { number: -20, unit: '%' }]) {
    t.match(
      readPercentage(cell, { decimal: ',', currency: null }),
      { expected: /a percentage/ },
      JSON.stringify(cell),
    )
  }
})
