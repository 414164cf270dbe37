// The parts of a sentence that hold numbers but do not change the value: dates, minimum purchases, counts, codes, caps.

import { bounded, calendar } from './calendar.ts'
import { afterMore, boundedCount, count, each, type Found } from './counts.ts'
import { has, type Item, isFigure, link, mayBeMultiplied, type Rule, skip } from './items.ts'

/** Words between a purchase and its amount: en compras iguales o superiores a $ 50.000. */
const BETWEEN: ReadonlySet<string> = new Set(
  'por minimas minimos totales u igual iguales que than or valor monto value amount'.split(' '),
)
const MAX_BETWEEN = 6

/** En compras sobre $50.000, on orders of $50 or more, con 900 € de compra mínima, gasta $100. */
const threshold: Rule<Found> = (items, at) => {
  const item = items[at]
  if (item?.is === 'money') return moneyOfPurchase(items, at)
  if (!has(item, 'purchase', 'above') && !MINIMUM.has(item?.text ?? '')) return undefined
  let next = at + 1
  while (next < at + MAX_BETWEEN && isBetween(items[next], has(item, 'purchase'))) next++
  if (items[next]?.is !== 'money') return undefined
  const isLeast = items.slice(at, next).some((each) => has(each, 'above', 'bound'))
  return isLeast || !isValue(items, next) ? { length: afterMore(items, next + 1) - at } : undefined
}

/** En tus compras $5.000 de descuento: a discount, not a minimum purchase. */
function isValue(items: readonly Item[], at: number): boolean {
  const next = link(items, at + 1, 3)
  return has(items[next], 'off', 'back') && !isFigure(items[link(items, next + 1, 3)])
}

const MINIMUM: ReadonlySet<string> = new Set(['minimo', 'minimum', 'minima', 'min'])

function isBetween(item: Item | undefined, isAfterPurchase: boolean): boolean {
  if (item?.is === 'mark') return item.text === ':' || item.text === '.'
  if (has(item, 'above', 'link', 'skip') || BETWEEN.has(item?.text ?? '')) return true
  return isAfterPurchase && (has(item, 'purchase') || (has(item, 'bound') && !UP_TO.has(item?.text ?? '')))
}

/** Before the amount of a purchase these words are a cap in disguise. */
const UP_TO: ReadonlySet<string> = new Set(
  'hasta|up to|upto|ate|de hasta|de ate|casi|almost|cada|every'.split('|'),
)

function moneyOfPurchase(items: readonly Item[], at: number): Found | undefined {
  const more = afterMore(items, at + 1)
  if (more > at + 1) return { length: more - at }
  const next = skip(items, at + 1, 2)
  if (has(items[next], 'purchase')) return { length: next + 1 - at }
  return MINIMUM.has(items[at + 1]?.text ?? '') ? { length: 2 } : undefined
}

/** Precio normal $29.990, antes $10, worth $50. */
const reference: Rule<Found> = (items, at) => {
  // De R$ 100 por R$ 80.
  const isBefore = items[at]?.text === 'de' && items[at + 1]?.is === 'money' && has(items[at + 2], 'price')
  if (isBefore && items[at + 3]?.is === 'money') return { length: 2 }
  if (!has(items[at], 'reference')) return undefined
  const next = skip(items, at + 1, 3)
  return items[next]?.is === 'money' ? { length: next + 1 - at } : undefined
}

/** Tope $10.000 por mes, máximo de reintegro: $ 5.000, capped at $20. */
const cap: Rule<Found> = (items, at) => {
  if (has(items[at], 'noCap')) return { length: 1 }
  if (!has(items[at], 'cap') || followsPurchase(items, at)) return undefined
  const next = capFigure(items, at + 1)
  const amount = items[next]
  if (amount?.is !== 'money' || mayBeMultiplied(items, next)) return undefined
  return { length: afterPeriod(items, next + 1) - at, cap: amount }
}

/** Whether a text names a cap in money. */
export function namesCap(items: readonly Item[]): boolean {
  return items.some((_, at) => cap(items, at)?.cap !== undefined)
}

/** 10% back, up to $15 per month: after a percentage, and not followed by words that give another meaning. */
const trailingCap: Rule<Found> = (items, at) => {
  const [before, item, amount] = items.slice(Math.max(0, at - 1), at + 2)
  const follows = before?.is === 'mark' ? [',', '(', ';'].includes(before.text) : has(before, 'off', 'back')
  if (at === 0 || !follows || !['up to', 'hasta', 'ate'].includes(item?.text ?? '')) return undefined
  const hasShare = items.slice(0, at).some(({ is }) => is === 'percent')
  if (amount?.is !== 'money' || !hasShare || mayBeMultiplied(items, at + 1)) return undefined
  const end = afterPeriod(items, at + 2)
  const ends = items[end] === undefined || [',', '.', ')', ';'].includes(items[end]?.text ?? '')
  return ends ? { length: end - at, cap: amount } : undefined
}

function capFigure(items: readonly Item[], at: number): number {
  let next = at
  while (next < at + MAX_BETWEEN && !isFigure(items[next])) {
    const isPart =
      has(items[next], 'link', 'off', 'back', 'monthly', 'period', 'cap') ||
      IN_CAP.has(items[next]?.text ?? '')
    if (!isPart || namesPurchase(items, next)) break
    next++
  }
  return next
}

/** Compra máxima $50.000, sobre un máximo de $50.000: it limits what is bought. Por compra máximo $5.000 is a cap. */
function followsPurchase(items: readonly Item[], at: number): boolean {
  const [before, first] = [items[at - 1], items[at - 2]]
  const isSum = has(before, 'purchase') && first?.text !== 'por'
  return isSum || [before, first].some((item) => item?.text === 'sobre')
}

/** Tope de compra $100.000 limits what is bought, tope por compra $10.000 what is given back. */
function namesPurchase(items: readonly Item[], at: number): boolean {
  return has(items[at], 'purchase') && items[at - 1]?.text === 'de'
}

const IN_CAP: ReadonlySet<string> = new Set('es por per cada hasta general : . is for'.split(' '))

const BEFORE_PERIOD: ReadonlySet<string> = new Set('por per / cada al a each y every'.split(' '))

/** `/sem`, `por mes y por cuenta`, `mensual`. */
function afterPeriod(items: readonly Item[], at: number): number {
  let next = at
  for (let round = 0; round < 3; round++) {
    if (has(items[next], 'monthly')) next++
    const lead = items[next]?.text === 'y' && items[next + 1]?.text === 'por' ? 2 : 1
    if (!BEFORE_PERIOD.has(items[next]?.text ?? '') || !has(items[next + lead], 'period', 'unit')) break
    next += lead + 1
  }
  return next
}

/** Código SAVE20, promo code: ABC123. */
const code: Rule<Found> = (items, at) => {
  if (!has(items[at], 'codeLead', 'voucher')) return undefined
  const next = skip(items, at + 1, 2)
  return items[next]?.is === 'code' ? { length: next + 1 - at } : undefined
}

/** In the order in which they are tried. */
export const CONDITIONS: readonly Rule<Found>[] = [
  calendar,
  bounded,
  boundedCount,
  cap,
  trailingCap,
  threshold,
  reference,
  code,
  count,
  each,
]
