// Detects the kind of values in a column: days, weekdays, addresses, figures, names, places.

import allComunas from '../../contract/offers/comunas-of-chile.json' with { type: 'json' }
import { type Cell, isList, isMeasure, textOf } from '../cells/cell.ts'
import { DAY_ORDERS, type DayPattern, readDay } from '../cells/days.ts'
import { readAddress } from '../cells/read-address.ts'
import { readPeriod } from '../cells/read-period.ts'
import { isRunning, isYesOrNo } from '../cells/read-status.ts'
import { readWeekdays } from '../cells/read-weekdays.ts'
import { slugOf } from '../cells/slug-of.ts'
import { distinctTexts, splitList } from '../cells/split-list.ts'
import { headingWords } from '../cells/words.ts'
import { isPointer } from '../formats/json-records.ts'
import type { ColumnSample } from './look-at-values.ts'

/** Enough cells to see what a column holds. */
const CELLS_CHECKED = 500

/** Whether at least half of the first cells pass a test; false if there are none. */
function areMost(cells: readonly Cell[], is: (cell: Cell) => boolean): boolean {
  const checked = cells.slice(0, CELLS_CHECKED)
  return checked.length > 0 && checked.filter(is).length >= checked.length / 2
}

/** Patterns in addition to 2026-12-31, which every style reads. */
const DAYS: readonly DayPattern[] = ['YYYYMMDD', 'instant-as-day']

/** Both orders of day and month: a day in either of them counts. */
const STYLES = DAY_ORDERS.map((order) => ({
  patterns: [...DAYS, order],
  timeZone: 'UTC',
}))

export function isDay(cell: Cell): boolean {
  return STYLES.some((style) => readDay(cell, style) !== undefined)
}

/** Headings of days on which a record was made or changed, or a person was born. */
const OF_RECORDS =
  /creat|cread|creac|criad|criac|erstell|updat|actualiz|atualiz|aktualis|modif|chang|geander|add(?:ed)?\b|agregad|anadid|adicion|scrap|crawl|fetch|extra(?:id|cc|ct)|import|captur|publi|posted|join|regist|inscri|birth|nacim|nascim|geburt|naissance|last ?(?:seen|check)/

/**
 * Whether at least nine cells in ten are days, as under "Vigencia" or "redeem_by". Not those on which a record was made or
 * changed: by the heading, or by a time with seconds, which programs write.
 */
export function areDays({ name, cells, texts }: ColumnSample): boolean {
  const whole = cells.filter(isDay).length
  const days = whole + cells.filter(isDayOfYear).length
  const isOfRecords =
    OF_RECORDS.test(headingWords(name)) || texts.some((text) => /\d:\d\d:(?!00|59)\d\d/.test(text))
  return whole > 0 && days * 10 >= cells.length * 9 && !isOfRecords
}

/** Whether a cell is a day without a year, such as 31/12: it is not understood, but shows what the column is for. */
function isDayOfYear(cell: Cell): boolean {
  return /^\d{1,2}[/-]\d{1,2}$/.test(textOf(cell))
}

/** Whether most cells are days, or sentences such as "Hasta el 31-12-2026". */
export function areDaysOrPeriods({ cells }: ColumnSample): boolean {
  return areMost(cells, isDayOrPeriod)
}

export function isDayOrPeriod(cell: Cell): boolean {
  return isDay(cell) || isPeriod(cell)
}

/** Whether a cell is a period: one shows what the others, such as "Hasta agotar stock", are meant to be. */
export function hasPeriods({ cells }: ColumnSample): boolean {
  return cells.some(isPeriod)
}

function isPeriod(cell: Cell): boolean {
  return STYLES.some((style) => readPeriod(cell, style) !== undefined)
}

export function areAddresses({ cells }: ColumnSample): boolean {
  return areMost(cells, isAddress)
}

function isAddress(cell: Cell): boolean {
  return !isList(cell) && readAddress(cell) !== undefined
}

/** Whether more than half of the cells are a number, a percentage or an amount and nothing else. */
export function areFigures({ texts }: ColumnSample): boolean {
  return texts.filter(isFigure).length > texts.length / 2
}

/** Letters, digits and signs between them, at least one of them a digit. */
const CODE = /^(?=.*\d)[\p{L}\p{N}](?:[\p{L}\p{N}]|[._/#-](?=[\p{L}\p{N}])){0,60}$/u
/** Under a heading that says nothing of codes, a number may count anything, and "5kg" is a size. */
const SURE_CODE = /^\p{L}.{2,}$|^(?=.*\p{L}).{6,}$/u

export function isCodeText(text: string): boolean {
  return CODE.test(text)
}

/** Whether a text is a code under any heading. */
export function isSureCodeText(text: string): boolean {
  return CODE.test(text) && SURE_CODE.test(text)
}

/** Whether all cells are different codes: "Promo" or "Promo #" above such cells is no title. */
export function areAllCodes({ name, texts }: ColumnSample): boolean {
  const isOne = /[#№]/.test(name) ? isCodeText : isSureCodeText
  return texts.length > 1 && new Set(texts).size === texts.length && texts.every(isOne)
}

/** Whether all cells are days of the week in whole words, under any heading. */
export function areWeekdays({ cells, texts }: ColumnSample): boolean {
  const isWord = (text: string) => /\p{L}{4}/u.test(text)
  return texts.length > 0 && texts.every(isWord) && cells.every((cell) => readWeekdays(cell) !== undefined)
}

/** Whether all cells are addresses of pages, under any heading but one of pictures. */
export function arePages({ name, cells, texts }: ColumnSample): boolean {
  const isPage = (text: string) =>
    /^https?:/i.test(text) && !/\.(?:jpe?g|png|gif|webp|svg|avif)(?:[?#]|$)/i.test(text)
  return (
    cells.length > 0 && cells.every(isAddress) && texts.every(isPage) && !OF_PICTURES.test(headingWords(name))
  )
}

const OF_PICTURES =
  /\b(?:ima?ge?n?s?|imagem|foto|fotos|photo|photos|picture|pictures|logo|logos|banner|icon|icono|bild|thumbnail|avatar|video|afbeelding)\b/

/** A number with a few signs or letters around it, such as `US$ 1.299,-`. */
function isFigure(text: string): boolean {
  return /^\D{0,5}[\d.,]+\D{0,5}$/.test(text)
}

/** Whether most cells are numbers without a unit. */
export function areBareNumbers({ cells }: ColumnSample): boolean {
  return areMost(cells, (cell) => typeof cell === 'number' || /^[-−]?[\d.,]+$/.test(textOf(cell)))
}

/** Whether most cells are like 20% or -20%, or formatted so in a workbook. */
export function arePercentages({ cells }: ColumnSample): boolean {
  return areMost(cells, (cell) => (isMeasure(cell) ? cell.unit === '%' : isPercentage(cell)))
}

function isPercentage(cell: Cell): boolean {
  return !isList(cell) && /^[-−]?\s?(?:\d[\d.,]*\s?%|%\d[\d.,]*)$/.test(textOf(cell))
}

/** A longer text is a description. */
const MAX_CHARACTERS = 200

/** `20%`, `$ 10`, `10 €`, `10 EUR`. */
const MONEY_OR_SHARE =
  /\d ?%|%\d|\d ?(?:percent|por ?ciento)|\p{Sc} ?\d|\d ?\p{Sc}|\b(?:[A-Z]{3}|Rs\.?|S\/) ?\d|\d ?[A-Z]{3}\b/u

/** Whether more than a tenth of the first texts have percentages or amounts among their words. */
export function mentionFigures({ texts }: ColumnSample): boolean {
  const checked = texts.slice(0, CELLS_CHECKED).filter((text) => text.length <= MAX_CHARACTERS)
  return checked.filter((text) => MONEY_OR_SHARE.test(text)).length > checked.length / 10
}

/** Headings of what is counted or measured, which is no money. */
const OF_COUNTS =
  /\b(?:stock|cantidad|quantidade|quantity|qty|count|anzahl|aantal|units?|unidades|views?|visitas|clicks?|likes?|votes?|votos|rating|puntaje|nota|score|rank|ranking|position|posicion|orden|order|sort|priority|prioridad|year|ano|anio|edad|age|lat|latitud|latitude|lng|lon|longitud|longitude|phone|telefono|fono|weight|peso|ml|gr|kg|dias|days|hours|horas|points?|pts|puntos?|pontos?|punkte?|punti|punten|puan|miles|millas|milhas|meilen|stars|estrellas)\b/

/** Amounts in money are of this size: smaller numbers count, longer ones are codes. */
const MIN_AMOUNT = 10
const MAX_AMOUNT = 9_999_999

/**
 * Whether a column of figures may be money: by a sign, or by numbers of its size whose heading says nothing else. Of the
 * members of JSON, which programs write, only those with a sign.
 */
export function mayBeMoney({ name, texts }: ColumnSample): boolean {
  if (texts.length === 0 || !texts.every(isFigure) || texts.some((text) => text.includes('%'))) return false
  if (texts.every((text) => /\p{Sc}/u.test(text))) return true
  if (isPointer(name) || OF_COUNTS.test(headingWords(name))) return false
  const isPlain = texts.every((text) => /^(?:[1-9][\d.,]*|0)$/.test(text) && !/[.,]\d{4,}$/.test(text))
  const numbers = texts.map((text) => Number(text.replace(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.')))
  const areYears = numbers.every((number) => number >= 1900 && number <= 2100)
  const large = numbers.filter((number) => number >= MIN_AMOUNT).length
  return isPlain && !areYears && large * 2 > numbers.length && numbers.every((each) => each <= MAX_AMOUNT)
}

/** Whether all cells only say yes or no. */
export function areYesOrNo({ texts }: ColumnSample): boolean {
  return texts.length > 0 && texts.every(isYesOrNo)
}

/** More different texts are no statuses. */
const MAX_STATUSES = 12

/** Whether most cells say that their rows are running, or that they are not, in few different texts. */
export function areStatuses({ name, texts }: ColumnSample): boolean {
  const known = texts.filter((text) => isRunning(name, text) !== undefined).length
  return new Set(texts).size <= MAX_STATUSES && known > 0 && known * 2 >= texts.length
}

const COMUNAS: ReadonlySet<string> = new Set(allComunas.map(({ slug }) => slug))

const isComuna = (name: string) => COMUNAS.has(slugOf(name) ?? '')

/** Always separators. A comma or "and" may be part of a name, as in "Melville, JHB". */
export const SURE_SEPARATORS = [';', '/', '|', '\n']

/**
 * Whether commas and words such as "and" separate places: in most such texts two or more parts are comunas of Chile, or
 * the whole text of another row. If "Rosebank, JHB" is in another row, "Melville, JHB" is one place. True if no text
 * has several parts.
 */
export function arePlaceLists({ cells }: ColumnSample): boolean {
  const texts = distinctTexts(
    cells.flatMap((cell) => (isList(cell) ? [] : splitList(textOf(cell), SURE_SEPARATORS))),
  )
  const several = texts.map((text) => splitList(text)).filter((parts) => parts.length > 1)
  const alone = new Set(texts.map((text) => text.toLowerCase()))
  const isPlace = (part: string) => isComuna(part) || alone.has(part.toLowerCase())
  const isProven = (parts: readonly string[]) => parts.filter(isPlace).length > 1
  return several.filter(isProven).length >= several.length / 2
}
