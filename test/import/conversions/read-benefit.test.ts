// Sentences about benefits, and the values that are read from them. Refusing is as important as reading: half of the
// sentences are traps.

import t from 'tap'
import { type BenefitStyle, readWorth } from '../../../import/conversions/benefit/read-benefit.ts'
import { PLAIN_ENGLISH, PLAIN_PORTUGUESE, PLAIN_SPANISH } from './plain-benefits.ts'
import { ENGLISH_TRAPS, FOREIGN_TRAPS, PORTUGUESE_TRAPS, SPANISH_TRAPS } from './trap-benefits.ts'

const CHILE: BenefitStyle = { decimal: ',', currency: 'CLP', kind: null }
const UNITED_STATES: BenefitStyle = { decimal: '.', currency: 'USD', kind: null }
const BRAZIL: BenefitStyle = { decimal: ',', currency: 'BRL', kind: null }

t.test('a plain sentence has its kind, its value and its cap', async (t) => {
  const tables = [
    [PLAIN_SPANISH, CHILE],
    [PLAIN_ENGLISH, UNITED_STATES],
    [PLAIN_PORTUGUESE, BRAZIL],
  ] as const
  for (const [rows, style] of tables) {
    for (const [text, kind, value, currency = null, cap = null] of rows) {
      const read = readWorth(text, style)
      const found = 'worth' in read ? [read.worth, read.cap?.value ?? null] : read.why
      t.strictSame(found, [{ kind, value, currency }, cap], text)
    }
  }
})

t.test('a trap has no value', async (t) => {
  const tables = [
    [SPANISH_TRAPS, CHILE],
    [ENGLISH_TRAPS, UNITED_STATES],
    [PORTUGUESE_TRAPS, BRAZIL],
    [FOREIGN_TRAPS, UNITED_STATES],
  ] as const
  for (const [texts, style] of tables) {
    for (const text of texts) {
      const read = readWorth(text, style)
      t.strictSame('worth' in read ? read.worth : undefined, undefined, text)
    }
  }
})
