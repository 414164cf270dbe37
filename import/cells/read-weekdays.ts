// Reads days of the week as people write them, in the languages of the tables: "Lunes a jueves", "Sun–Thu",
// "Sat & Sun". A cell that says more ("the last Thursday of a month") is not read.

import { WEEKDAYS, type Weekday } from '../../contract/offers/offer.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { type Cell, textOf } from './cell.ts'

/** All words for each day by language, Monday first. Words of up to three letters are abbreviations. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  es: [
    'lunes lun lu',
    'martes mar ma',
    'miercoles mie mier mi',
    'jueves jue ju',
    'viernes vie vi',
    'sabado sabados sab sa',
    'domingo domingos dom do',
  ],
  en: [
    'monday mondays mon',
    'tuesday tuesdays tues tue',
    'wednesday wednesdays wed',
    'thursday thursdays thurs thur thu',
    'friday fridays fri',
    'saturday saturdays sat',
    'sunday sundays sun',
  ],
  pt: [
    'segunda segundas seg',
    'terca tercas ter',
    'quarta quartas qua',
    'quinta quintas qui',
    'sexta sextas sex',
    'sabado sabados sab',
    'domingo domingos dom',
  ],
  de: [
    'montag montags mo',
    'dienstag dienstags di',
    'mittwoch mittwochs mi',
    'donnerstag donnerstags do',
    'freitag freitags fr',
    'samstag samstags sonnabend sa',
    'sonntag sonntags so',
  ],
  nl: ['maandag ma', 'dinsdag di', 'woensdag wo', 'donderdag do', 'vrijdag vr', 'zaterdag za', 'zondag zo'],
  fr: [
    'lundi lundis lun lu',
    'mardi mardis mar ma',
    'mercredi mercredis mer me',
    'jeudi jeudis jeu je',
    'vendredi vendredis ven ve',
    'samedi samedis sam sa',
    'dimanche dimanches dim di',
  ],
  it: [
    'lunedi lun',
    'martedi mar',
    'mercoledi mer',
    'giovedi gio',
    'venerdi ven',
    'sabato sab',
    'domenica dom',
  ],
}

/** The languages of countries, the first of several; Spanish elsewhere. */
const LANGUAGES: Readonly<Record<string, string>> = {
  de: 'DE AT CH LI',
  nl: 'NL BE SR',
  fr: 'FR LU MC SN CI MA TN',
  it: 'IT SM',
  pt: 'BR PT AO MZ',
  en: 'US GB IE AU NZ CA IN ZA SG NG KE PH MT JM PK AE QA',
}
const LANGUAGE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LANGUAGES).flatMap(([language, countries]) =>
    countries.split(' ').map((country): [string, string] => [country, language]),
  ),
)

/** 0 to 6 for each word of a language, Monday first. */
const BY_LANGUAGE: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.entries(WORDS).map(([language, days]) => [
    language,
    new Map(days.flatMap((words, day) => words.split(' ').map((word): [string, number] => [word, day]))),
  ]),
)

/** 0 to 6 for each word that is the same day in all languages that have it. */
const NUMBERS: ReadonlyMap<string, number> = sureNumbers()

function sureNumbers(): ReadonlyMap<string, number> {
  const all = [...BY_LANGUAGE.values()].flatMap((words) => [...words])
  const isSure = ([word, day]: [string, number]) => all.every(([other, its]) => other !== word || its === day)
  return new Map(all.filter(isSure))
}

/** A short word that is another day elsewhere, such as "Do", is that of the language of the country. */
function dayNumber(word: string, country: string | undefined): number | undefined {
  return BY_LANGUAGE.get(LANGUAGE_OF.get(country ?? '') ?? 'es')?.get(word) ?? NUMBERS.get(word)
}

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

/**
 * In the order of the week, each day once; undefined if the cell is empty or not understood in full.
 * @param country decides what short words such as "Do" mean
 */
export function readWeekdays(cell: Cell, country?: string): Weekday[] | undefined {
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
      country,
    )
    if (!partDays) return undefined
    for (const day of partDays) days.add(day)
  }
  return days.size === 0 ? undefined : WEEKDAYS.filter((_, index) => days.has(index))
}

function daysIn(text: string, country: string | undefined): number[] | undefined {
  if (EVERY_DAY.test(text)) return WHOLE_WEEK
  if (WEEKEND.test(text)) return [5, 6]
  if (WORKDAYS.test(text)) return MONDAY_TO_FRIDAY
  // "segunda-feira" leaves a hyphen.
  const bare = text.replace(FILLER, ' ').replace(/-(?=\s*(?:,|$))/g, ' ')
  const days: number[] = []
  for (const item of bare.split(/[,&/+]|\b(?:y|e|and)\b/)) {
    if (item.trim() === '') continue
    const itemDays = rangeIn(item.trim(), country)
    if (!itemDays) return undefined
    days.push(...itemDays)
  }
  return days.length > 0 ? days : undefined
}

/** One day or a range, which may pass the end of the week: "sabado a lunes" is 5, 6, 0. */
function rangeIn(item: string, country: string | undefined): number[] | undefined {
  const ends = item
    .split(/-+|\b(?:a|al|to|through|thru|ate|hasta)\b/)
    .map((word) => word.trim())
    .filter(Boolean)
  const isRange = ends.length === 2
  const [first, last, ...more] = ends.map(
    (word) => dayNumber(word, country) ?? (isRange ? LETTERS.get(word) : undefined),
  )
  if (first === undefined || more.length > 0) return undefined
  if (ends.length === 1) return [first]
  if (last === undefined) return undefined
  // "Lunes a lunes" is every day.
  if (last === first) return WHOLE_WEEK
  const length = ((last - first + 7) % 7) + 1
  return Array.from({ length }, (_, step) => (first + step) % 7)
}
