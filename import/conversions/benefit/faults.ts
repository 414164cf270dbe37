// Reasons to read no value from a sentence: figures that no rule explains, bounds, gifts, alternatives.

import type { BenefitKind } from '../../../contract/offers/offer.ts'
import { has, type Item, isFigure, isShareOrMoney, link, skip } from './items.ts'
import { isOpenBundle } from './multibuys.ts'
import type { Worth } from './read-figure.ts'

const OF_TIME: ReadonlySet<string> = new Set(['dia', 'ano', 'mes', 'tempo', 'fim'])
const SIGNS: ReadonlySet<string> = new Set(['+', '~', '>', '<', '≥', '≤', '±', '≈', '≃'])

/** Why an item that no rule explains rules out any value; undefined for an ordinary word. */
export function faultOf(items: readonly Item[], at: number): string | undefined {
  const item = items[at]
  const next = items[at + 1]
  if (!item) return undefined
  if (item.is === 'number' || item.is === 'code') return `has "${item.typed}", which is not understood`
  // 10% off for every referral.
  const isForEach =
    (item.text === 'for' && next?.text === 'every') || (item.text === 'por cada' && next?.is === 'word')
  // 99 € (desde)
  const isLowest = LOWEST.has(item.text) && (!next || [')', ';', ',', '.'].includes(next.text))
  const isMore = has(item, 'more') && !/^(?:y|e|and)\b/.test(item.text)
  const isDoubtful = has(item, 'trap', 'vague', 'ordinal') || isOpenBundle(items, at)
  if (isDoubtful || isForEach || isLowest || isMore) return `says "${item.typed}"`
  const isBound = has(item, 'bound', 'above', 'cap')
  const isBounded = isBound && isValueAt(items, afterOff(items, skip(items, at + 1, 4)))
  const isEither = ['or', 'ou', 'o', 'u'].includes(item.text) && isFigure(next)
  if (isUpTo(items, at) || isBounded || isEither) return `says "${item.typed}" before the figure`
  const isMinus = (item.text === '-' || item.text === '−') && !item.isGlued && next?.isGlued === true
  // .5% is not 5 %.
  const isPoint = (item.text === '.' || item.text === ',') && !item.isGlued && next?.isGlued === true
  if ((isMinus || isPoint || SIGNS.has(item.text)) && isFigure(next))
    return `has a "${item.text}" before the figure`
  if (item.is === 'word' && /[^\p{Script=Latin}\s]/u.test(item.text))
    return `says "${item.typed}", which is not read`
  return undefined
}

const LOWEST: ReadonlySet<string> = new Set('desde|from|a partir de|starting at|starting from'.split('|'))
const UP_TO: ReadonlySet<string> = new Set('up to|upto|hasta|de hasta|ate|de ate|as much as'.split('|'))
const MAX_BETWEEN = 6

/** "Up to a chilling 50% off": other words may stand before the figure. */
function isUpTo(items: readonly Item[], at: number): boolean {
  if (!UP_TO.has(items[at]?.text ?? '')) return false
  const others = items.slice(at + 1, at + 2 + MAX_BETWEEN)
  const end = others.findIndex(({ is, text }) => is === 'mark' && text !== ',')
  return others.slice(0, end < 0 ? undefined : end).some(isShareOrMoney)
}

/** "Max discount 20%". */
function afterOff(items: readonly Item[], at: number): number {
  const next = link(items, at + 1, 2)
  return has(items[at], 'off', 'back') && items[next]?.is === 'percent' ? next : at
}

function isValueAt(items: readonly Item[], at: number): boolean {
  const next = link(items, at, 2)
  return isFigure(items[next]) || has(items[next], 'halfPrice', 'trap', 'vague', 'bogo')
}

/** "20% off or more", "20% off or a bag", "20% + 10%": the words right after a value change it. */
export function faultAfter(items: readonly Item[], end: number): string | undefined {
  const [item, next] = [items[end], items[end + 1]]
  const isOr =
    ['or', 'ou', 'u'].includes(item?.text ?? '') || (item?.text === 'o' && !OF_TIME.has(next?.text ?? ''))
  const isChanged = has(item, 'more') || isOr || (item?.is === 'mark' && item.text === '+')
  return isChanged ? `goes on with "${item?.typed}" after the value` : undefined
}

/** Whether a word of benefits outside any rule fits this value. */
export function agrees(item: Item, { kind }: Worth): boolean {
  if (has(item, 'save')) return true
  if (has(item, 'voucher', 'codeLead')) return kind !== 'fixed_price'
  if (has(item, 'back')) return kind === 'cashback'
  if (has(item, 'off')) return kind === 'percentage' || kind === 'amount'
  return kind === 'installments'
}

/** Whether a value fits the kind in another column. */
export function fits(worth: Worth, kind: BenefitKind | null): boolean {
  if (kind === null || kind === worth.kind) return true
  const off: readonly BenefitKind[] = ['percentage', 'amount']
  return off.includes(kind) && off.includes(worth.kind)
}
