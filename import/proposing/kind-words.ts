// Words for the kinds of benefits, in Spanish, English and Portuguese.

import type { BenefitKind } from '../../contract/offers/offer.ts'
import { wordsOf } from '../conversions/words.ts'
import type { ColumnSample } from './look-at-values.ts'

const WORDS: readonly [kind: BenefitKind, words: string][] = [
  [
    'percentage',
    'descuento, discount, desconto, porcentaje, porcentual, percentual, percentage, percent, percentage off, percent off, pct, descuento pct, descuento porcentual, discount percent, discount percentage, percentage discount, percent discount, prozent, pourcentage, percentuale, procent',
  ],
  [
    'amount',
    'monto, monto fijo, valor fixo, fixed, flat, fixed amount, flat amount, dollars, euro, amount, amount off, money off, fixed discount, descuento fijo',
  ],
  ['cashback', 'reintegro, cashback, cash back, cashback percent, reembolso, devolucion, dinheiro de volta'],
  [
    'installments',
    'cuotas, cuotas sin interes, cuotas sin intereses, meses sin intereses, parcelas, parcelas sem juros, installments',
  ],
  [
    'multibuy',
    '2x1, 3x2, bogo, buy one get one, buy one get one free, buy 1 get 1, buy 1 get 1 free, multibuy',
  ],
  ['fixed_price', 'precio fijo, precio especial, fixed price'],
  [
    'other',
    'absoluta, absoluto, absolute, combo, beneficio, benefit, otro, otros, other, regalo, gift, brinde, free shipping, envio gratis, frete gratis, shipping',
  ],
]

/** The kind of benefit, by folded words. */
const KIND_WORDS: ReadonlyMap<string, BenefitKind> = new Map(
  WORDS.flatMap(([kind, words]) => words.split(', ').map((word): [string, BenefitKind] => [word, kind])),
)

/** The kind that a cell names; undefined if it names none. */
export function kindNamed(text: string): BenefitKind | undefined {
  return text.trim() === '%' ? 'percentage' : KIND_WORDS.get(wordsOf(text))
}

/** Whether a cell says "discount", which may be a percentage or an amount. */
export function isAnyDiscount(text: string): boolean {
  return /^(?:descuento|discount|desconto)$/.test(wordsOf(text))
}

/** Whether most different texts name kinds of benefits. */
export function areKinds({ texts }: ColumnSample): boolean {
  const different = [...new Set(texts)].slice(0, 30)
  return different.filter((text) => kindNamed(text) !== undefined).length * 2 >= different.length
}

/** Whether a column holds nothing but names of several kinds, whatever its heading. */
export function showsKinds({ texts }: ColumnSample): boolean {
  const kinds = new Set(texts.map(kindNamed))
  return kinds.size > 1 && !kinds.has(undefined)
}
