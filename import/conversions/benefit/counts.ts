// Counts of pieces, people or years in a sentence, sizes of things, and amounts per piece.

import { has, type Item, isCalendarWord, type Rule, skip } from './items.ts'

/** The result of a rule that explains `length` items. */
export interface Found {
  length: number
  cap?: Item
  /** An amount per piece, or a number of pieces: some values cannot stand next to them. */
  mark?: 'each' | 'count'
}

/** 3 noches, 2 o más unidades, mayores de 60 años. */
export const count: Rule<Found> = (items, at) => {
  const item = items[at]
  const isNumber = item?.is === 'number' && /^\d{1,3}$/.test(item.typed)
  // En 1 pago: a single payment.
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

/** Mayores de 60 años, más de 2 productos, hasta 3 unidades: a bound of a count is a condition. */
export const boundedCount: Rule<Found> = (items, at) => {
  if (!has(items[at], 'bound', 'above', 'cap')) return undefined
  const next = skip(items, at + 1, 2)
  const found = count(items, next)
  return found?.mark === 'count' ? { length: next + found.length - at, mark: 'count' } : undefined
}

/** The index after `or more`. */
export function afterMore(items: readonly Item[], at: number): number {
  const isMore = has(items[at], 'more') || (items[at]?.text === '+' && items[at]?.isGlued)
  return isMore ? at + 1 : at
}

/** Por litro, /kg, each, c/u, el litro. */
export const each: Rule<Found> = (items, at) => {
  const [item, next] = [items[at], items[at + 1]]
  if (item?.text === 'c' && next?.text === '/') return { length: 2, mark: 'each' }
  if (item?.text === 'apiece' || (item?.text === 'each' && !isCalendarWord(next)))
    return { length: 1, mark: 'each' }
  if (PER.has(item?.text ?? '') && PIECES.has(next?.text ?? '')) return { length: 2, mark: 'each' }
  if (item?.text === 'per' && isThing(next)) return { length: 2, mark: 'each' }
  const isArticle = ARTICLES.has(item?.text ?? '')
  if ((!isArticle && !LEADS.has(item?.text ?? '')) || !has(next, 'unit', 'period')) return undefined
  const isSpecific = isArticle && !has(next, 'unit')
  return isSpecific || next?.text === 'compra' ? undefined : { length: 2, mark: 'each' }
}

const PER: ReadonlySet<string> = new Set(['por', 'per', '/'])
const LEADS: ReadonlySet<string> = new Set([...PER, 'cada', 'x'])
const ARTICLES: ReadonlySet<string> = new Set(['el', 'la', 'o', 'a', 'al', 'the', 'an'])
const PIECES: ReadonlySet<string> = new Set(
  (
    'saco bolsa caja botella bidon carga balon paquete par entrada pasaje boleto ejemplar planta neumatico ' +
    'bag box bottle pack pair ticket seat tyre tire copy caixa garrafa pacote ingresso passagem pneu sacola'
  ).split(' '),
)
