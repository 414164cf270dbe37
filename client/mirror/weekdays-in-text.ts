// The weekdays that the text of a search names: single ones, ranges, weekends.

import { WEEKDAYS, type Weekday } from '../api/types.ts'

/** Words for weekdays at a place of a text. */
export interface DaysNamed {
  at: number
  /** In tokens. */
  length: number
  /** None for all days: no filter asks for offers that hold on each of them. */
  days: readonly Weekday[]
}

const WEEKEND: readonly Weekday[] = ['saturday', 'sunday']
const OTHERS: readonly Weekday[] = WEEKDAYS.filter((day) => !WEEKEND.includes(day))
const PHRASES: readonly [phrase: string, days: readonly Weekday[]][] = [
  ['fin de semana', WEEKEND],
  ['fines de semana', WEEKEND],
  ['weekend', WEEKEND],
  ['weekends', WEEKEND],
  ['entre semana', OTHERS],
  ['dias de semana', OTHERS],
  ['weekdays', OTHERS],
  ['todos los dias', []],
  ['cualquier dia', []],
  ['every day', []],
  ['everyday', []],
  ['any day', []],
]
const TO: ReadonlySet<string> = new Set(['a', 'al', 'hasta', 'to', 'thru', 'through', 'until'])

/** @param words the words for single weekdays, as `weekdayWords` has them */
export function weekdaysIn(tokens: readonly string[], words: ReadonlyMap<string, Weekday>): DaysNamed[] {
  const found: DaysNamed[] = []
  for (let at = 0; at < tokens.length; ) {
    const named = phraseAt(tokens, at) ?? rangeAt(tokens, at, words)
    if (named) found.push(named)
    at += named?.length ?? 1
  }
  return found
}

function phraseAt(tokens: readonly string[], at: number): DaysNamed | undefined {
  for (const [phrase, days] of PHRASES) {
    const words = phrase.split(' ')
    if (words.every((word, index) => tokens[at + index] === word)) return { at, length: words.length, days }
  }
  return undefined
}

/** A weekday, or the days from one to another, such as `viernes a domingo`. */
function rangeAt(
  tokens: readonly string[],
  at: number,
  words: ReadonlyMap<string, Weekday>,
): DaysNamed | undefined {
  const first = words.get(tokens[at] ?? '')
  if (first === undefined) return undefined
  const last = TO.has(tokens[at + 1] ?? '') ? words.get(tokens[at + 2] ?? '') : undefined
  if (last === undefined) return { at, length: 1, days: [first] }
  const from = WEEKDAYS.indexOf(first)
  const count = ((WEEKDAYS.indexOf(last) - from + WEEKDAYS.length) % WEEKDAYS.length) + 1
  const days = Array.from({ length: count }, (_, step) => WEEKDAYS[(from + step) % WEEKDAYS.length] ?? first)
  return { at, length: 3, days }
}

/** Words for today, and for the day after. */
const NEAR_DAYS: ReadonlyMap<string, 0 | 1> = new Map([
  ['hoy', 0],
  ['today', 0],
  ['tonight', 0],
  ['manana', 1],
  ['tomorrow', 1],
])

/** The place of a word for today or the next day, and how many days later it is; `la mañana` is the morning. */
export function nearDayIn(tokens: readonly string[]): { at: number; later: 0 | 1 } | undefined {
  for (const [at, token] of tokens.entries()) {
    const later = NEAR_DAYS.get(token)
    if (later !== undefined && tokens[at - 1] !== 'la') return { at, later }
  }
  return undefined
}
