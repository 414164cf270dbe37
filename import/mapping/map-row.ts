// Turns a row of a table into a record of the source. A cell that is not understood becomes null, with a note.

import { MAX_CHARACTERS, WEEKDAYS } from '../../contract/offers/offer.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { atMostCharacters, isLongerThan } from '../../lib/text/bounds.ts'
import { type Cell, isList, textOf } from '../cells/cell.ts'
import { COUNTRIES } from '../cells/countries.ts'
import { type DayStyle, dayOfOtherWeekday, readDay } from '../cells/days.ts'
import { readAddress } from '../cells/read-address.ts'
import type { NumberStyle } from '../cells/read-number.ts'
import { readPeriod } from '../cells/read-period.ts'
import { isRunning } from '../cells/read-status.ts'
import { limitsWeekdays, readWeekdays } from '../cells/read-weekdays.ts'
import { distinctTexts, splitList } from '../cells/split-list.ts'
import { isEverywhere, meansOtherPlaces, saysNothing } from '../cells/words.ts'
import { createNoOfferFinder, type NoOffer } from '../tables/no-offer.ts'
import type { Row } from '../tables/table.ts'
import { columnsOf, isOneOf, isSkippedBy, publishesSums, readCode } from './cell-source.ts'
import type { ReadyMapping } from './load-mapping.ts'
import { type BenefitContext, mapBenefit } from './map-benefit.ts'
import type { CellSource, Skip } from './mapping.ts'
import { createContradiction } from './neighbours.ts'
import { type RejectedRow, type RowName, rejectedRow } from './rejected-row.ts'
import { createOtherCurrency } from './row-currency.ts'
import { type Note, type ReadCell, RowReader } from './row-reader.ts'
import { createErrorFinder } from './spreadsheet-errors.ts'

/** A record with names instead of slugs for issuer, category and comunas; or why there is none. */
export type MappedRow =
  | { offer: NamedOffer; notes: readonly Note[]; cells: readonly ReadCell[] }
  | RejectedRow
  | NoOfferRow

/** A row that is no offer and no fault. */
export interface NoOfferRow {
  noOffer: Exclude<NoOffer, 'copy'>
  /** Of a row that is a note, or a total, only if no offer follows: what it is otherwise. */
  otherwise?: MappedRow
}

/** Each member of the source but `id` is read from the table: a forgotten one does not compile. */
export interface NamedOffer extends Required<Omit<SourceOffer, 'issuer' | 'category' | 'comunas' | 'id'>> {
  issuer: string
  category: string
  comunas: readonly string[]
}

/** What the rows of a table are read with. */
interface RowContext extends BenefitContext {
  days: DayStyle
  /** All columns of the table, mapped or not. */
  columns: readonly string[]
  country: string
}

const NEW_STATUS =
  'a text that says that the row runs, or one in /read/skip of mapping.json: in "values" to skip such rows, in "published" to publish them'

const NAME = 'a name: no address, no number, neither true nor false'
const NAMES = `names of places, of at most ${MAX_CHARACTERS.name} characters: no addresses, no numbers, neither true nor false`
const ADDRESS = 'an address that begins with http:// or https:// and has no brackets'

/**
 * Makes the function that maps rows. It skips or rejects a row by the first of these: no cells, what a mapping skips, a
 * total or a note, errors of a spreadsheet, a new status. The faults of an offer are collected.
 * @param columns all columns of the table
 * @param first the first rows of the table
 */
export function createMapRow(
  mapping: ReadyMapping,
  columns: readonly string[],
  first: readonly Row[],
): (row: Row) => MappedRow {
  const { offer, formats, read } = mapping
  const facts = COUNTRIES.get(mapping.country)
  const style: NumberStyle = {
    decimal: formats.decimal ?? facts?.decimal ?? null,
    currency: formats.currency ?? facts?.currency ?? null,
  }
  const days: DayStyle = { patterns: formats.dates, timeZone: mapping.timeZone }
  const skip = read?.skip ?? []

  const errorsIn = createErrorFinder(mapping)
  const otherCurrency = createOtherCurrency(columns, style.currency)
  const contradiction = createContradiction(mapping, columns, first, style)
  // "Do" is a day, and "up to" in another language.
  const weekdays = columnsOf(offer.weekdays ?? {})
  const limiting = columns.filter((column) => !weekdays.includes(column))
  const context: RowContext = {
    style,
    days,
    columns,
    limiting,
    country: mapping.country,
    title: offer.title,
    otherCurrency,
    contradiction,
  }

  // A title that is the ref has no form of a code.
  const hasCodes = offer.ref.column !== undefined && !columnsOf(offer.title).includes(offer.ref.column)
  const noOfferIn = createNoOfferFinder(first, {
    codeIn: hasCodes ? (row) => readCode(offer.ref, row) : undefined,
    titles: columnsOf(offer.title),
  })

  const areSumsOffers = skip.some(publishesSums(offer.title))

  const mapOffer = (row: Row): MappedRow => {
    const { errors, unknown } = errorsIn(row)
    const reader = new RowReader(row, unknown)
    if (errors.length > 0) return rejectedRow(errors, nameOfRow(reader, mapping, errors))
    const stopped = skip.flatMap((column) => newStatus(row, column))
    if (stopped.length > 0) return rejectedRow(stopped, nameOfRow(reader, mapping))
    const named = readOffer(reader, mapping, context)
    const { rejections, notes, cells } = reader
    return rejections.length > 0
      ? rejectedRow(rejections, nameOfRow(reader, mapping), { cells })
      : { offer: named, notes, cells }
  }
  return (row) => {
    if (row.isBlank) return { noOffer: 'empty' }
    // A total counts the rows that are skipped, too.
    const why = noOfferIn(row)
    if (skip.some((each) => isSkippedBy(each, row))) return { noOffer: 'status' }
    if (why === 'doubtful') return { noOffer: 'note', otherwise: mapOffer(row) }
    if (why === 'sum') return areSumsOffers ? mapOffer(row) : { noOffer: 'total', otherwise: mapOffer(row) }
    return why === undefined ? mapOffer(row) : { noOffer: why }
  }
}

/** The offer of a row. Its members are worth nothing if the reader has rejected the row. */
function readOffer(reader: RowReader, mapping: ReadyMapping, context: RowContext): NamedOffer {
  const { offer } = mapping
  const { days } = context
  const title = reader.text(offer.title)
  const benefit = mapBenefit(reader, offer.benefit, context)
  const named: NamedOffer = {
    ref: reader.code(offer.ref) ?? reader.missing(offer.ref, 'ref'),
    issuer: readIssuer(reader, offer.issuer),
    title: title ?? reader.missing(offer.title, 'title'),
    category: reader.required(offer.category, 'category'),
    comunas: offer.comunas ? readPlaces(reader, offer.comunas) : [],
    benefit,
    valid_from: offer.valid_from ? readEnd(reader, offer.valid_from, 'valid_from', days) : null,
    valid_until: offer.valid_until ? readEnd(reader, offer.valid_until, 'valid_until', days) : null,
    merchant: offer.merchant ? reader.convert(offer.merchant, 'merchant', NAME, readName) : null,
    url: offer.url ? reader.convert(offer.url, 'url', ADDRESS, readAddress) : null,
    weekdays: offer.weekdays ? readDaysOfWeek(reader, offer.weekdays, context) : null,
  }
  rejectReversed(reader, named, offer.valid_until)
  rejectLong(reader, named, mapping)
  return named
}

/** Rejects an offer with a text that is too long for a record, by its column. A long summary is only noted. */
function rejectLong(reader: RowReader, named: NamedOffer, { offer }: ReadyMapping): void {
  const { ref, title, merchant, url, name } = MAX_CHARACTERS
  const bounds = { ref, title, merchant, url, category: name, issuer: name }
  for (const member of ['ref', 'title', 'merchant', 'url', 'category', 'issuer'] as const) {
    const source = offer[member]
    if (!source || !isLongerThan(bounds[member], named[member] ?? '')) continue
    reader.reject(source, member, atMostCharacters(bounds[member]))
  }
}

/**
 * Why a row is rejected whose status is new and does not say that it runs: it must not be published because no list of the
 * mapping has the text. Only a status column has a list `published`.
 */
function newStatus(row: Row, { column, published }: Skip): Note[] {
  const found = textOf(row.get(column))
  if (
    published === undefined ||
    saysNothing(found) ||
    isOneOf(published, found) ||
    isRunning(column, found) === true
  )
    return []
  return [{ column, member: 'status', found, expected: NEW_STATUS }]
}

/** Days of the week, unless any text of the row says "the last Thursday". */
function readDaysOfWeek(reader: RowReader, source: CellSource, { columns, country }: RowContext) {
  const isLimited = columns.some((column) => limitsWeekdays(textOf(reader.row.get(column))))
  const expected = isLimited
    ? 'no text of the row that names one of them'
    : 'days of the week and nothing else'
  return reader.convert(source, 'weekdays', expected, (cell) =>
    isLimited ? undefined : readWeekdays(cell, country),
  )
}

/** Whether a text can be the name of a place, a shop or a bank. */
function mayBeName(text: string): boolean {
  return /\p{L}/u.test(text) && !/:\/\/|^www\./i.test(text) && !TRUTH.test(text)
}

/** Truth values as programs and spreadsheets write them. */
const TRUTH = /^(?:true|false|verdadero|falso|verdadeiro)$/i

function readName(cell: Cell): string | undefined {
  const text = textOf(cell)
  return mayBeName(text) ? text : undefined
}

function readIssuer(reader: RowReader, source: CellSource): string {
  const name = reader.required(source, 'issuer')
  if (name !== '' && !mayBeName(name)) reader.reject(source, 'issuer', NAME)
  return name
}

/** @param errors cells that hold no value: a ref or an issuer in one of them is null */
function nameOfRow(reader: RowReader, mapping: ReadyMapping, errors: readonly Note[] = []): RowName {
  const { ref, issuer } = mapping.offer
  const isBroken = (source: CellSource) => errors.some(({ column }) => columnsOf(source).includes(column))
  return {
    ref: isBroken(ref) ? null : reader.code(ref),
    issuer: isBroken(issuer) ? null : reader.text(issuer),
  }
}

/** "31/12", "31 de diciembre", "31-dic". */
const WITHOUT_YEAR = /^(?:\p{L}+ ){0,3}\d{1,2}(?:[/.-]\d{1,2}|(?:-|(?: de)? )\p{L}{3,10}\.?)$/u

/** "dic-26", "diciembre de 2026", "12/2026", "2026". */
const WITHOUT_DAY =
  /^(?:(?:\p{L}{3,10}\.?|\d{1,2})[-/. ](?:de )?)?(?:19|20)\d{2}$|^\p{L}{3,10}\.?[-. ]\d{2}$/u

/** Days since 1900, as spreadsheets store a day: 46022 is 2025-12-31. */
const SERIAL = /^[2-7]\d{4}$/

function expectedDay(text: string, { end }: CellSource, days: DayStyle): string {
  const patterns = days.patterns.join(', ') || 'a month by its name'
  if (SERIAL.test(text)) return 'a day: format the cells as dates, and save the table again'
  if (WITHOUT_YEAR.test(text))
    return 'a day with its year, such as 31/12/2026: the year is missing; in a workbook, format the cells with the year'
  if (WITHOUT_DAY.test(text))
    return 'a day with its month and year, such as 31/12/2026; in a workbook, format the cells with all three'
  return end === undefined ? `a day (${patterns})` : `a period of two days (${patterns})`
}

/** The first or the last day of an offer, from a cell with a day or a period; a wrong day of the week rejects the row. */
function readEnd(reader: RowReader, source: CellSource, member: string, days: DayStyle): string | null {
  const { end } = source
  const expected = expectedDay(reader.text(source) ?? '', source, days)
  const other = dayOfOtherWeekday(reader.cell(source), days)
  if (other !== undefined) {
    // WEEKDAYS begins with Monday, `getUTCDay` with Sunday.
    const weekday = WEEKDAYS[(new Date(other).getUTCDay() + 6) % 7]
    reader.reject(source, member, `the right day of the week: ${other} is a ${weekday}`)
    return null
  }
  // An open period gives null like an unreadable one, but is understood: only the latter is noted.
  const readEither = (cell: Cell): { day: string | null } | undefined => {
    const period = readPeriod(cell, days)
    if (end !== undefined) return period && { day: end === 'first' ? period.from : period.until }
    const day = readDay(cell, days)
    if (day !== undefined) return { day }
    if (!period) return undefined
    // A column of last days may say "Valid until 01 Dec 2023", but not "From 01 Dec 2023".
    const [own, opposite] =
      member === 'valid_until' ? [period.until, period.from] : [period.from, period.until]
    return opposite === null ? { day: own } : undefined
  }
  return reader.convert(source, member, expected, readEither)?.day ?? null
}

/** Rejects an offer whose last day is before its first. */
function rejectReversed(reader: RowReader, offer: NamedOffer, until: CellSource | null | undefined): void {
  const { valid_from: from, valid_until: last } = offer
  if (!until || from === null || last === null || from <= last) return
  reader.reject(until, 'valid_until', `${from} (valid_from) or later`)
}

/**
 * The names of places that a cell lists; none if it means everywhere, or makes exceptions. Items that cannot be names are
 * left out. Both exceptions and such items are noted.
 */
function readPlaces(reader: RowReader, source: CellSource): string[] {
  const cell = reader.cell(source)
  if (cell === null) return []
  if (meansOtherPlaces(textOf(cell))) {
    reader.limited(source, 'comunas', 'the names of all places, and no exception')
    return []
  }
  const texts = isList(cell) ? distinctTexts(cell.map(textOf)) : splitPlaces(cell, source.split)
  const none = (source.none ?? []).map((text) => text.toLowerCase())
  const places = texts.filter((text) => !none.includes(text.toLowerCase()) && !isEverywhere(text))
  const names = places.filter((place) => mayBeName(place) && !isLongerThan(MAX_CHARACTERS.name, place))
  if (names.length === places.length) reader.understood({ source, member: 'comunas', cell })
  else reader.note(source, 'comunas', NAMES)
  return names
}

/** The items of a cell. A line break separates them as the usual separators do; `textOf` would make it a blank. */
function splitPlaces(cell: Cell, separators: readonly string[] | undefined): string[] {
  const lines = typeof cell === 'string' && separators === undefined ? cell.split(LINE_BREAK) : [cell]
  const items = lines.map(textOf).flatMap((line) => {
    // An address has slashes, but is not a list: "Calle 16 R/C D", "Muelle S/N".
    return ADDRESS_IN_TEXT.test(line) ? [line] : splitList(line, separators)
  })
  return distinctTexts(items)
}

const LINE_BREAK = /[\r\n]+|<br ?\/?>/i

/** "https://", "R/C", "S/N": slashes that separate no items. */
const ADDRESS_IN_TEXT = /:\/\/|(?<!\p{L})\p{L}\/\p{L}(?!\p{L})/u
