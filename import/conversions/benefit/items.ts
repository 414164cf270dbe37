// The tokens of a sentence with the classes of their words: the input of the grammar of benefits.

import { monthNumber } from '../read-day.ts'
import { isWeekday } from '../read-weekdays.ts'
import { type Token, tokensOf } from '../tokens.ts'
import { BEGINNINGS, classesOf, LONGEST_PHRASE, type WordClass } from './vocabulary.ts'

export interface Item extends Token {
  classes: ReadonlySet<WordClass>
}

/** Matches items from an index on; the result gives the number of items that it explains. */
export type Rule<T extends { length: number }> = (items: readonly Item[], at: number) => T | undefined

/** @param fileCurrency decides what an ambiguous sign means */
export function itemsOf(text: string, fileCurrency: string | null): Item[] {
  const tokens = tokensOf(text, fileCurrency)
  const items: Item[] = []
  for (let at = 0; at < tokens.length; ) {
    if (endsAbbreviation(tokens, at)) {
      at += 1
      continue
    }
    const { item, length } = phraseAt(tokens, at)
    items.push(item)
    at += length
  }
  return items
}

/** Words whose point ends no sentence: min. 20% */
export const ABBREVIATIONS = ['min', 'mín', 'max', 'máx', 'mind', 'ca', 'avg', 'approx', 'aprox', 'prom']

function endsAbbreviation(tokens: readonly Token[], at: number): boolean {
  const [word, point] = [tokens[at - 1], tokens[at]]
  return point?.text === '.' && point.isGlued && ABBREVIATIONS.includes(word?.text ?? '')
}

/** The longest known phrase that begins at a token, or the token alone. */
function phraseAt(tokens: readonly Token[], at: number): { item: Item; length: number } {
  const first = tokens[at]
  if (!first) throw new RangeError(`no token at ${at}`)
  let best = { text: first.text, classes: classesOf(first.text), length: 1 }
  const isAlone = first.is !== 'word' || !BEGINNINGS.has(first.text)
  let text = first.text
  let words = 1
  for (let next = at + 1; !isAlone && words < LONGEST_PHRASE && next < tokens.length; next++) {
    const token = tokens[next]
    if (token?.is !== 'word') {
      if (isInnerMark(token, tokens[next + 1])) continue
      break
    }
    text += ` ${token.text}`
    words++
    const classes = classesOf(text)
    if (classes.size > 0) best = { text, classes, length: next - at + 1 }
  }
  const typed = best.length === 1 ? first.typed : best.text
  return { item: { ...first, text: best.text, typed, classes: best.classes }, length: best.length }
}

/** The hyphen of half-price, the slash of s/interés. */
function isInnerMark(token: Token | undefined, next: Token | undefined): boolean {
  return (token?.text === '-' || token?.text === '/') && token.isGlued && next?.is === 'word' && next.isGlued
}

export function has(item: Item | undefined, ...names: readonly WordClass[]): boolean {
  return item !== undefined && names.some((name) => item.classes.has(name))
}

/** A number, a percentage or an amount. */
export function isFigure(item: Item | undefined): item is Item {
  return item?.is === 'number' || isShareOrMoney(item)
}

/** A percentage or an amount. */
export function isShareOrMoney(item: Item | undefined): item is Item {
  return item?.is === 'percent' || item?.is === 'money'
}

/** The index after words that change nothing, at most this many of them. */
export function skip(items: readonly Item[], at: number, max: number): number {
  let next = at
  while (next < at + max && (has(items[next], 'link', 'skip') || isFlatMark(items[next]))) next++
  return next
}

/** Like `skip`, but only for words that link a figure to its meaning: not `con` in `$ 9.990 con descuento`. */
export function link(items: readonly Item[], at: number, max: number): number {
  let next = at
  while (next < at + max && (has(items[next], 'link') || isFlatMark(items[next]))) next++
  return next
}

function isFlatMark(item: Item | undefined): boolean {
  return item?.is === 'mark' && [':', ';', '=', '-', '–', '—', '*', '(', "'", '’'].includes(item.text)
}

/** Whether an unknown word follows an amount: it may be a number, as in "Rp100 Ribu" and "Rs 2 lakh". */
export function mayBeMultiplied(items: readonly Item[], at: number): boolean {
  const next = items[at + 1]
  const isUnknown = next?.is === 'word' && next.classes.size === 0
  const multipliesNothing = AFTER_PRICE.has(next?.text ?? '') || JOINING.has(next?.text ?? '')
  return items[at]?.is === 'money' && isUnknown && !multipliesNothing && !isCalendarWord(next)
}

/** Words after which the price of a thing is complete. */
export const AFTER_PRICE: ReadonlySet<string> = new Set(
  'con los las todo toda todos todas pagando presentando with on all every until via using when para com nos nas aos as'.split(
    ' ',
  ),
)

/** Other words that are no numbers. */
const JOINING: ReadonlySet<string> = new Set('y e and c per pro je por each value'.split(' '))

/** A day of the week or a month. */
export function isCalendarWord(item: Item | undefined): boolean {
  return item?.is === 'word' && (isWeekday(item.text) || monthNumber(item.text) !== undefined)
}

/** The result of the first rule that matches. */
export function firstOf<T extends { length: number }>(
  rules: readonly Rule<T>[],
  items: readonly Item[],
  at: number,
): T | undefined {
  for (const rule of rules) {
    const found = rule(items, at)
    if (found) return found
  }
  return undefined
}
