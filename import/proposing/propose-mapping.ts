// Looks at the headings and values of a table and proposes a mapping. What it is not sure of it leaves null and asks.

import { andMore, clip } from '../../lib/text/clip.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { COUNTRIES } from '../conversions/countries.ts'
import { readPeriod } from '../conversions/read-period.ts'
import { columnsIn } from '../mapping/cell-source.ts'
import type { CellSource, DaySource, Mapping } from '../mapping/mapping.ts'
import { type Row, type Table, widestRow } from '../tables/table.ts'
import type { Role } from './heading-words.ts'
import { knownFeedOf } from './known-feeds.ts'
import {
  areFigures,
  areWeekdays,
  type ColumnSample,
  isEverywhere,
  lookAtCurrency,
  lookAtDays,
  lookAtDecimals,
} from './look-at-values.ts'
import { proposeBenefit } from './propose-benefit.ts'
import { TableColumns } from './table-columns.ts'

/** A table may have more columns than anybody reads. */
const MAX_UNUSED = 100

const MAX_ROWS_LISTED = 5

/** Up to this many rows without a number, or with that of another row, are mistakes, however short the table is. */
const FEW_FAULTS = 2

/** What the person who asks for a proposal answers in advance. */
export interface Answers {
  country: string | null
  timeZone: string | null
}

export interface Proposal {
  mapping: Mapping
  /** The feed that the table was recognised as. */
  feed: string | null
  /** What is required before an import, by pointer. */
  questions: string[]
  /** What was decided, and may be decided otherwise. */
  doubts: string[]
  /** Columns that nothing is taken from, and how many more there are. */
  unused: string[]
}

/** Enough to see every way in which a column is written, in time for a person who waits. */
const SAMPLE_ROWS = 5000

/** Of a table of many columns fewer rows are looked at. */
const SAMPLE_CELLS = 2_000_000

export async function sampleRows(table: Table): Promise<Row[]> {
  const rows: Row[] = []
  const wanted = Math.min(SAMPLE_ROWS, Math.ceil(SAMPLE_CELLS / Math.max(1, table.columns.length)))
  for await (const batch of table.rows()) {
    rows.push(...batch.rows.filter((row) => !row.isBlank))
    if (rows.length >= wanted) break
  }
  return rows.slice(0, wanted)
}

export function proposeMapping(table: Table, rows: readonly Row[], answers: Answers): Proposal {
  const widest = widestRow(table)
  const wide = rows.filter(({ width }) => width > widest)
  const fitting = rows.filter(({ width }) => width <= widest)
  const columns = new TableColumns(table.columns, fitting.length > 0 ? fitting : rows)
  return new Proposer(table, columns, answers).proposal(wide.map(({ at }) => at))
}

function namesOf(columns: readonly string[]): string[] {
  return andMore(columns.slice(0, MAX_UNUSED).map(clip), columns.length)
}

class Proposer {
  readonly #table: Table
  readonly #columns: TableColumns
  readonly #answers: Answers
  readonly #questions: string[] = []
  readonly #doubts: string[] = []

  constructor(table: Table, columns: TableColumns, answers: Answers) {
    this.#table = table
    this.#columns = columns
    this.#answers = answers
  }

  /** @param wide where rows have more cells than the headings */
  proposal(wide: readonly number[]): Proposal {
    if (wide.length > 0) {
      const what = 'more cells than the heading has stand in'
      this.#doubts.push(`${this.#places(what, wide).join('')}: these rows are not imported`)
    }
    const feed = knownFeedOf(this.#table.columns)
    const offer = feed ? this.#askForIssuer(feed.offer) : this.#offer()
    const used = [...columnsIn(offer), ...(feed?.skip ?? []).map(({ column }) => column)]
    const days = columnsIn([offer.valid_from, offer.valid_until])
    this.#doubts.push(...(feed?.notes ?? []))
    const mapping: Mapping = {
      catalogue: this.#catalogue(offer),
      read: { ...this.#table.reading, ...(feed?.skip ? { skip: feed.skip } : {}) },
      formats: this.#formats(used, days),
      issuer_type: feed?.issuer_type ?? this.#issuerType(),
      offer,
    }
    return {
      mapping: { ...mapping, ...this.#notes() },
      feed: feed?.name ?? null,
      questions: this.#questions,
      doubts: this.#doubts,
      unused: namesOf(this.#table.columns.filter((column) => !used.includes(column))),
    }
  }

  #notes(): { notes?: string[] } {
    const notes = [
      ...this.#questions.map((each) => `TELL ${each}`),
      ...this.#doubts.map((each) => `CHECK ${each}`),
    ]
    return notes.length > 0 ? { notes } : {}
  }

  #offer(): Mapping['offer'] {
    const title = this.#title()
    const merchant = this.#merchant()
    const issuer = this.#columns.sourceOf('issuer')
    const comunas = this.#columns.inRole('comunas')
    return this.#askForIssuer({
      ref: this.#ref(title, merchant),
      issuer,
      title,
      category: this.#category(),
      comunas: comunas ? { column: comunas.name, none: wholeCountry(comunas) } : null,
      merchant,
      url: this.#columns.sourceOf('url'),
      weekdays: this.#weekdays(),
      ...this.#days(),
      benefit: proposeBenefit(this.#columns, title, this.#doubts),
    })
  }

  /** Without a column for it: what the offer is, and where. */
  #title(): CellSource | null {
    const titles = this.#columns.candidates('title')
    const title = titles.find((sample) => !areFigures(sample))
    if (title) return { column: title.name }
    const name = this.#columns.inRole('name')
    const description = this.#columns.inRole('description')
    const benefit = this.#columns.inRole('benefit') ?? titles[0]
    // Next to names, a description is of things, not of what is offered.
    const what = benefit ?? (name ? undefined : description)
    const place = this.#columns.inRole('merchant') ?? name
    if (what && place) return { columns: [what.name, place.name], join: ' · ' }
    // "20%" alone says nothing of what it is taken off, unless somebody calls it the offer.
    const sentence = benefit && !areFigures(benefit) ? benefit : undefined
    const only = sentence ?? name ?? description ?? titles[0]
    return only ? { column: only.name } : this.#guessedTitle(place ?? this.#columns.longestText())
  }

  #guessedTitle(guess: ColumnSample | undefined): CellSource | null {
    if (guess) {
      this.#doubts.push(
        `/offer/title: no heading says what the offer is: ${JSON.stringify(guess.name)} is taken`,
      )
      return { column: guess.name }
    }
    const named = (['benefit', 'percentage', 'amount', 'price', 'issuer', 'category'] as const).flatMap(
      (role) => this.#columns.inRole(role)?.name ?? [],
    )
    const several = JSON.stringify([...named, 'Heading', 'Heading'].slice(0, 2).map(clip))
    this.#questions.push(
      `/offer/title: what is offered? { "column": "Heading" }, or several: { "columns": ${several}, "join": " · " }`,
    )
    return null
  }

  #merchant(): CellSource | null {
    const merchant = this.#columns.sourceOf('merchant')
    if (merchant) return merchant
    // "Name" next to a column of offers is the name of a place.
    const hasOffer = this.#columns.inRole('title') ?? this.#columns.inRole('benefit')
    return hasOffer ? this.#columns.sourceOf('name') : null
  }

  #ref(title: CellSource | null, merchant: CellSource | null): CellSource | null {
    const ref = this.#numbering()
    if (ref) return ref
    const columns = [merchant, title].flatMap((source) => (source ? columnsIn(source) : []))
    const dates = [this.#columns.inRole('valid_from'), this.#columns.inRole('category')].flatMap(
      (sample) => sample?.name ?? [],
    )
    const distinct = [...new Set(columns)]
    if (!title) {
      this.#questions.push('/offer/ref: what tells the rows apart from day to day? { "column": "Heading" }')
      return null
    }
    const chosen = this.#columns.areUniqueTogether(distinct)
      ? distinct
      : [...new Set([...distinct, ...dates])]
    this.#doubts.push(
      `/offer/ref: no column numbers the rows: ${chosen.join(' + ')} ${chosen.length === 1 ? 'stands' : 'stand'} for it, and an offer whose texts change there gets another id`,
    )
    return chosen.length === 1 ? { column: chosen[0] ?? '' } : { columns: chosen, join: ' | ' }
  }

  /** A column that numbers the rows, though it may do so badly in a few: then these are named. */
  #numbering(): CellSource | null {
    const issuer = this.#columns.inRole('issuer')?.name
    for (const { name } of this.#columns.candidates('ref')) {
      const { blank, repeated, rows } = this.#columns.faultyRows(name, issuer)
      const faulty = blank.length + repeated.length
      const isGood = faulty <= FEW_FAULTS ? faulty < rows / 2 : faulty <= rows / 4
      const faults = [...this.#places('is blank in', blank), ...this.#places('repeats in', repeated)]
      if (faults.length > 0) {
        this.#doubts.push(
          `/offer/ref: ${JSON.stringify(name)} ${faults.join(', and ')}: ${isGood ? 'these rows are not imported' : 'it is not taken'}`,
        )
      }
      if (isGood) return { column: name }
    }
    return null
  }

  #places(words: string, rows: readonly number[]): string[] {
    const shown = andMore(rows.slice(0, MAX_ROWS_LISTED).map(String), rows.length).join(', ')
    return rows.length > 0 ? [`${words} ${this.#table.unit} ${shown}`] : []
  }

  #category(): CellSource {
    const category = this.#columns.inRole('category')
    if (category) {
      const isFull = category.texts.length === category.rows
      return { column: category.name, ...(isFull ? {} : { otherwise: 'Otros' }) }
    }
    this.#doubts.push('/offer/category: no heading says what it is about: all offers go into "Offers"')
    return { constant: 'Offers' }
  }

  #weekdays(): CellSource | null {
    const sample = this.#columns.inRole('weekdays')
    if (!sample) return null
    if (areWeekdays(sample)) return { column: sample.name }
    this.#doubts.push(
      `/offer/weekdays: ${JSON.stringify(sample.name)} holds no days of the week, and is not taken`,
    )
    return null
  }

  #days(): { valid_from: DaySource | null; valid_until: DaySource | null } {
    const [from, until, period] = [
      this.#columns.sourceOf('valid_from'),
      this.#columns.sourceOf('valid_until'),
      this.#columns.inRole('period'),
    ]
    if (from || until || !period) return { valid_from: from, valid_until: until }
    const isReadable = period.cells.some((cell) =>
      readPeriod(cell, { patterns: ['DD/MM/YYYY', 'YYYY-MM-DD'], timeZone: 'UTC' }),
    )
    if (!isReadable) {
      this.#doubts.push(
        `/offer/valid_from: ${JSON.stringify(period.name)} holds no periods that are understood, and is not taken`,
      )
      return { valid_from: null, valid_until: null }
    }
    return {
      valid_from: { column: period.name, end: 'first' },
      valid_until: { column: period.name, end: 'last' },
    }
  }

  #askForIssuer(offer: Mapping['offer']): Mapping['offer'] {
    if (offer.issuer === null) {
      const merchant = offer.merchant ? columnsIn(offer.merchant)[0] : undefined
      const each =
        merchant === undefined
          ? ''
          : `, or { "column": ${JSON.stringify(merchant)} } if each place gives its own`
      this.#questions.push(`/offer/issuer: who gives the offers? { "constant": "Name" }${each}`)
    }
    return offer
  }

  #catalogue(offer: Mapping['offer']): Mapping['catalogue'] {
    const { country, timeZone } = this.#answers
    const zone = timeZone ?? (country === null ? null : (COUNTRIES.get(country)?.timeZone ?? null))
    if (country === null)
      this.#questions.push(
        '/catalogue/country: the country of the offers, such as "CL"; from it follow the decimal mark and the currency, where formats.decimal and formats.currency are null',
      )
    if (zone === null)
      this.#questions.push(
        '/catalogue/time_zone: such as "America/Santiago"; may stay null for a country that has one',
      )
    const isOneIssuer = offer.issuer === null || offer.issuer.constant !== undefined
    this.#questions.push(
      `/catalogue/attribution: who provides the data, such as "Name · name.example"${isOneIssuer ? '; null takes the name of the only issuer' : ''}`,
    )
    return { attribution: null, country, time_zone: zone }
  }

  /** @param dayColumns of a known feed they may have names that say nothing of days by themselves */
  #formats(used: readonly string[], dayColumns: readonly string[]): Mapping['formats'] {
    const of = (...roles: readonly Role[]) => roles.flatMap((role) => this.#columns.inRole(role) ?? [])
    const samples = this.#columns.named(used)
    const facts = this.#answers.country === null ? undefined : COUNTRIES.get(this.#answers.country)
    const days = lookAtDays(
      [
        ...new Set([...of('valid_from', 'valid_until', 'period'), ...this.#columns.named(dayColumns)]),
        ...samples.filter(({ texts }) => texts.some((text) => /^\d{4}-\d\d-\d\dT/.test(text))),
      ],
      this.#answers.country,
    )
    this.#doubts.push(...days.doubts.map((doubt) => `/formats/dates: ${doubt}`))
    const proven = lookAtDecimals(of('price', 'amount', 'cap', 'percentage', 'benefit'))
    const currency = lookAtCurrency(samples)
    return {
      dates: days.patterns,
      decimal: proven ?? facts?.decimal ?? null,
      currency: facts?.currency ?? currency,
    }
  }

  #issuerType(): Mapping['issuer_type'] {
    const heading = fold(this.#columns.inRole('issuer')?.name ?? '')
    if (/banc|bank/.test(heading)) return 'bank'
    if (/munic/.test(heading)) return 'municipality'
    if (/advertiser|anunciante|campaign/.test(heading)) return 'retailer'
    return 'other'
  }
}

function wholeCountry({ texts }: ColumnSample): string[] {
  return [...new Set(texts.filter(isEverywhere))].slice(0, 20)
}
