// Finds a text of the row that limits the value next to it: "Hasta 40%" next to a column with 40, "$39 per month" next to a
// price of 39. No other text of a row is heard.

import { fold } from '../../lib/text/plain-letters.ts'
import type { Worth } from '../cells/worth.ts'
import { isList, textOf } from '../tables/cell.ts'
import type { Row } from '../tables/table.ts'

/** SECURITY: bounds the work; a benefit stands at the beginning of a text. */
const MAX_CHARACTERS = 3000

/** Words for "up to" and "from", folded. */
const LIMITS = [
  'hasta|up to|upto|ate|bis|bis zu|jusqu.? ?a|fino al?|tot|tot wel|do|до|pana la|inntil|opptil|upp till|hingga|jopa|nawet',
  'desde|a partir de|from|starting at|ab|od|от|εως|vanaf|fra|fran|at least|al menos|pelo menos|as low as|as much as',
  String.raw`(?:min|max)\.?|minim[ao]?|maxim[ao]?|minimum|maximum|casi|almost|entre|between`,
].join('|')
/** A figure, with the sign before it. */
const FIGURE = String.raw`(\p{Sc}|rs\.?|us\$|r\$|qr)? ?(\d{1,9}(?:[.,]\d{1,3}){0,3})(?! ?[-/.]?\d)`
const LIMITED = new RegExp(
  String.raw`(?<!\p{L})(?:${LIMITS})[:;]?(?: de| un| uma?| el| a| of)? ${FIGURE},?-? ?(%|\p{Sc}|off\b|dcto|cuotas|csi|sin tope|pro[sz]ent|percent|usd|eur)?`,
  'gu',
)

/** Units of measure and time, folded. */
const UNITS =
  'kg|kilos?|g|gr|lb|lbs|oz|l|lt|litros?|liter|litre|gallon|galon|m2|metros?|mes|month|mois|monat|mo|ano|year|semana|week|dia|day|noche|noite|night|hora|hour|persona|pessoa|person|unidad|unidade|unit|each'
const EACH = String.raw`(?:/|per|por|al|a la|cada|x|pro|par|a|the|el|la|le) ?(?:${UNITS})(?!\p{L})|mensual|monthly|c/u`
const PER = new RegExp(String.raw`${FIGURE} ?(?:\p{Sc}|usd|eur|pesos)? ?(?:${EACH})`, 'gu')
/** In a column next to the price: "/kg", "desde". An article, as in "El kilo", names the size that is sold. */
const ALONE = new RegExp(`^(?:${LIMITS}|(?:/|per|por|al|a la|pro) ?(?:${UNITS})|mensual|monthly|c/u)$`, 'u')

/** The first of these columns whose text limits the value; undefined if there is none. */
export function boundColumn(row: Row, columns: readonly string[], worth: Worth): string | undefined {
  return columns.find((column) => {
    const cell = row.get(column)
    return (typeof cell === 'string' || isList(cell)) && isBound(textOf(cell), worth)
  })
}

function isBound(text: string, { value, currency }: Worth): boolean {
  if (/^https?:/.test(text)) return false
  const folded = fold(text.slice(0, MAX_CHARACTERS))
  if (!/\d/.test(text)) return currency !== null && ALONE.test(folded)
  // "Up to 31" may be a day; a longer figure is none.
  const isMeant = (digits: string, sign: string | undefined) =>
    readings(digits).includes(value) && (sign !== undefined || digits.length > 2)
  const isLimited = [...folded.matchAll(LIMITED)].some(([, before, digits = '', after]) =>
    isMeant(digits, before ?? after),
  )
  if (isLimited || currency === null) return isLimited
  return [...folded.matchAll(PER)].some(([, , digits = '']) => readings(digits).includes(value))
}

/** A figure with either decimal mark. */
function readings(digits: string): number[] {
  return [digits.replaceAll('.', '').replace(',', '.'), digits.replaceAll(',', '')].map(Number)
}
