// Words for the kinds of benefits, in the cells of a column that says whether a discount is a percentage, an amount, …

import type { BenefitKind } from '../../contract/offers/offer.ts'
import { currencyOf } from '../cells/countries.ts'
import { isRunning, isYesOrNo } from '../cells/read-status.ts'
import { headingWords, wordsOf } from '../cells/words.ts'
import type { ColumnSample } from './look-at-values.ts'

/** Whole cells, folded as `wordsOf` does. A word that decides the kind in other texts too belongs in PARTS. */
const WORDS: readonly [kind: BenefitKind, words: string][] = [
  ['percentage', 'descuento, discount, desconto'],
  ['amount', 'monto, monto fijo, valor fixo, dollars, euro, amount, amount off, money off, descuento fijo'],
  ['cashback', 'reintegro, cashback, cash back, cashback percent, reembolso, devolucion, dinheiro de volta'],
  [
    'installments',
    'cuotas, cuotas sin interes, cuotas sin intereses, meses sin intereses, parcelas, parcelas sem juros, installments',
  ],
  [
    'multibuy',
    '2x1, 3x2, bogo, buy one get one, buy one get one free, buy 1 get 1, buy 1 get 1 free, buy x get y, multibuy',
  ],
  ['fixed_price', 'precio fijo, precio especial, fixed price'],
  ['other', 'absoluta, absoluto, absolute, combo, otro, otros, other, regalo, brinde'],
]

/** The kind of benefit, by folded words. */
const KIND_WORDS: ReadonlyMap<string, BenefitKind> = new Map(
  WORDS.flatMap(([kind, words]) => words.split(', ').map((word): [string, BenefitKind] => [word, kind])),
)

/** Words for a percentage, in cells and in headings. */
const PERCENT =
  /\b(?:percent|percentage|pct|porcent\p{L}*|percentual|pourcentage|percentuale|prozent|procent)\b/u

/** Words that decide the kind of a short text wherever they stand, the first row first: by_percent, fixed_cart. */
const PARTS: readonly [kind: BenefitKind, words: RegExp][] = [
  ['other', /\b(?:shipping|delivery|envio|frete|gift)\b/],
  ['percentage', PERCENT],
  ['amount', /\b(?:fixed|flat|(?:per|by) (?:total|item|order))\b/],
]
/** Longer texts are sentences. */
const MAX_WORDS = 4

/** The kind that a cell names, also by a currency: `$` is an amount. Undefined if it names none. */
export function kindNamed(text: string): BenefitKind | undefined {
  const words = wordsOf(text)
  // `wordsOf` drops signs.
  const exact = text.trim() === '%' ? 'percentage' : KIND_WORDS.get(words)
  if (exact !== undefined || words.split(' ').length > MAX_WORDS) return exact
  if (currencyOf(text.trim(), null) !== undefined) return 'amount'
  return PARTS.find(([, part]) => part.test(words))?.[0]
}

/** The kind that a cell of a column names. Under "isPercentage", "yes" is a percentage and "no" is an amount. */
export function kindIn({ name }: ColumnSample, text: string): BenefitKind | undefined {
  if (!isOfPercentage(name) || !isYesOrNo(text)) return kindNamed(text)
  // Of these texts, `isRunning` calls "no" not running, and no other.
  return isRunning('', text) === false ? 'amount' : 'percentage'
}

function isOfPercentage(heading: string): boolean {
  return PERCENT.test(headingWords(heading))
}

/** Whether a cell says "discount", which may be a percentage or an amount. */
export function isAnyDiscount(text: string): boolean {
  return /^(?:descuento|discount|desconto)$/.test(wordsOf(text))
}

/** Enough different texts to see what a column holds. */
const MAX_TEXTS_CHECKED = 30

/** Whether at least half of the first different texts name kinds of benefits. */
export function areKinds(sample: ColumnSample): boolean {
  const different = [...new Set(sample.texts)].slice(0, MAX_TEXTS_CHECKED)
  return different.filter((text) => kindIn(sample, text) !== undefined).length * 2 >= different.length
}

/** Whether all cells name kinds, and not all the same one; or all say yes or no under "isPercentage". */
export function showsKinds(sample: ColumnSample): boolean {
  const kinds = new Set(sample.texts.map((text) => kindIn(sample, text)))
  const isFlag = isOfPercentage(sample.name) && sample.texts.every(isYesOrNo)
  return (kinds.size > 1 || isFlag) && !kinds.has(undefined)
}
