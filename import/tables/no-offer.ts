// Rows that are no offers and no fault: totals, and notes below the table. A row with a code like those of the others is
// always an offer, or rejected.

import { fold } from '../../lib/text/plain-letters.ts'
import { type Cell, isList, isMeasure, textOf } from '../cells/cell.ts'
import { parseNumber } from '../cells/read-number.ts'
import type { Row } from './table.ts'

/** Why a row is no offer: all cells are empty, it is a total, a note, or one whose status is skipped, or a copy of an earlier one. */
export const NO_OFFERS = ['empty', 'total', 'note', 'status', 'copy'] as const
export type NoOffer = (typeof NO_OFFERS)[number]

/** What tells offers from other rows. */
export interface OfferColumns {
  /** The code of a row; null if it has none. Undefined if no single column has codes. */
  codeIn: ((row: Row) => string | null) | undefined
  titles: readonly string[]
}

/** Words for totals and averages, folded, in the languages of the tables. */
const TOTAL = new RegExp(
  `^(?:(?:gran|grand|sub|sous|zwischen|gesamt|suma|summe|eind|delsumma|sum|valor|monto) ?-?)?(?:${[
    'total|totals|totales|totais|totale|totali|totaal|totalt|totaux|subtotal(?:es|s)?|subtotales|subtotais|subtotale',
    'suma|sumas|sum|summe|summa|soma|somma|somme|gesamt|gesamtsumme|gesamtbetrag|insgesamt|zwischensumme',
    'promedio|promedios|average|avg|mean|media|medie|durchschnitt|mittelwert|moyenne|gemiddelde|genomsnitt|gennemsnit',
    'razem|suma|ogolem|srednia|i alt|ialt|itogo|vsego|итого|всего|сумма|среднее',
  ].join(
    '|',
  )})(?: (?:general|geral|generale|generales|de|del|of|der|das|des|di|von|offers?|ofertas?|offerte|angebote|offres|beneficios?|promociones|promocoes|descuentos?|prices?|precios?|rows?|filas|registros|items?|\\d+|n))*$`,
  'u',
)

/** Whether a text only says that its row is a total or an average. */
export function saysTotal(text: string): boolean {
  return (
    text.length <= 60 &&
    TOTAL.test(
      fold(text)
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
  )
}

/** The form of a code: `R-100` has `a-0`. */
export function formOf(text: string): string {
  return text.replaceAll(/\p{L}+/gu, 'a').replaceAll(/\d+/g, '0')
}

/** Codes of more forms than these have none in common. */
const MAX_FORMS = 20

export type NoOfferFinder = (row: Row) => 'total' | 'note' | 'doubtful' | undefined

/**
 * Makes the function that finds rows that are no offers. A `doubtful` row is a note if only such rows follow, down to the
 * end of the table. It counts the figures of the rows that it is asked about, in their order.
 * @param first the first rows of the table: they show how many cells an offer has, and how codes look
 * @param offer the columns that a mapping reads; undefined before there is one
 */
export function createNoOfferFinder(first: readonly Row[], offer?: OfferColumns): NoOfferFinder {
  const counts = first
    .filter(({ isBlank }) => !isBlank)
    .map(({ filled }) => filled)
    .sort((a, b) => a - b)
  const usual = counts[Math.floor(counts.length / 2)] ?? 0
  const { codeIn = () => null, titles = [] } = offer ?? {}
  const full = first.filter(({ filled }) => filled * 2 > usual)
  const codes = full.flatMap((row) => codeIn(row) ?? []).filter((text) => !saysTotal(text))
  const forms = new Set(codes.map(formOf))
  const isCoded = (row: Row) => {
    const text = codeIn(row)
    if (text === null || saysTotal(text)) return false
    // A code has no blanks, unless those of the others have.
    return forms.has(formOf(text)) || (forms.size > MAX_FORMS && !/\s/.test(text))
  }
  const sums = new Sums()
  let end = 0
  return (row) => {
    const isBelowGap = end > 0 && row.at > end + 1
    end = row.at
    if (isCoded(row)) {
      sums.add(row)
      return undefined
    }
    if (isTotal(row, titles) || (offer && isUntitled(row, titles) && sums.areIn(row))) return 'total'
    sums.add(row)
    if (row.filled <= 1 && usual >= MIN_USUAL) return 'note'
    if (row.filled > 2 || usual < MIN_USUAL + 1 || !offer) return undefined
    if (isUntitled(row, titles)) return 'note'
    if (!offer.codeIn) return isBelowGap ? 'doubtful' : undefined
    return /\s/.test(codeIn(row) ?? '') ? 'note' : 'doubtful'
  }
}

/** In a table whose rows have fewer cells, a row with one cell may be an offer. */
const MIN_USUAL = 3

function isUntitled(row: Row, titles: readonly string[]): boolean {
  return titles.length > 0 && titles.every((column) => !/[\p{L}\p{N}]/u.test(textOf(row.get(column))))
}

/** The texts and figures of a row, in its order. */
function cellsOf(row: Row): readonly Cell[] {
  return row.values.filter((cell) => textOf(cell) !== '')
}

/** Whether the first text of a row, or its title, says that it is a total, and all its other cells have figures. */
function isTotal(row: Row, titles: readonly string[]): boolean {
  // Only such rows are looked at as a whole.
  const [first] = cellsOf(row)
  const names = [textOf(first ?? null), ...titles.map((column) => textOf(row.get(column)))]
  if (!names.some(saysTotal)) return false
  return cellsOf(row).every((cell) => {
    const text = textOf(cell)
    return saysTotal(text) || typeof cell === 'number' || isMeasure(cell) || COUNTED.test(text)
  })
}

/** "€ 11,73", "12 ofertas", "15 %"; not a day. */
const COUNTED = /^\D{0,12}\d[\d.,' ]*(?:\D{0,12})$/u

/** The sums of the figures so far, by column. */
class Sums {
  readonly #byColumn = new Map<number, number>()

  add(row: Row): void {
    for (const [index, cell] of row.values.entries()) {
      const number = numberIn(cell)
      if (number !== undefined) this.#byColumn.set(index, (this.#byColumn.get(index) ?? 0) + number)
    }
  }

  /** Whether a row has nothing but figures, and one of them is the sum of those above it. */
  areIn(row: Row): boolean {
    const numbers = row.values.flatMap((cell, index) => {
      const isFilled = textOf(cell) !== ''
      return isFilled ? [{ index, number: numberIn(cell) }] : []
    })
    const isSum = ({ index, number = 0 }: (typeof numbers)[number]) => {
      const sum = this.#byColumn.get(index)
      return sum !== undefined && sum !== 0 && Math.abs(sum - number) < 0.005 + Math.abs(sum) * 1e-9
    }
    return numbers.length > 0 && numbers.every(({ number }) => number !== undefined) && numbers.some(isSum)
  }
}

/** Longer texts are no figures of money. */
const MAX_FIGURE = 24

function numberIn(cell: Cell): number | undefined {
  if (typeof cell === 'number') return cell
  if (cell === null || typeof cell === 'boolean' || isList(cell)) return undefined
  if (isMeasure(cell)) return cell.number
  if (typeof cell !== 'string' || cell.length > MAX_FIGURE || !/\d/.test(cell)) return undefined
  const [, digits] = /^[^\d-]{0,5}(-?\d[\d.,']*)\D{0,5}$/.exec(cell) ?? []
  if (digits === undefined) return undefined
  return parseNumber(digits.replace('-', ''), null, true)
}
