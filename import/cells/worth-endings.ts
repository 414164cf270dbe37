// What may stand behind a value without changing it: that there is no cap, a cap, days of the week, "online".

import { type Money, type NumberStyle, readMoney } from './read-number.ts'
import { readWeekdays } from './read-weekdays.ts'
import { wordsOf } from './words.ts'

const NO_CAP: ReadonlySet<string> = new Set(
  'sin tope, sin topes, sin limite, sin limites, sin tope de reintegro, sin tope de descuento, sin tope de devolucion, no cap, no limit, sem limite, sem teto, unlimited, ilimitado, ilimitada'.split(
    ', ',
  ),
)

const ONLINE: ReadonlySet<string> = new Set(
  'online, en tienda online, en la tienda online, en linea, en la web, en el sitio web'.split(', '),
)

const CAP: ReadonlySet<string> = new Set(
  'tope, con tope, con tope de, tope de, tope maximo, tope de reintegro, tope de descuento, tope de devolucion, cap, capped at, teto, teto de'.split(
    ', ',
  ),
)
/** No entry of `CAP` has more words. */
const MAX_WORDS_OF_CAP = 3
/** With a sign, or with thousands: a bare number may count uses, or be a year. */
const AMOUNT = /[^\d.,]|\d[.,]\d{3}/

/** Whether a text only says that there is no cap. */
export function saysNoCap(text: string): boolean {
  return NO_CAP.has(wordsOf(text))
}

export interface WithoutEndings {
  /** Empty if the text is nothing but endings. */
  bare: string
  cap: Money | null
}

/**
 * "30% dcto. Online, tope $10.000" is "30% dcto" and the cap.
 * @param text a short one: all its endings are tried
 */
export function withoutEndings(text: string, style: NumberStyle): WithoutEndings {
  const words = text.split(' ')
  let cap: Money | null = null
  for (let at = 0; at < words.length; at++) {
    const ending = words
      .slice(at)
      .join(' ')
      .replace(/^[(,–-] ?/, '')
      .replace(/[.)!]$/, '')
    const endingCap = capIn(ending, style)
    // A text with two caps keeps one of them, and is not understood.
    const isEnding = endingCap ? cap === null : isHarmless(ending)
    if (!isEnding) continue
    cap ??= endingCap
    // Drops the ending, and looks for another one from the start.
    words.length = at
    at = -1
  }
  return { bare: words.join(' ').replace(/[.,:!(]$/, ''), cap }
}

function isHarmless(ending: string): boolean {
  const words = wordsOf(ending)
  return NO_CAP.has(words) || ONLINE.has(words) || isWeekdays(ending)
}

/** Shorter texts, such as "mar" and "all", also mean something other than days. */
const SHORTEST_DAYS = 'lunes'.length

function isWeekdays(ending: string): boolean {
  return ending.length >= SHORTEST_DAYS && readWeekdays(ending) !== undefined
}

/** The amount of a text such as "tope $10.000"; null if it is no cap. */
export function capIn(ending: string, style: NumberStyle): Money | null {
  const words = ending.split(' ')
  for (let count = 1; count <= MAX_WORDS_OF_CAP && count < words.length; count++) {
    if (!CAP.has(wordsOf(words.slice(0, count).join(' ')))) continue
    const amount = words.slice(count).join(' ')
    const read = AMOUNT.test(amount) ? readMoney(amount, style) : undefined
    if (read && 'value' in read) return read.value
  }
  return null
}
