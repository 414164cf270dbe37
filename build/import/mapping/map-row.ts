// One row of a table as one record of the source: what is understood, null for what is not, and a note for each.

import { BENEFIT_KINDS, type Benefit, type BenefitKind } from '../../../contract/offers/offer.ts'
import type { SourceOffer } from '../../../contract/offers/source.ts'
import { COUNTRIES } from '../conversions/countries.ts'
import { readWorth, type Worth } from '../conversions/read-benefit.ts'
import { type DayStyle, readDay } from '../conversions/read-day.ts'
import {
  type NumberStyle,
  type Read,
  readMoney,
  readNumber,
  readPercentage,
} from '../conversions/read-number.ts'
import { type Period, readPeriod } from '../conversions/read-period.ts'
import { readWeekdays } from '../conversions/read-weekdays.ts'
import { type Cell, isList, textOf } from '../reading/cell.ts'
import type { Row } from '../reading/table.ts'
import type { ReadyMapping } from './load-mapping.ts'
import type { DayPick, ListPick, Pick, WorthPick } from './mapping.ts'
import { nameOf, pickCell } from './pick-cell.ts'

/** Something about one cell that a person should know. */
export interface Note {
  column: string
  member: string
  found: string
  /** What would have been understood, or why the cell was not. */
  expected: string
}

/** A record whose issuer, category and comunas are names still, or why there is none. */
export type MappedRow =
  | { offer: NamedOffer; notes: readonly Note[] }
  | { rejected: readonly Note[] }
  | { skipped: 'blank' | 'no offer' | 'asked for' }

export interface NamedOffer extends Omit<SourceOffer, 'issuer' | 'category' | 'comunas'> {
  issuer: string
  category: string
  comunas: readonly string[]
}

/** Fewer cells than that, and no title: a footer, or a line of its own. */
const FEW_CELLS = 2

export function createMapRow(mapping: ReadyMapping): (row: Row) => MappedRow {
  const { offer, formats, read } = mapping
  const unknown = formats.unknown ?? []
  const style: NumberStyle = {
    decimal: formats.decimal,
    currency: formats.currency ?? COUNTRIES.get(mapping.country)?.currency ?? null,
  }
  const days: DayStyle = { patterns: formats.dates, timeZone: mapping.timeZone }
  const isSkipped = (row: Row) =>
    (read?.skip ?? []).some(({ column, values }) => values.includes(textOf(row.get(column))))

  return (row) => {
    if (row.isBlank) return { skipped: 'blank' }
    if (isSkipped(row)) return { skipped: 'asked for' }
    const reader = new RowReader(row, unknown)
    const title = reader.text(offer.title)
    const benefit = readBenefit(reader, mapping, style)
    if (holdsNoOffer(row, reader, mapping)) return { skipped: 'no offer' }
    const named: NamedOffer = {
      ref: reader.required(offer.ref, 'ref'),
      issuer: reader.required(mapping.issuer, 'issuer'),
      title: title ?? reader.missing(offer.title, 'title'),
      category: reader.required(offer.category, 'category'),
      comunas: offer.comunas ? readList(reader, offer.comunas) : [],
      benefit: benefit ?? reader.unsaid(offer.benefit.summary),
      valid_from: offer.valid_from ? readEnd(reader, offer.valid_from, 'valid_from', days) : null,
      valid_until: offer.valid_until ? readEnd(reader, offer.valid_until, 'valid_until', days) : null,
      merchant: offer.merchant ? reader.text(offer.merchant) : null,
      url: offer.url ? readUrl(reader, offer.url) : null,
      weekdays: offer.weekdays
        ? reader.convert(offer.weekdays, 'weekdays', 'days of the week and nothing else', readWeekdays)
        : null,
    }
    refuseReversed(reader, named, offer.valid_until)
    return reader.faults.length > 0 ? { rejected: reader.faults } : { offer: named, notes: reader.notes }
  }
}

/** Footers, subtotals, remarks: a row of few cells, and none where title and benefit should be. */
function holdsNoOffer(row: Row, reader: RowReader, { offer }: ReadyMapping): boolean {
  if (row.filled > FEW_CELLS) return false
  const own = [offer.title, offer.benefit.summary].filter((pick) => pick.constant === undefined)
  return own.some((pick) => reader.text(pick) === null)
}

/** Reads cells of one row, and remembers what was not understood. */
class RowReader {
  readonly notes: Note[] = []
  readonly faults: Note[] = []
  readonly #row: Row
  readonly #unknown: readonly string[]

  constructor(row: Row, unknown: readonly string[]) {
    this.#row = row
    this.#unknown = unknown
  }

  cell(pick: Pick): Cell {
    return pickCell(pick, this.#row, this.#unknown)
  }

  text(pick: Pick): string | null {
    return textOf(this.cell(pick)) || null
  }

  required(pick: Pick, member: string): string {
    return this.text(pick) ?? this.missing(pick, member)
  }

  /** A member without which there is no record. */
  missing(pick: Pick, member: string): string {
    this.faults.push({
      column: nameOf(pick),
      member,
      found: 'nothing',
      expected: 'a text: every offer has one',
    })
    return ''
  }

  /** A benefit of which the table says nothing at all. */
  unsaid(pick: Pick): Benefit {
    this.missing(pick, 'benefit.summary')
    return { kind: 'other', value: null, currency: null, cap: null, summary: '' }
  }

  note(pick: Pick, member: string, expected: string): void {
    this.notes.push({ column: nameOf(pick), member, found: textOf(this.cell(pick)), expected })
  }

  fault(pick: Pick, member: string, expected: string): void {
    this.faults.push({ column: nameOf(pick), member, found: textOf(this.cell(pick)), expected })
  }

  /** What a cell says; null for an empty one, and for one that is not understood, which is noted. */
  convert<T>(pick: Pick, member: string, expected: string, read: (cell: Cell) => T | undefined): T | null {
    const cell = this.cell(pick)
    if (cell === null) return null
    const value = read(cell)
    if (value !== undefined) return value
    this.note(pick, member, expected)
    return null
  }
}

function readEnd(reader: RowReader, pick: DayPick, member: string, days: DayStyle): string | null {
  const { end } = pick
  const patterns = days.patterns.filter((pattern) => pattern !== 'excel').join(', ') || 'a month by its name'
  const expected = end === undefined ? `a day (${patterns})` : `a period of two days (${patterns})`
  // An open period is understood, and gives null as an unreadable one does: only the latter is noted.
  const read = (cell: Cell): { day: string | null } | undefined => {
    const period = readPeriod(cell, days)
    if (end !== undefined) return period && { day: dayAt(period, end) }
    const day = readDay(cell, days)
    if (day !== undefined) return { day }
    const isOpen = period?.from === null && period.until === null
    return isOpen ? { day: null } : undefined
  }
  return reader.convert(pick, member, expected, read)?.day ?? null
}

function dayAt(period: Period, end: 'first' | 'last'): string | null {
  return end === 'first' ? period.from : period.until
}

function refuseReversed(reader: RowReader, offer: NamedOffer, until: DayPick | null | undefined): void {
  const { valid_from: from, valid_until: last } = offer
  if (!until || from === null || last === null || from <= last) return
  reader.fault(until, 'valid_until', `${from} (valid_from) or later`)
}

function readUrl(reader: RowReader, pick: Pick): string | null {
  return reader.convert(pick, 'url', 'an address that begins with http:// or https://', (cell) => {
    const text = textOf(cell)
    if (isAddress(text)) return text
    // An address with blanks or letters of other alphabets: as a browser would ask for it.
    const escaped = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : ''
    return isAddress(escaped) ? escaped : undefined
  })
}

/** By the characters of RFC 3986. */
function isAddress(text: string): boolean {
  return (
    /^https?:\/\/[A-Za-z0-9.-]+(?::\d+)?(?:[/?#][A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]*)?$/.test(text) &&
    !/%(?![0-9a-fA-F]{2})|#.*#/.test(text) &&
    URL.canParse(text)
  )
}

const DEFAULT_SPLIT = [';', ',', '/', '|', '\n', ' y ', ' e ', ' and ', ' & ']

function readList(reader: RowReader, pick: ListPick): string[] {
  const cell = reader.cell(pick)
  const texts = isList(cell) ? cell.map(textOf) : splitAll(textOf(cell), pick.split ?? DEFAULT_SPLIT)
  const none = (pick.none ?? []).map((text) => text.toLowerCase())
  return [...new Set(texts.map((text) => text.trim()))].filter(
    (text) => text !== '' && !none.includes(text.toLowerCase()),
  )
}

function splitAll(text: string, separators: readonly string[]): string[] {
  return separators.reduce((parts, separator) => parts.flatMap((part) => part.split(separator)), [text])
}

/** Undefined if not even the summary is there. */
function readBenefit(reader: RowReader, { offer }: ReadyMapping, style: NumberStyle): Benefit | undefined {
  const { benefit } = offer
  const summary = reader.text(benefit.summary)
  if (summary === null) return undefined
  const worth = findWorth(reader, offer.benefit, style)
  const cap = benefit.cap ? readCap(reader, benefit.cap, style) : null
  return {
    kind: worth?.kind ?? 'other',
    value: worth?.value ?? null,
    currency: worth?.currency ?? null,
    cap,
    summary,
  }
}

function readCap(reader: RowReader, pick: Pick, style: NumberStyle): Benefit['cap'] {
  const cell = reader.cell(pick)
  if (cell === null) return null
  const read = readMoney(cell, style)
  if ('value' in read) return read.value
  reader.note(pick, 'benefit.cap', read.expected)
  return null
}

type BenefitMapping = ReadyMapping['offer']['benefit']

function findWorth(reader: RowReader, { worth, kind }: BenefitMapping, style: NumberStyle): Worth | null {
  const hint = kind ? kindOf(reader, kind) : null
  for (const pick of worth) {
    const cell = reader.cell(pick)
    if (cell === null) continue
    const read = worthOf(cell, pick, { ...style, kind: hint })
    if ('value' in read) return read.value
    reader.note(pick, 'benefit.value', read.expected)
    return null
  }
  return null
}

function kindOf(reader: RowReader, pick: Pick): BenefitKind | null {
  const text = reader.text(pick)
  return BENEFIT_KINDS.find((kind) => kind === text) ?? null
}

function worthOf(
  cell: Cell,
  pick: WorthPick,
  style: NumberStyle & { kind: BenefitKind | null },
): Read<Worth> {
  const { as } = pick
  switch (as) {
    case 'text': {
      const read = readWorth(textOf(cell), style)
      return 'worth' in read ? { value: read.worth } : { expected: `one benefit: it ${read.why}` }
    }
    case 'discount':
      return discountWorth(cell, pick, style)
    case 'percentage':
      return withKind(as, readPercentage(cell, style, pick.unit === 'fraction'))
    case 'cashback': {
      const percent = withKind(as, readPercentage(cell, style, pick.unit === 'fraction'))
      return 'value' in percent ? percent : moneyWorth(as, cell, style)
    }
    case 'amount':
    case 'fixed_price':
      return moneyWorth(as, cell, style)
    case 'multibuy':
    case 'installments':
      return countWorth(as, cell, style)
  }
}

/** A percentage or an amount alone; a bare number could be either, and is neither. */
function discountWorth(
  cell: Cell,
  pick: WorthPick,
  style: NumberStyle & { kind: BenefitKind | null },
): Read<Worth> {
  const isBare = typeof cell === 'number' || /^[\d.,]+$/.test(textOf(cell))
  if (isBare) return { expected: 'a discount with its sign, such as 20% or $ 10' }
  const percent = withKind('percentage', readPercentage(cell, style, false))
  if ('value' in percent) return percent
  const money = moneyWorth('amount', cell, style)
  return 'value' in money ? money : worthOf(cell, { ...pick, as: 'text' }, style)
}

function withKind(kind: BenefitKind, read: Read<number>): Read<Worth> {
  return 'value' in read ? { value: { kind, value: read.value, currency: null } } : read
}

function moneyWorth(kind: BenefitKind, cell: Cell, style: NumberStyle): Read<Worth> {
  const read = readMoney(cell, style)
  return 'value' in read ? { value: { kind, ...read.value } } : read
}

function countWorth(kind: 'multibuy' | 'installments', cell: Cell, style: NumberStyle): Read<Worth> {
  const sentence = readWorth(textOf(cell), { ...style, kind })
  if ('worth' in sentence && sentence.worth.kind === kind) return { value: sentence.worth }
  const read = readNumber(cell, style)
  if (!('value' in read)) return read
  const isRight = kind === 'multibuy' ? read.value > 1 : Number.isInteger(read.value) && read.value >= 2
  return isRight
    ? { value: { kind, value: read.value, currency: null } }
    : { expected: 'a number of 2 or more' }
}
