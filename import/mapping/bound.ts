// Finds a text of the row that limits the value next to it: "Hasta 40%" next to a column with 40, "$39 per month" next to a
// price of 39. No other text of a row is read.

import { fold } from '../../lib/text/plain-letters.ts'
import { isList, textOf } from '../cells/cell.ts'
import type { Worth } from '../cells/worth.ts'
import type { Row } from '../tables/table.ts'

/** SECURITY: bounds the work; a benefit stands at the beginning of a text. */
const MAX_CHARACTERS = 3000

/** Words for "up to", for "from", and for other limits, such as "almost", in the languages of the tables; folded. */
const LIMITS = [
  'hasta|up to|upto|ate|bis|bis zu|jusqu.? ?a|fino al?|tot|tot wel|do|до|pana la|inntil|opptil|upp till|hingga|jopa|nawet',
  'desde|a partir de|from|starting at|ab|od|от|εως|vanaf|fra|fran|at least|al menos|pelo menos|as low as|as much as',
  String.raw`(?:min|max)\.?|minim[ao]?|maxim[ao]?|minimum|maximum|casi|almost|entre|between`,
].join('|')
/** A figure, with the sign before it; no part of a longer number, a range or a day. */
const FIGURE = String.raw`(?<before>\p{Sc}|rs\.?|us\$|r\$|qr)? ?(?<digits>\d{1,9}(?:[.,]\d{1,3}){0,3})(?! ?[-/.]?\d)`
/** Words between a limiting word and its figure: "hasta en un 20%". */
const LEAD = '(?:(?:de|en|por|con|un|una|uma?|el|al?|of|an|the) ){0,3}'
/** "hasta $ 5.000", "up to 40%": what stands behind the figure shows that it is no day. */
const LIMITED = new RegExp(
  String.raw`(?<!\p{L})(?:${LIMITS})(?:[:;] ?| )${LEAD}${FIGURE},?-? ?(?<behind>%|\p{Sc}|off\b|dcto|cuotas|csi|sin tope|pro[sz]ent|percent|usd|eur)?`,
  'gu',
)
/** Words for what is taken off or given back, between a figure and what limits it. */
const OFF = '(?:(?:de )?(?:off|dcto|dto|descuento|desconto|reintegro|devolucion|cashback)[.]? )?'
/** "20% o más", "20% dcto. y más", "20%+". */
const OR_MORE = new RegExp(
  String.raw`${FIGURE} ?(?<behind>%|\p{Sc}|pesos|usd|eur)? ?${OFF}(?:(?:[oyeu]|or|and|ou) (?:mas|mais|more|up)|en adelante|(?<! )\+(?!\d))`,
  'gu',
)

/** Units of measure, folded. */
const MEASURES = 'kg|kilos?|gr?|lbs?|oz|l|lt|litros?|liter|litre|gallon|galon|m2|metros?|km'
/** Units of measure and time, and what is counted, folded. */
const UNITS = `${MEASURES}|mes|month|mois|monat|mo|ano|year|semana|week|dia|day|noche|noite|night|hora|hour|hr|minuto|minute|persona|pessoa|person|pasajero|adulto|unidad|unidade|unit|u|each|porcion|portion|porcao|pieza|piece|plato|docena`
const EACH = String.raw`(?:[/x] ?|(?:per|por|al|a la|cada|pro|par|a|the|el|la|le) )(?:${UNITS})(?!\p{L})|cada un[oa](?!\p{L})|mensual|monthly|c/u`
/** "$39 per month", "$ 990 c/u". */
const PER = new RegExp(String.raw`${FIGURE} ?(?:\p{Sc}|usd|eur|pesos)? ?${OFF}(?:${EACH})`, 'gu')
/** "$4.990 kg": a bare number before a measure is a size. */
const OF_MEASURE = new RegExp(String.raw`${FIGURE} ?(?:${MEASURES})(?!\p{L})`, 'gu')
/** In a column next to the value: "Hasta", "up to". */
const LIMIT_ALONE = new RegExp(`^(?:${LIMITS})$`, 'u')
/** In a column next to the price: "/kg". An article, as in "El kilo", names the size that is sold. */
const UNIT_ALONE = new RegExp(
  `^(?:(?:/ ?|(?:per|por|al|a la|pro|cada) )(?:${UNITS})|cada un[oa]|mensual|monthly|c/u)$`,
  'u',
)

/** The first of these columns whose text limits the value; undefined if there is none. A number alone limits nothing. */
export function boundColumn(row: Row, columns: readonly string[], worth: Worth): string | undefined {
  return columns.find((column) => {
    const cell = row.get(column)
    return (typeof cell === 'string' || isList(cell)) && isBound(textOf(cell), worth)
  })
}

function isBound(text: string, { value, currency }: Worth): boolean {
  if (!/\d/.test(text)) {
    const folded = fold(text.slice(0, MAX_CHARACTERS))
    return LIMIT_ALONE.test(folded) || (currency !== null && UNIT_ALONE.test(folded))
  }
  return limitedFigures(text, currency !== null).some((digits) => readings(digits).includes(value))
}

/** Whether a text limits a figure that it states itself: "Hasta 40%", "$990 por kilo". */
export function isLimited(text: string): boolean {
  return limitedFigures(text, true).length > 0
}

/**
 * The digits of each figure that a text limits.
 * @param isMoney whether a unit behind a figure limits it
 */
function limitedFigures(text: string, isMoney: boolean): string[] {
  // A web address has figures, but says nothing about them.
  if (/^https?:/.test(text)) return []
  const folded = fold(text.slice(0, MAX_CHARACTERS))
  const figuresIn = (pattern: RegExp, isMeant: (sign: string | undefined, digits: string) => boolean) =>
    [...folded.matchAll(pattern)].flatMap(({ groups }) => {
      const { before, digits = '', behind } = groups ?? {}
      return isMeant(before ?? behind, digits) ? [digits] : []
    })
  // "Up to 31" may be a day; "up to 310" is not.
  const isFigure = (sign: string | undefined, digits: string) => sign !== undefined || digits.length > 2
  const limited = [...figuresIn(LIMITED, isFigure), ...figuresIn(OR_MORE, isFigure)]
  if (!isMoney) return limited
  return [...limited, ...figuresIn(PER, () => true), ...figuresIn(OF_MEASURE, (sign) => sign !== undefined)]
}

/** A figure, read with either decimal mark: "1.299" is 1299 or 1.299. */
function readings(digits: string): number[] {
  return [digits.replaceAll('.', '').replace(',', '.'), digits.replaceAll(',', '')].map(Number)
}
