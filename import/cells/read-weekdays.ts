// Reads days of the week as people write them, in Spanish, English and Portuguese: "Lunes a jueves", "Sun–Thu",
// "Sat & Sun". A cell that says more ("the last Thursday of a month") is not read.

import { WEEKDAYS, type Weekday } from '../../contract/offers/offer.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { type Cell, textOf } from './cell.ts'

/** All words for each day, Monday first. */
const WORDS: readonly string[] = [
  'lunes lun lu monday mondays mon segunda segundas seg',
  'martes mar ma tuesday tuesdays tues tue terca tercas ter',
  'miercoles mie mier mi wednesday wednesdays wed quarta quartas qua',
  'jueves jue ju thursday thursdays thurs thur thu quinta quintas qui',
  'viernes vie vi friday fridays fri sexta sextas sex',
  'sabado sabados sab sa saturday saturdays sat',
  'domingo domingos dom do sunday sundays sun',
]
/** 0 to 6 for each word, Monday first. */
const NUMBERS: ReadonlyMap<string, number> = new Map(
  WORDS.flatMap((words, day) => words.split(' ').map((word): [string, number] => [word, day])),
)

/** Letters are read only at the ends of a range, "L a V". M is left out, since it stands for two days. */
const LETTERS: ReadonlyMap<string, number> = new Map([
  ['l', 0],
  ['j', 3],
  ['v', 4],
  ['s', 5],
  ['d', 6],
])

/** 0 to 6 for a folded word, Monday first; undefined if it is no day of the week. */
export function weekdayNumber(word: string): number | undefined {
  return NUMBERS.get(word)
}

/** "Último jueves del mes" and "1st Monday" are not each Thursday or Monday. SECURITY: linear time. */
const ORDINAL_DAY =
  /(?<![a-z])(?:primer|segundo|tercer|cuarto|ultimo|primeira?|ultima|first|second|third|fourth|last|\d(?:er|do|ro|st|nd|rd|th|[ºª°])?) ([a-z]{3,10})/g

/** "Excepto viernes" and "no válido los sábados" name days on which the offer is not valid. SECURITY: linear time. */
const EXCEPTED_DAY =
  /(?<![a-z])(?:exce[pt]+o|except|salvo|nao valid[oa]s?|no valid[oa]s?|not valid)(?: (?:on|para|los|las|aos|as|el|em|dias?)){0,3} ([a-z]{3,10})/g
/** Words for every second week. */
const EVERY_OTHER = /semana por medio|every other week/

/** Whether the beginning of a text speaks of one of the days of the week in a month, excepts days, or skips weeks. */
export function limitsWeekdays(text: string): boolean {
  const folded = fold(text.slice(0, MAX_CHARACTERS))
  const matches = [...folded.matchAll(ORDINAL_DAY), ...folded.matchAll(EXCEPTED_DAY)]
  return EVERY_OTHER.test(folded) || matches.some(([, word = '']) => NUMBERS.has(word))
}

const EVERY_DAY =
  /^(?:todos|todas|all|every day|all the days|todos los dias|todos los dias de la semana|todo dia|todos os dias|toda la semana|diario|diariamente|diaria|daily|every ?day|all days|all week|7 days a week|cualquier dia)$/
const WEEKEND =
  /^(?:(?:el |los |on )?fin(?:es)? de semana|findes?|weekends?|fim de semana|fins de semana|finais de semana)$/
const WORKDAYS = /^(?:weekdays?|dias? (?:habiles|laborales|de semana|uteis)|on weekdays)$/
/** Words that change nothing around days: "todos los lunes", "segunda-feira". */
const FILLER =
  /\b(?:todos|todas|todo|los|las|el|la|dias|cada|every|on|only|solo|os|as|feira|feiras|durante|de|from)\b/g

const MONDAY_TO_FRIDAY = [0, 1, 2, 3, 4]
const WHOLE_WEEK = [...MONDAY_TO_FRIDAY, 5, 6]

/** Longer than a text that names all days in words. SECURITY: keeps the input of these patterns short. */
const MAX_CHARACTERS = 300

/** In the order of the week, each day once; undefined if the cell is empty or not understood in full. */
export function readWeekdays(cell: Cell): Weekday[] | undefined {
  if (textOf(cell).length > MAX_CHARACTERS) return undefined
  const days = new Set<number>()
  const parts = textOf(cell)
    .split(/[;|\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  for (const part of parts) {
    // "Lun. – Vie." is "lun - vie".
    const partDays = daysIn(
      fold(part)
        .replace(/[–—−]/g, '-')
        .replace(/\.(?=\s|$|,)/g, '')
        .trim(),
    )
    if (!partDays) return undefined
    for (const day of partDays) days.add(day)
  }
  return days.size === 0 ? undefined : WEEKDAYS.filter((_, index) => days.has(index))
}

function daysIn(text: string): number[] | undefined {
  if (EVERY_DAY.test(text)) return WHOLE_WEEK
  if (WEEKEND.test(text)) return [5, 6]
  if (WORKDAYS.test(text)) return MONDAY_TO_FRIDAY
  // "segunda-feira" leaves a hyphen.
  const bare = text.replace(FILLER, ' ').replace(/-(?=\s*(?:,|$))/g, ' ')
  const days: number[] = []
  for (const item of bare.split(/[,&/+]|\b(?:y|e|and)\b/)) {
    if (item.trim() === '') continue
    const itemDays = rangeIn(item.trim())
    if (!itemDays) return undefined
    days.push(...itemDays)
  }
  return days.length > 0 ? days : undefined
}

/** One day or a range, which may pass the end of the week: "sabado a lunes" is 5, 6, 0. */
function rangeIn(item: string): number[] | undefined {
  const ends = item
    .split(/-+|\b(?:a|al|to|through|thru|ate|hasta)\b/)
    .map((word) => word.trim())
    .filter(Boolean)
  const isRange = ends.length === 2
  const [first, last, ...more] = ends.map(
    (word) => NUMBERS.get(word) ?? (isRange ? LETTERS.get(word) : undefined),
  )
  if (first === undefined || more.length > 0) return undefined
  if (ends.length === 1) return [first]
  if (last === undefined) return undefined
  // "Lunes a lunes" is every day.
  if (last === first) return WHOLE_WEEK
  const length = ((last - first + 7) % 7) + 1
  return Array.from({ length }, (_, step) => (first + step) % 7)
}
