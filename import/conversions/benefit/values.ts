// The parts of a sentence that state a value: "20% de descuento", "save $10", "3x2", "6 cuotas sin interés",
// "a solo $ 9.990".

import type { BenefitKind } from '../../../contract/offers/offer.ts'
import { CONDITIONS } from './conditions.ts'
import {
  AFTER_PRICE,
  has,
  type Item,
  isCalendarWord,
  isFigure,
  isShareOrMoney,
  link,
  mayBeMultiplied,
  type Rule,
} from './items.ts'
import { bundle, numberOf, pair } from './multibuys.ts'
import type { Value } from './read-figure.ts'

function kindOf(figure: Item | undefined, word: Item | undefined): BenefitKind {
  if (has(word, 'back')) return 'cashback'
  return figure?.is === 'percent' ? 'percentage' : 'amount'
}

/** 20% de descuento, $10 off, 5% cash back. */
const figureFirst: Rule<Value> = (items, at) => {
  const figure = items[at]
  if (!isShareOrMoney(figure)) return undefined
  const next = figure.is === 'percent' ? link(items, at + 1, 4) : afterOf(items, at + 1)
  if (!has(items[next], 'off', 'back') || isLessOf(items, next)) return undefined
  // $10 off $50: a minimum purchase of $50.
  const isLeast =
    items[next]?.text === 'off' && items[next + 1]?.is === 'money' && !figureFirst(items, next + 1)
  const isMore = isLeast && (has(items[next + 2], 'more') || items[next + 2]?.text === '+')
  const length = next + (isLeast ? 2 : 1) + (isMore ? 1 : 0) - at
  return { length, kind: kindOf(figure, items[next]), of: figure }
}

/** 25% menos azúcar: less of a thing, not of its price. */
function isLessOf(items: readonly Item[], at: number): boolean {
  const thing = items[at + 1]
  const isPlain = thing?.is === 'word' && thing.classes.size === 0 && !AFTER_PRICE.has(thing.text)
  return ['menos', 'less'].includes(items[at]?.text ?? '') && isPlain
}

const OF: ReadonlySet<string> = new Set(
  'de do of extra adicional additional flat directo inmediato instant'.split(' '),
)

function afterOf(items: readonly Item[], at: number): number {
  let next = at
  while (next < at + 2 && OF.has(items[next]?.text ?? '')) next++
  return next
}

/** Ganhe 20% de desconto: "win 20%" is a value only if a word for discount or cashback follows. */
const got: Rule<Value> = (items, at) => {
  if (items[at]?.text !== 'ganhe' || items[at + 1]?.is !== 'percent') return undefined
  const found = figureFirst(items, at + 1)
  return found && { ...found, length: found.length + 1 }
}

/** Descuento del 20%, save $10, cashback: 5%. */
const wordFirst: Rule<Value> = (items, at) => {
  if (!has(items[at], 'off', 'save', 'back')) return undefined
  const next = afterLead(items, at + 1)
  const figure = items[next]
  if (!isShareOrMoney(figure) || mayBeMultiplied(items, next)) return undefined
  const back = link(items, next + 1, 2)
  const ending = has(items[at], 'save') && has(items[back], 'back', 'off') ? back : undefined
  const word = ending === undefined ? items[at] : items[ending]
  return { length: (ending ?? next) + 1 - at, kind: kindOf(figure, word), of: figure }
}

/** In "descuento en $ 9.990" the amount is not the discount. */
function afterLead(items: readonly Item[], at: number): number {
  const end = link(items, at, 4)
  const isPlace = items.slice(at, end).some(({ text }) => ['en', 'em', 'in', 'a', 'total'].includes(text))
  return isPlace && items[end]?.is === 'money' ? at : end
}

/** A solo $ 9.990, for only $5, precio: $ 10. */
const price: Rule<Value> = (items, at) => {
  if (!has(items[at], 'price')) return undefined
  const next = link(items, at + 1, 2)
  const amount = items[next]
  if (amount?.is !== 'money' || !endsPrice(items, next + 1)) return undefined
  return { length: next + 1 - at, kind: 'fixed_price', of: amount }
}

/** False in "for $250 bonus" and "por $ 50.000 de compra": the next words give the amount another meaning. */
function endsPrice(items: readonly Item[], at: number): boolean {
  const [item, next] = [items[at], items[at + 1]]
  if (item === undefined || isCalendarWord(item)) return true
  if (item.is === 'mark') return !['+', '/', '%', '-', '–', '~'].includes(item.text) || !isFigure(next)
  if (AFTER_PRICE.has(item.text) || has(item, 'reference')) return true
  if (['en', 'el', 'de', 'em'].includes(item.text)) return isCalendarWord(next)
  return has(item, 'bound') && CONDITIONS.some((rule) => rule(items, at) !== undefined)
}

/** 6 cuotas sin interés, 12x sem juros, 3 CSI, sin interés en 6 cuotas. */
const instalments: Rule<Value> = (items, at) => {
  const isReversed = has(items[at], 'interestFree')
  const start = isReversed ? link(items, at + 1, 2) : at
  const number = items[start]
  const count = number?.is === 'number' ? numberOf(number) : undefined
  if (count === undefined || count < 2) return undefined
  if (!isReversed && has(items[at + 1], 'csi')) return { length: 2, kind: 'installments', of: count }
  if (!isReversed && has(items[at + 1], 'interestFree') && has(items[at + 2], 'instalments'))
    return { length: 3, kind: 'installments', of: count }
  const isTimes = items[start + 1]?.text === 'x' && items[start + 1]?.isGlued
  let next = start + 1
  while (next < start + 6 && (has(items[next], 'instalments', 'monthly') || items[next]?.text === 'de'))
    next++
  if (next === start + 1 && !isTimes) return undefined
  if (isReversed) return { length: next - at, kind: 'installments', of: count }
  const end = freeAt(items, isTimes ? start + 2 : next)
  return end === undefined ? undefined : { length: end - at, kind: 'installments', of: count }
}

/** The index after the words for "without interest"; undefined if they are not at `at`. */
function freeAt(items: readonly Item[], at: number): number | undefined {
  if (has(items[at], 'interestFree', 'csi')) return at + 1
  // "Precio contado", in Chile: the instalments add up to the price of a single payment.
  if (items[at]?.text === 'precio' && items[at + 1]?.text === 'contado') return at + 2
  const start = ['con', 'com', 'a', 'al', 'with', 'at', '-', ','].includes(items[at]?.text ?? '')
    ? at + 1
    : at
  if (start > at && has(items[start], 'interestFree')) return start + 1
  const zero = items[start]
  if (zero?.is !== 'percent' || Number(zero.digits) !== 0) return undefined
  const end = link(items, start + 1, 2)
  return ['interes', 'juros', 'interest', 'intereses'].includes(items[end]?.text ?? '') ? end + 1 : undefined
}

const half: Rule<Value> = (items, at) =>
  has(items[at], 'halfPrice') ? { length: 1, kind: 'percentage', of: 50 } : undefined

/** In the order in which they are tried. */
export const VALUES: readonly Rule<Value>[] = [
  bundle,
  instalments,
  pair,
  half,
  got,
  figureFirst,
  wordFirst,
  price,
]
