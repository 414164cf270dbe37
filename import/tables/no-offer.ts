// Rows that are no offers and no fault: totals, and notes below the table. A row with a code like those of the others is
// always an offer, or rejected.

import { fold } from '../../lib/text/plain-letters.ts'
import { type Cell, isList, isMeasure, textOf } from '../cells/cell.ts'
import { parseNumber } from '../cells/read-number.ts'
import type { Row } from './table.ts'

/**
 * Why a row is no offer: all cells are empty, it is a total, a note, or one whose status is skipped, it is in another table
 * of the file, or a copy of an earlier one.
 */
export const NO_OFFERS = ['empty', 'total', 'note', 'status', 'table', 'copy'] as const
export type NoOffer = (typeof NO_OFFERS)[number]

/** What tells offers from other rows. */
export interface OfferColumns {
  /** The code of a row; null if it has none. Undefined if no single column has codes. */
  codeIn: ((row: Row) => string | null) | undefined
  titles: readonly string[]
}

/** Words for totals and averages, folded, in the languages of the tables. */
const TOTAL = new RegExp(
  `^(?:(?:gran|grand|sub|sous|zwischen|gesamt|suma|summe|eind|delsumma|sum|valor|monto) ?)?(?:${[
    'total|totals|totales|totais|totale|totali|totaal|totalt|totaux|subtotal(?:es|s)?|subtotais|subtotale',
    'suma|sumas|sum|summe|summa|soma|somma|somme|gesamt|gesamtsumme|gesamtbetrag|insgesamt|zwischensumme',
    'promedio|promedios|average|avg|mean|media|medie|durchschnitt|mittelwert|moyenne|gemiddelde|genomsnitt|gennemsnit',
    'razem|ogolem|srednia|i alt|ialt|itogo|vsego|итого|всего|сумма|среднее',
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

export type NoOfferFinder = (row: Row) => 'total' | 'sum' | 'note' | 'doubtful' | undefined

/**
 * Makes the function that finds rows that are no offers. A `doubtful` row is a note if only such rows follow, down to the
 * end of the table. A `sum` has a name and the sum of the rows above in each other cell, and lacks nothing: it may be a
 * total in words of any language, or an offer. The function counts the figures of the rows that it is asked about, in their
 * order.
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
  const noteIn = (
    row: Row,
    { isOffer, isBare, isBelowGap }: { isOffer: boolean; isBare: boolean; isBelowGap: boolean },
  ): 'note' | 'doubtful' | undefined => {
    if (isOffer) return undefined
    if (row.filled <= 1 && usual >= MIN_USUAL) return 'note'
    if (row.filled * 2 > usual || usual < MIN_USUAL + 1 || !offer) return undefined
    if (row.filled <= 2 && isUntitled(row, titles)) return 'note'
    if (!offer.codeIn) return isBare || (isBelowGap && row.filled <= 2) ? 'doubtful' : undefined
    if (row.filled > 2) return undefined
    return /\s/.test(codeIn(row) ?? '') ? 'note' : 'doubtful'
  }
  const above = new RowsAbove()
  let end = 0
  return (row) => {
    const isBelowGap = end > 0 && row.at > end + 1
    end = row.at
    const isOffer = isCoded(row)
    const lacked = above.lackedBy(row)
    // "Yhteensä" has the form of a code without digits.
    const isSummed = !(isOffer && /\d/.test(codeIn(row) ?? '')) && above.areSummedIn(row, lacked)
    if (isSummed || (!isOffer && isTotal(row, titles))) {
      above.endBlock()
      return 'total'
    }
    if (!isOffer && lacked === 0 && above.mayBeSumIn(row)) {
      above.endBlock()
      return 'sum'
    }
    const why = noteIn(row, { isOffer, isBare: lacked >= MANY_LACKED, isBelowGap })
    // A line such as "HOME", above the offers of a section, adds to no total.
    if (why !== 'note') above.add(row)
    return why
  }
}

/** A row that lacks as many cells that all rows above have is more likely a note than an offer. */
const MANY_LACKED = 2

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
  const cells = cellsOf(row)
  const [first = null] = cells
  const names = [textOf(first), ...titles.map((column) => textOf(row.get(column)))]
  const mayBeInTotal = (cell: Cell) => {
    const text = textOf(cell)
    return saysTotal(text) || typeof cell === 'number' || isMeasure(cell) || COUNTED.test(text)
  }
  return names.some(saysTotal) && cells.every(mayBeInTotal)
}

/** "€ 11,73", "12 ofertas", "15 %"; not a day. */
const COUNTED = /^\D{0,12}\d[\d.,' ]*\D{0,12}$/u

/** The cells of one column in the rows above. */
interface CellsAbove {
  filled: number
  figures: number
  /** Of all rows, and of those since the last total. */
  sum: number
  blockSum: number
}

/** SECURITY: bounds memory. A table of more columns has no totals by its figures. */
const MAX_COLUMNS = 1000

/** Fewer rows may add up to the next one by chance, unless that lacks `MANY_LACKED` cells. */
const ROWS_SUMMED = 3

/** What the rows above have in common, by which a row shows that it is none of them. */
class RowsAbove {
  readonly #columns = new Map<string, CellsAbove>()
  #rows = 0
  #blockRows = 0

  add(row: Row): void {
    if (row.values.length > MAX_COLUMNS) return
    this.#rows += 1
    this.#blockRows += 1
    for (const { column, number } of filledCells(row)) {
      const above = this.#columns.get(column) ?? { filled: 0, figures: 0, sum: 0, blockSum: 0 }
      above.filled += 1
      if (number !== undefined) {
        above.figures += 1
        above.sum += number
        above.blockSum += number
      }
      this.#columns.set(column, above)
    }
  }

  /** The rows that follow are summed on their own, and all together. */
  endBlock(): void {
    this.#blockRows = 0
    for (const above of this.#columns.values()) above.blockSum = 0
  }

  /** The number of columns with a cell in every row above, and none in this one. */
  lackedBy(row: Row): number {
    if (row.values.length > MAX_COLUMNS || this.#rows < 2) return 0
    let lacked = 0
    for (const [column, { filled }] of this.#columns)
      if (filled === this.#rows && textOf(row.get(column)) === '') lacked += 1
    return lacked
  }

  /**
   * Whether a row has nothing but figures and at most one text, each figure is the sum, the number or the average of the
   * rows above, not all are averages, and it lacks what all of them have.
   * @param lacked as `lackedBy` counts
   */
  areSummedIn(row: Row, lacked: number): boolean {
    if (lacked < (this.#rows < ROWS_SUMMED ? MANY_LACKED : 1)) return false
    const { figures, texts } = figuresIn(row)
    if (texts > 1) return false
    const isSum = (each: Figure) => this.#isSum(each) || this.#isCount(each)
    return figures.some(isSum) && figures.every((each) => isSum(each) || this.#isAverage(each))
  }

  /** Whether a row that lacks nothing has one text, and each of its other cells is the sum of several rows above. */
  mayBeSumIn(row: Row): boolean {
    if (row.filled > MAX_COLUMNS || this.#blockRows < ROWS_SUMMED) return false
    const { figures, texts } = figuresIn(row)
    return texts === 1 && figures.length > 0 && figures.every((each) => this.#isSum(each))
  }

  /** A percentage is no sum: 5 %, 5 %, 10 % and 20 % are offers. */
  #isSum({ column, number, isShare }: Figure): boolean {
    if (isShare) return false
    const above = this.#columns.get(column)
    if (!above || above.figures < 2) return false
    return [above.sum, above.blockSum].some((sum) => sum !== 0 && isNear(sum, number))
  }

  /** In a column of figures, the number of rows may be just another figure. */
  #isCount({ column, number }: Figure): boolean {
    const isOfTexts = (this.#columns.get(column)?.figures ?? 0) === 0
    return isOfTexts && [this.#rows, this.#blockRows].includes(number)
  }

  #isAverage({ column, number }: Figure): boolean {
    const above = this.#columns.get(column)
    return above !== undefined && above.figures > 1 && isNear(above.sum / above.figures, number)
  }
}

interface Figure {
  column: string
  number: number
  isShare: boolean
}

/** The figures of a row, and the number of its texts. */
function figuresIn(row: Row): { figures: Figure[]; texts: number } {
  const cells = filledCells(row)
  const figures = cells.flatMap(({ number, ...each }) => (number === undefined ? [] : [{ ...each, number }]))
  return { figures, texts: cells.length - figures.length }
}

/** The filled cells of a row; the number is undefined for a text. */
function filledCells(row: Row): (Omit<Figure, 'number'> & { number: number | undefined })[] {
  return row.values.flatMap((cell, index) => {
    const text = textOf(cell)
    if (text === '') return []
    return [{ column: row.columns[index] ?? '', number: numberIn(cell), isShare: text.includes('%') }]
  })
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.005 + Math.abs(a) * 1e-9
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
