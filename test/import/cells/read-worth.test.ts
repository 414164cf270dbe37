// A value is read from a cell whose whole text is understood. Refusing is as important as reading.

import t from 'tap'
import type { Cell } from '../../../import/cells/cell.ts'
import type { NumberStyle } from '../../../import/cells/read-number.ts'
import { readWorth } from '../../../import/cells/read-worth.ts'
import type { WorthReading } from '../../../import/cells/worth.ts'
import { BENEFIT_TEXTS } from './benefit-texts.ts'

const CHILE = { decimal: ',', currency: 'CLP' } as const

function shown(cell: Cell, reading: WorthReading, style: NumberStyle = CHILE): string {
  const read = readWorth(cell, reading, style)
  if (!('value' in read)) return 'null'
  const { worth, cap } = read.value
  const parts = [worth.kind, worth.value, worth.currency, ...(cap ? ['cap', cap.value, cap.currency] : [])]
  return parts.filter((part) => part !== null).join(' ')
}

t.test('each text of the table has its value, or none', async (t) => {
  for (const { style, rows } of BENEFIT_TEXTS) {
    for (const { text, expected } of rows) t.equal(shown(text, { as: 'text' }, style), expected, text)
  }
})

t.test('a column of discounts also says what an amount alone is, and nothing else', async (t) => {
  const amounts: ReadonlySet<string> = new Set(['$ 5.000'])
  for (const { style, rows } of BENEFIT_TEXTS) {
    for (const { text, expected } of rows) {
      if (!amounts.has(text)) t.equal(shown(text, { as: 'discount' }, style), expected, text)
    }
  }
  t.equal(shown('$ 5.000', { as: 'discount' }), 'amount 5000 CLP')
  t.equal(shown('$ 5.000 tope $ 9.000', { as: 'discount' }), 'amount 5000 CLP cap 9000 CLP')
  t.equal(shown('-$ 5.000', { as: 'discount' }), 'amount 5000 CLP')
  t.equal(shown('20', { as: 'discount' }), 'null', 'a bare number may be a percentage or an amount')
})

t.test('a column of one kind reads its figures, and the words that say the same kind', async (t) => {
  const cases: [as: WorthReading['as'], cell: Cell, expected: string][] = [
    ['percentage', 20, 'percentage 20'],
    ['percentage', '20', 'percentage 20'],
    ['percentage', '40 Sin Tope', 'percentage 40'],
    ['percentage', '20% de descuento', 'percentage 20'],
    ['percentage', '20% de reintegro', 'null'],
    ['percentage', { number: 20, unit: '%' }, 'percentage 20'],
    ['percentage', ['20%', '20% dcto.'], 'percentage 20'],
    ['percentage', 0.2, 'null'],
    ['percentage', '$ 20', 'null'],
    ['cashback', '5%', 'cashback 5'],
    ['cashback', '5% de reintegro', 'cashback 5'],
    ['cashback', '5% de descuento', 'null'],
    ['cashback', '$ 500', 'cashback 500 CLP'],
    ['cashback', '5', 'null'],
    ['cashback', '1', 'null'],
    ['amount', '5000', 'amount 5000 CLP'],
    ['amount', '$ 5.000 de descuento', 'amount 5000 CLP'],
    ['amount', '10%', 'null'],
    ['fixed_price', '$ 9.990', 'fixed_price 9990 CLP'],
    ['fixed_price', '$ 9.990 de descuento', 'null'],
    ['fixed_price', '-$ 9.990', 'null'],
    ['multibuy', '2x1', 'multibuy 2'],
    ['multibuy', '2', 'null'],
    ['multibuy', '20%', 'null'],
    ['installments', '6', 'installments 6'],
    ['installments', '6 cuotas sin interés', 'installments 6'],
    ['installments', '1', 'null'],
    ['text', { number: 20, unit: '%' }, 'percentage 20'],
    ['discount', { number: 5000, unit: '$' }, 'amount 5000 CLP'],
    ['text', { number: 5000, unit: '$' }, 'null'],
  ]
  for (const [as, cell, expected] of cases)
    t.equal(shown(cell, { as }), expected, `${as} ${JSON.stringify(cell)}`)
  t.equal(shown('0,5', { as: 'percentage', unit: 'percent' }), 'percentage 0.5')
})

t.test('a column of cents holds money, also if it is cash back', async (t) => {
  const cases: [as: WorthReading['as'], cell: Cell, expected: string][] = [
    ['fixed_price', '499', 'fixed_price 4.99 USD'],
    ['cashback', '50', 'cashback 0.5 USD'],
    ['amount', { number: 20, unit: '%' }, 'null'],
  ]
  const style = { decimal: '.', currency: 'USD' } as const
  for (const [as, cell, expected] of cases)
    t.equal(shown(cell, { as, unit: 'cents' }, style), expected, `${as} ${JSON.stringify(cell)}`)
})

t.test('what is expected names the forms', async (t) => {
  t.match(readWorth('20% en toda la carta', { as: 'text' }, CHILE), {
    expected: /^one value and nothing else, such as 20%, .*2x1/,
  })
})

t.test('a long text is refused without work', async (t) => {
  for (const text of ['1'.repeat(50_000), 'de '.repeat(20_000), '$ '.repeat(20_000), '20%;'.repeat(20_000)])
    t.equal(shown(text, { as: 'text' }), 'null')
})
