// The parts of a sentence that hold numbers and change no value: when, from which purchase on, for how many, with
// which code, up to which cap.

import { bounded, calendar } from './calendar.ts'
import { has, type Item, isCalendarWord, isFigure, isMultiplied, link, type Rule, skip } from './items.ts'

/** What a rule found; `length` items are explained by it. */
export interface Found {
  length: number
  /** The cap, as an item. */
  cap?: Item
  /** Of an amount for each piece, of a number of pieces: with some values they can't stand. */
  mark?: 'each' | 'count'
}

/** Words between a purchase and its amount: en compras iguales o superiores a $ 50.000. */
const BETWEEN: ReadonlySet<string> = new Set(
  'por de minimas minimos total totales o u igual iguales que a than or valor monto value amount un una the your tu of'.split(
    ' ',
  ),
)
const MOST_BETWEEN = 6

/** En compras sobre $50.000, on orders of $50 or more, con 900 € de compra mínima, gasta $100. */
const threshold: Rule<Found> = (items, at) => {
  const item = items[at]
  if (item?.is === 'money') return moneyOfPurchase(items, at)
  if (!has(item, 'purchase', 'above') && !LEAST.has(item?.text ?? '')) return undefined
  let next = at + 1
  while (next < at + MOST_BETWEEN && isBetween(items[next], has(item, 'purchase'))) next++
  if (items[next]?.is !== 'money' || isMultiplied(items, next)) return undefined
  const isLeast = items.slice(at, next).some((each) => has(each, 'above', 'bound'))
  return isLeast || !isValue(items, next) ? { length: afterMore(items, next + 1) - at } : undefined
}

/** En tus compras $5.000 de descuento: what is taken off, and not what must be bought. */
function isValue(items: readonly Item[], at: number): boolean {
  const next = link(items, at + 1, 3)
  return has(items[next], 'off', 'back') && !isFigure(items[link(items, next + 1, 3)])
}

const LEAST: ReadonlySet<string> = new Set(['minimo', 'minimum', 'minima', 'min'])

function isBetween(item: Item | undefined, isAfterPurchase: boolean): boolean {
  if (item?.is === 'mark') return item.text === ':' || item.text === '.'
  if (has(item, 'above', 'link', 'skip') || BETWEEN.has(item?.text ?? '')) return true
  return isAfterPurchase && (has(item, 'purchase') || (has(item, 'bound') && !UP_TO.has(item?.text ?? '')))
}

/** Of a purchase they would be the most that counts: a cap in disguise. */
const UP_TO: ReadonlySet<string> = new Set(
  'hasta|up to|upto|ate|de hasta|de ate|casi|almost|cada|every|each'.split('|'),
)

function moneyOfPurchase(items: readonly Item[], at: number): Found | undefined {
  if (isMultiplied(items, at)) return undefined
  const more = afterMore(items, at + 1)
  if (more > at + 1) return { length: more - at }
  const next = skip(items, at + 1, 2)
  if (has(items[next], 'purchase')) return { length: next + 1 - at }
  return LEAST.has(items[at + 1]?.text ?? '') ? { length: 2 } : undefined
}

function afterMore(items: readonly Item[], at: number): number {
  const isMore = has(items[at], 'more') || (items[at]?.text === '+' && items[at]?.isGlued)
  return isMore ? at + 1 : at
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
  if (!has(items[at], 'cap')) return undefined
  const next = capFigure(items, at + 1)
  const amount = items[next]
  if (amount?.is !== 'money' || isMultiplied(items, next)) return undefined
  return { length: afterPeriod(items, next + 1) - at, cap: amount }
}

function capFigure(items: readonly Item[], at: number): number {
  let next = at
  while (next < at + MOST_BETWEEN && !isFigure(items[next])) {
    const isPart =
      has(items[next], 'link', 'off', 'back', 'monthly', 'period', 'cap') ||
      IN_CAP.has(items[next]?.text ?? '')
    if (!isPart) break
    next++
  }
  return next
}

const IN_CAP: ReadonlySet<string> = new Set(
  'es por per cada hasta semanal diario general : . is for a max total'.split(' '),
)

/** `/sem`, `por mes y por cuenta`, `mensual`. */
function afterPeriod(items: readonly Item[], at: number): number {
  let next = at
  for (let round = 0; round < 3; round++) {
    if (has(items[next], 'monthly')) next++
    const lead = ['por', 'per', '/', 'cada', 'al', 'a', 'each', 'y', 'every'].includes(
      items[next]?.text ?? '',
    )
      ? 1
      : 0
    const isAnd = items[next]?.text === 'y' && items[next + 1]?.text === 'por' ? 1 : 0
    if (lead === 0 || !has(items[next + lead + isAnd], 'period', 'unit')) break
    next += lead + isAnd + 1
  }
  return next
}

/** 3 noches, 2 o más unidades, mayores de 60 años. */
const count: Rule<Found> = (items, at) => {
  const item = items[at]
  const isNumber = item?.is === 'number' && /^\d{1,3}$/.test(item.typed)
  // En 1 pago: what nobody would say of several.
  if (isNumber && item.typed === '1' && ['pago', 'cuota', 'exhibicion'].includes(items[at + 1]?.text ?? ''))
    return { length: 2 }
  if (isNumber && item.typed === '1' && /^(?:ra|er|ro|st|a|o|ª|º|era)$/.test(items[at + 1]?.text ?? ''))
    return items[at + 1]?.isGlued ? { length: 2 } : undefined
  if (!isNumber) return undefined
  if (isAge(items, at)) return { length: 3 }
  if (isSize(items, at)) return { length: 2 }
  const noun = afterMore(items, at + 1)
  if (!has(items[noun], 'count')) return undefined
  return { length: afterMore(items, noun + 1) - at, mark: 'count' }
}

const isThing = (item: Item | undefined) => item?.is === 'word' && item.classes.size === 0

/** Seniors 65 and over. */
function isAge(items: readonly Item[], at: number): boolean {
  const [before, , and, over] = items.slice(Math.max(0, at - 1), at + 3)
  const isPeople = isThing(before) || has(before, 'count')
  return at > 0 && isPeople && and?.text === 'and' && ['over', 'older'].includes(over?.text ?? '')
}

const SIZES: ReadonlySet<string> = new Set('kg kilo kilos g l lt lts litro litros ml cc'.split(' '))

/** Gas de 15 kg: the size of a thing. */
function isSize(items: readonly Item[], at: number): boolean {
  return (
    items[at - 1]?.text === 'de' &&
    isThing(items[at - 2]) &&
    !PER.has(items[at - 3]?.text ?? '') &&
    SIZES.has(items[at + 1]?.text ?? '')
  )
}

/** Mayores de 60 años, más de 2 productos, hasta 3 unidades: of pieces, a bound is a condition. */
const boundedCount: Rule<Found> = (items, at) => {
  if (!has(items[at], 'bound', 'above', 'cap')) return undefined
  const next = skip(items, at + 1, 2)
  const found = count(items, next)
  return found?.mark === 'count' ? { length: next + found.length - at, mark: 'count' } : undefined
}

/** Código SAVE20, promo code: ABC123. */
const code: Rule<Found> = (items, at) => {
  if (!has(items[at], 'codeLead', 'voucher')) return undefined
  const next = skip(items, at + 1, 2)
  return items[next]?.is === 'code' ? { length: next + 1 - at } : undefined
}

/** Por litro, /kg, each, c/u, el litro. */
const each: Rule<Found> = (items, at) => {
  const [item, next] = [items[at], items[at + 1]]
  if (item?.text === 'c' && next?.text === '/') return { length: 2, mark: 'each' }
  if (item?.text === 'apiece' || (item?.text === 'each' && !isCalendarWord(next)))
    return { length: 1, mark: 'each' }
  if (PER.has(item?.text ?? '') && PIECES.has(next?.text ?? '')) return { length: 2, mark: 'each' }
  const isLead = ['por', 'per', '/', 'cada', 'a', 'al', 'el', 'la', 'o', 'x', 'an', 'the'].includes(
    item?.text ?? '',
  )
  if (!isLead || !has(next, 'unit', 'period')) return undefined
  const isSpecific =
    ['el', 'la', 'o', 'a', 'al', 'the', 'an'].includes(item?.text ?? '') && !has(next, 'unit')
  return isSpecific || next?.text === 'compra' ? undefined : { length: 2, mark: 'each' }
}

const PER: ReadonlySet<string> = new Set(['por', 'per', '/'])
const PIECES: ReadonlySet<string> = new Set(
  (
    'saco bolsa caja botella bidon carga balon paquete par entrada pasaje boleto ejemplar planta neumatico ' +
    'bag box bottle pack pair ticket seat tyre tire copy caixa garrafa pacote ingresso passagem pneu sacola'
  ).split(' '),
)

/** In the order in which they are tried. */
export const CONDITIONS: readonly Rule<Found>[] = [
  calendar,
  bounded,
  boundedCount,
  cap,
  threshold,
  reference,
  code,
  count,
  each,
]
