// Reads the first and the last day of an offer from one cell: "01/09/2026 al 30/09/2026", "Hasta el 31-12-2026",
// "Agosto 2026". Every word of the cell must be understood; a sentence that says more is not read.

import { fold } from '../../lib/text/plain-letters.ts'
import { type Cell, isList, textOf } from './cell.ts'
import { type DayStyle, dayOf, lastDayOf, monthNumber, parseDay, readDay } from './days.ts'

/** ISO days. Null: the cell says that this end is open, or says nothing of it. */
export interface Period {
  from: string | null
  until: string | null
}

/** An offer without an end is understood, unlike an unknown end, though both are published as null. */
const OPEN =
  /^(?:permanente|permanentemente|indefinid[oa]|sin (?:vencimiento|fecha de termino|limite)|todo el ano|ongoing|permanent|no (?:end date|expiry|expiration)|until further notice|hasta nuevo aviso|permanentes?|sem (?:validade|prazo))$/

/** Words and bullets before a period: "Vigencia: ", "• Válido ". */
const LEAD =
  /^(?:[•●*-]\s*)?(?:(?:periodo de\s+)?(?:vigencia|validez|vigentes?|validos?|valida|validade|valido|valid|duracion|promocion valida|oferta valida)\b\s*:?\s*)?(?:[•●*]\s*)?/
/** "desde el ", "a partir del ". */
const FROM =
  /^(?:(?:a partir\s+)?(?:desde|del|de|from|starting|since|a partir)\b(?:\s+(?:el|del|de|dia))*\s*)/
/** `al`, `a`, `y` and `e` also stand between two days. */
const UNTIL = /^(?:(?:hasta|ate|until|till|through|thru|to|al|a|y|e)\b(?:\s+(?:el|o|dia|the))*\s*)/
const DASH = /^(?:-|–|—|~|\/)\s*/

/** Longer texts say more than a period. SECURITY: keeps the input of these patterns short. */
const MAX_CHARACTERS = 200

/** Longer than any text of a first day, in characters. SECURITY: bounds the number of cuts that are tried. */
const MAX_START = 80

/** Undefined if any part of the cell is not understood, or the cell is a single day, which may be the first or the last. */
export function readPeriod(cell: Cell, style: DayStyle): Period | undefined {
  if (isList(cell) || textOf(cell).length > MAX_CHARACTERS) return undefined
  if (readDay(cell, style) !== undefined) return undefined
  const text = fold(textOf(cell)).replace(/\s+/g, ' ').replace(/\.$/, '')
  if (OPEN.test(text)) return { from: null, until: null }
  const body = text.replace(LEAD, '').trim()
  return wholeMonth(body) ?? onlyUntil(body, style) ?? between(body, style)
}

/** "08/2026", "agosto 2026", "todo el mes de agosto de 2026". */
function wholeMonth(text: string): Period | undefined {
  const [, digits, year] = /^(\d{1,2})\s?[/-]\s?(\d{4})$/.exec(text) ?? []
  const [, word, wordYear] =
    /^(?:todo el mes de |durante |mes de )?([a-z]{3,10})(?: del?)?,? (\d{4})$/.exec(text) ?? []
  const month = digits === undefined ? monthNumber(word ?? '') : Number(digits)
  const fullYear = Number(year ?? wordYear)
  if (month === undefined || month < 1 || month > 12 || Number.isNaN(fullYear)) return undefined
  const from = dayOf(fullYear, month, 1)
  const until = lastDayOf(fullYear, month)
  return from !== undefined && until !== undefined ? { from, until } : undefined
}

/** "hasta el 31-12-2026". */
function onlyUntil(text: string, style: DayStyle): Period | undefined {
  const rest = text.replace(UNTIL, '')
  if (rest === text) return undefined
  const until = parseDay(rest, style)
  return until === undefined ? undefined : { from: null, until }
}

/** "desde el 1/9/2026", or two days. */
function between(text: string, style: DayStyle): Period | undefined {
  const rest = text.replace(FROM, '')
  const alone = rest === text ? undefined : parseDay(rest, style)
  if (alone !== undefined) return { from: alone, until: null }
  // Tries each place to cut the text in two; all cuts that give two days must give the same period.
  const found = cuts(rest).flatMap(([start, end]) => {
    const until = parseDay(end, style)
    const from = until === undefined ? undefined : startOf(start, until, style)
    return from !== undefined && until !== undefined && from <= until ? [{ from, until }] : []
  })
  const different = new Map(found.map((each) => [`${each.from}/${each.until}`, each]))
  return different.size === 1 ? found[0] : undefined
}

/**
 * Two parts of a text for each place with a word or a dash that may stand between two days, without that word or dash:
 * "1/9 al 30/9/2026" gives "1/9" and "30/9/2026", among others.
 */
function cuts(text: string): [start: string, end: string][] {
  const all: [string, string][] = []
  for (let at = 1; at < Math.min(text.length, MAX_START); at++) {
    // A word begins behind a blank, a dash anywhere.
    if (text[at - 1] !== ' ' && !/[-–—~/]/.test(text[at] ?? '')) continue
    const end = text.slice(at)
    const bare = end.replace(UNTIL, '').replace(DASH, '')
    if (bare !== end) all.push([text.slice(0, at).trim().replace(/,$/, ''), bare.trim()])
  }
  return all
}

/** The first day may omit the month or year of the last one: "del 01 al 31 de agosto de 2026", "1 sept. – 15 oct. 2026". */
function startOf(start: string, until: string, style: DayStyle): string | undefined {
  const whole = parseDay(start, style)
  if (whole !== undefined) return whole
  const [year = 0, month = 0] = until.split('-').map(Number)
  const [, day] = /^(\d{1,2})(?:º|°|st|nd|rd|th)?$/.exec(start) ?? []
  if (day !== undefined) return dayOf(year, month, Number(day))
  const dayFirst = /^(\d{1,2})(?:º|°)? (?:de )?([a-z]{3,10})\.?$/.exec(start)
  const monthFirst = /^([a-z]{3,10})\.? (\d{1,2})$/.exec(start)
  const startMonth = monthNumber(dayFirst?.[2] ?? monthFirst?.[1] ?? '')
  if (startMonth === undefined) return undefined
  // From November to February, the first day lies in the year before.
  const startYear = startMonth > month ? year - 1 : year
  return dayOf(startYear, startMonth, Number(dayFirst?.[1] ?? monthFirst?.[2]))
}
