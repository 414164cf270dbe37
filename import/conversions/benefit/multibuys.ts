// More pieces than are paid for: 2x1, lleva 3 y paga 2, buy one get one free.

import { has, type Item, isFigure, type Rule } from './items.ts'
import type { Value } from './read-figure.ts'
import { NUMBER_WORDS } from './vocabulary.ts'

export function numberOf(item: Item | undefined): number | undefined {
  if (item?.is === 'number' && /^\d{1,2}$/.test(item.typed)) return Number(item.typed)
  return item?.is === 'word' ? NUMBER_WORDS.get(item.text) : undefined
}

/** No shop gives more pieces in one offer. */
const MAX_PIECES = 10

function multibuy(received: number | undefined, paid: number | undefined, length: number): Value | undefined {
  if (received === undefined || paid === undefined || paid < 1 || received <= paid || received > MAX_PIECES)
    return undefined
  return { length, kind: 'multibuy', of: Number((received / paid).toFixed(4)) }
}

const TIMES: ReadonlySet<string> = new Set(['x', '×', 'por', 'for', '*', '-'])

const PRICE_OF: ReadonlySet<string> = new Set(['al precio de', 'for the price of', 'pelo preco de'])

/** 2x1, 3 por 2, 2-for-1, 2 al precio de 1. */
export const pair: Rule<Value> = (items, at) => {
  if (has(items[at], 'bogo')) return { length: 1, kind: 'multibuy', of: 2 }
  const received = numberOf(items[at])
  let next = at + 1
  while (next < at + 4 && TIMES.has(items[next]?.text ?? '')) next++
  const marks = items.slice(at + 1, next).map(({ text }) => text)
  const isPrice = PRICE_OF.has(items[next]?.text ?? '')
  if (!isPrice && !marks.some((mark) => mark !== '-')) return undefined
  const end = isPrice ? next + 1 : next
  const after = items[end + 1]
  // 4x2 cm, 2x1.5: sizes.
  if (after?.is === 'word' && (after.isGlued || has(after, 'unit')) && after.text !== 'uno') return undefined
  return multibuy(received, numberOf(items[end]), end + 1 - at)
}

/** Items between the pieces to buy and the pieces to get. */
const MAX_BETWEEN = 7

/** Lleva 3 y paga 2, buy one get one free, compra 1 y lleva 2. */
export const bundle: Rule<Value> = (items, at) => {
  const isBuy = has(items[at], 'buy')
  const first = numberOf(items[at + 1])
  if ((!isBuy && !has(items[at], 'pay')) || first === undefined) return undefined
  let next = at + 2
  while (next < at + MAX_BETWEEN && !has(items[next], 'pay', 'get') && !isFigure(items[next])) next++
  const second = numberOf(items[next + 1])
  if (second === undefined || isOrdinal(items, next + 2)) return undefined
  const length = next + 2 - at
  if (has(items[next], 'pay')) return multibuy(first, second, length)
  if (!has(items[next], 'get')) return undefined
  return has(items[at], 'pay')
    ? multibuy(second, first, length)
    : boughtAndGot(items, next, { at, first, second })
}

/** Buy 2, get 3rd free: one piece is free, not three. */
function isOrdinal(items: readonly Item[], at: number): boolean {
  return items[at]?.isGlued === true && /^(?:st|nd|rd|th|a|o|ª|º|er|e)$/.test(items[at]?.text ?? '')
}

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'any'])

/** Buy one, get one at a discount: a bundle of unknown value. So is "Buy any bike and get 20% off a helmet". */
export function isOpenBundle(items: readonly Item[], at: number): boolean {
  const isArticle = ARTICLES.has(items[at + 1]?.text ?? '')
  if (!has(items[at], 'buy') || (!isArticle && numberOf(items[at + 1]) === undefined)) return false
  const others = items.slice(at + 2, at + MAX_BETWEEN)
  return others.some(
    (item, index) => has(item, 'get') && (isArticle || numberOf(others[index + 1]) !== undefined),
  )
}

/** En pizzas. */
function isPlace(items: readonly Item[], at: number): boolean {
  const thing = items[at + 1]
  return ['en', 'em'].includes(items[at]?.text ?? '') && thing?.is === 'word' && thing.classes.size === 0
}

/** Buy 1 entree, get 1 dessert: the two prices may differ. */
function isOtherThing(bought: readonly Item[], got: readonly Item[]): boolean {
  const one = (item: Item) => item.text.replace(/s$/, '')
  const known = bought.filter(({ is, classes }) => is === 'word' && classes.size === 0).map(one)
  return known.length > 0 && got.some((item) => !known.includes(one(item)))
}

const FREE: ReadonlySet<string> = new Set(['free', 'gratis', 'gratuito', 'gratuita'])

function boughtAndGot(
  items: readonly Item[],
  get: number,
  { at, first, second }: { at: number; first: number; second: number },
): Value | undefined {
  let next = get + 2
  while (next < get + 5 && items[next]?.is === 'word' && items[next]?.classes.size === 0) next++
  const isOther = isOtherThing(items.slice(at + 2, get), items.slice(get + 2, next))
  if (FREE.has(items[next]?.text ?? ''))
    return isOther ? undefined : multibuy(first + second, first, next + 1 - at)
  // Buy one, get one 50% off: only the second is cheaper.
  const goesOn =
    isFigure(items[next]) ||
    has(items[next], 'off', 'trap', 'vague', 'halfPrice', 'price') ||
    (has(items[next], 'link') && !isPlace(items, next))
  if (goesOn) return undefined
  if (items[get]?.text === 'get')
    return first === 1 && second === 1 ? multibuy(2, 1, get + 2 - at) : undefined
  return multibuy(second, first, get + 2 - at)
}
