// Looks at the headings and values of a table and proposes a mapping. What it is not sure of it leaves null and asks.

import { fold } from '../../../contract/lib/plain-letters.ts'
import { COUNTRIES } from '../conversions/countries.ts'
import { readPeriod } from '../conversions/read-period.ts'
import { wordsOf } from '../conversions/words.ts'
import type { DayPick, Mapping, Pick } from '../mapping/mapping.ts'
import { textOf } from '../reading/cell.ts'
import type { OpenedTable } from '../reading/open-table.ts'
import type { Row } from '../reading/table.ts'
import { ROLES, type Role, roleOf } from './heading-words.ts'
import { KIND_WORDS } from './kind-words.ts'
import { knownFeedOf } from './known-feeds.ts'
import {
  areFractions,
  areUnique,
  areWeekdays,
  type ColumnSample,
  lookAtCurrency,
  lookAtDays,
  lookAtDecimals,
  sampleOf,
} from './look-at-values.ts'

/** What the person who asks for a proposal already says. */
export interface Told {
  country: string | null
  timeZone: string | null
}

export interface Proposal {
  mapping: Mapping
  /** The feed that the table was recognised as. */
  feed: string | null
  /** What has to be told before an import, by pointer. */
  questions: string[]
  /** What was decided, and may be decided otherwise. */
  doubts: string[]
  /** Columns that nothing is taken from. */
  unused: string[]
}

/** Enough to see every way in which a column is written, in time for a person who waits. */
const SAMPLE_ROWS = 5000

export async function sampleRows(table: OpenedTable): Promise<Row[]> {
  const rows: Row[] = []
  for await (const batch of table.rows()) {
    rows.push(...batch.rows.filter((row) => !row.isBlank))
    if (rows.length >= SAMPLE_ROWS) break
  }
  return rows.slice(0, SAMPLE_ROWS)
}

export function proposeMapping(table: OpenedTable, rows: readonly Row[], told: Told): Proposal {
  const body = withoutFooters(rows)
  const samples = new Map(
    table.columns.map((name) => [
      name,
      sampleOf(
        name,
        body.map((row) => row.get(name)),
      ),
    ]),
  )
  return new Proposer(table, samples, told).propose()
}

/** A row of one cell among rows of many is a remark. */
function withoutFooters(rows: readonly Row[]): readonly Row[] {
  const typical = rows.map(({ filled }) => filled).sort((a, b) => a - b)[Math.floor(rows.length / 2)] ?? 0
  return typical < 3 ? rows : rows.filter(({ filled }) => filled > 1)
}

class Proposer {
  readonly #table: OpenedTable
  readonly #samples: ReadonlyMap<string, ColumnSample>
  readonly #told: Told
  readonly #byRole: ReadonlyMap<Role, ColumnSample>
  readonly #questions: string[] = []
  readonly #doubts: string[] = []

  constructor(table: OpenedTable, samples: ReadonlyMap<string, ColumnSample>, told: Told) {
    this.#table = table
    this.#samples = samples
    this.#told = told
    this.#byRole = assignRoles([...samples.values()])
  }

  propose(): Proposal {
    const feed = knownFeedOf(this.#table.columns)
    const offer = feed ? this.#askForIssuer(feed.offer) : this.#offer()
    const used = columnsIn(offer)
    this.#doubts.push(...(feed?.notes ?? []))
    const mapping: Mapping = {
      catalogue: this.#catalogue(offer),
      read: { ...this.#table.reading, ...(feed?.skip ? { skip: feed.skip } : {}) },
      formats: this.#formats(used),
      issuer_type: feed?.issuer_type ?? this.#issuerType(),
      offer,
    }
    return {
      mapping: { ...mapping, ...this.#notes() },
      feed: feed?.name ?? null,
      questions: this.#questions,
      doubts: this.#doubts,
      unused: this.#table.columns.filter((column) => !used.includes(column)),
    }
  }

  #notes(): { notes?: string[] } {
    const notes = [
      ...this.#questions.map((each) => `TELL ${each}`),
      ...this.#doubts.map((each) => `CHECK ${each}`),
    ]
    return notes.length > 0 ? { notes } : {}
  }

  #column(role: Role): ColumnSample | undefined {
    return this.#byRole.get(role)
  }

  #pick(role: Role): { column: string } | null {
    const sample = this.#column(role)
    return sample ? { column: sample.name } : null
  }

  #offer(): Mapping['offer'] {
    const title = this.#title()
    const merchant = this.#merchant()
    const issuer = this.#pick('issuer')
    const comunas = this.#column('comunas')
    return this.#askForIssuer({
      ref: this.#ref(title, merchant),
      issuer,
      title,
      category: this.#category(),
      comunas: comunas ? { column: comunas.name, none: wholeCountry(comunas) } : null,
      merchant,
      url: this.#pick('url'),
      weekdays: this.#weekdays(),
      ...this.#days(),
      benefit: this.#benefit(title),
    })
  }

  /** Without a column of its own: what the offer is, and where. */
  #title(): Pick {
    const title = this.#column('title')
    if (title) return { column: title.name }
    const benefit = this.#column('benefit')
    const place = this.#column('merchant') ?? this.#column('name')
    if (benefit && place) return { columns: [benefit.name, place.name], join: ' · ' }
    const only = benefit ?? this.#column('name') ?? place ?? this.#longest()
    if (!benefit && !this.#column('name')) {
      this.#doubts.push(
        `/offer/title: no heading says what the offer is: ${JSON.stringify(only?.name)} is taken`,
      )
    }
    return { column: only?.name ?? this.#table.columns[0] ?? 'A' }
  }

  /** The column with the longest texts: whatever else it may be, it says the most. */
  #longest(): ColumnSample | undefined {
    const length = ({ texts }: ColumnSample) => texts.reduce((sum, text) => sum + text.length, 0)
    return [...this.#samples.values()].sort((a, b) => length(b) - length(a))[0]
  }

  #merchant(): Pick | null {
    const merchant = this.#pick('merchant')
    if (merchant) return merchant
    // "Name" beside a column of offers is the name of a place.
    const hasOffer = this.#column('title') ?? this.#column('benefit')
    return hasOffer ? this.#pick('name') : null
  }

  #ref(title: Pick, merchant: Pick | null): Pick {
    const ref = this.#column('ref')
    if (ref && areUnique(ref)) return { column: ref.name }
    if (ref) {
      this.#doubts.push(`/offer/ref: ${JSON.stringify(ref.name)} is not different in each row, and not taken`)
    }
    const columns = [merchant, title].flatMap((pick) => (pick ? columnsIn(pick) : []))
    const dates = [this.#column('valid_from'), this.#column('category')].flatMap(
      (sample) => sample?.name ?? [],
    )
    const distinct = [...new Set(columns)]
    const chosen = this.#areUniqueTogether(distinct) ? distinct : [...new Set([...distinct, ...dates])]
    this.#doubts.push(
      `/offer/ref: no column numbers the rows: ${chosen.join(' + ')} stand for it, and an offer whose texts change there gets another id`,
    )
    return chosen.length === 1 ? { column: chosen[0] ?? '' } : { columns: chosen, join: ' | ' }
  }

  #areUniqueTogether(columns: readonly string[]): boolean {
    const samples = columns.flatMap((column) => this.#samples.get(column) ?? [])
    const [first] = samples
    if (!first || samples.some(({ texts, rows }) => texts.length !== rows)) return false
    const joined = first.texts.map((_, index) => samples.map(({ texts }) => texts[index]).join('\n'))
    return new Set(joined).size === joined.length
  }

  #category(): Pick {
    const category = this.#column('category')
    if (category) {
      const isFull = category.texts.length === category.rows
      return { column: category.name, ...(isFull ? {} : { otherwise: 'Otros' }) }
    }
    this.#doubts.push('/offer/category: no heading says what it is about: all offers go into "Offers"')
    return { constant: 'Offers' }
  }

  #weekdays(): Pick | null {
    const sample = this.#column('weekdays')
    if (!sample) return null
    if (areWeekdays(sample)) return { column: sample.name }
    this.#doubts.push(
      `/offer/weekdays: ${JSON.stringify(sample.name)} holds no days of the week, and is not taken`,
    )
    return null
  }

  #days(): { valid_from: DayPick | null; valid_until: DayPick | null } {
    const [from, until, period] = [
      this.#pick('valid_from'),
      this.#pick('valid_until'),
      this.#column('period'),
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

  #benefit(title: Pick): Mapping['offer']['benefit'] {
    const [percentage, amount, price, benefit] = [
      this.#column('percentage'),
      this.#column('amount'),
      this.#column('price'),
      this.#column('benefit'),
    ]
    const kind = this.#kind()
    const worth: Mapping['offer']['benefit']['worth'] = []
    // A column of percentages beside a sentence is often what a machine has found in the sentence.
    if (percentage && !benefit) {
      const isFraction = areFractions(percentage)
      if (isFraction)
        this.#doubts.push(`${JSON.stringify(percentage.name)}: 0,2 is taken for 20 % (fraction)`)
      worth.push({
        as: 'percentage',
        column: percentage.name,
        ...(isFraction ? { unit: 'fraction' as const } : {}),
      })
    }
    if (amount && !benefit) worth.push({ as: 'amount', column: amount.name })
    if (price && !benefit) {
      worth.push({ as: 'fixed_price', column: price.name })
      this.#doubts.push(`${JSON.stringify(price.name)} is taken for the price that is paid (fixed_price)`)
    }
    if (benefit) worth.push(this.#worthOf(benefit))
    const sentence = columnsIn(title).find((column) => column === this.#column('title')?.name)
    if (sentence !== undefined && !price && benefit?.name !== sentence)
      worth.push({ as: 'text', column: sentence })
    return { worth, kind, cap: this.#cap(), summary: benefit ? this.#summary(benefit, title) : title }
  }

  /** Numbers alone under "Descuento" are percentages, if they are told to be; a person has to say so. */
  #worthOf(benefit: ColumnSample): Mapping['offer']['benefit']['worth'][number] {
    const areNumbers = benefit.cells.filter(
      (cell) => typeof cell === 'number' || /^[\d.,]+$/.test(textOf(cell)),
    ).length
    if (areNumbers < benefit.cells.length / 2) {
      const isDiscount = /descuento|desconto|discount|dcto|dto|savings|ahorro|rebaja/.test(fold(benefit.name))
      return { as: isDiscount ? 'discount' : 'text', column: benefit.name }
    }
    if (areFractions(benefit)) {
      this.#doubts.push(`${JSON.stringify(benefit.name)}: 0,2 is taken for 20 % (fraction)`)
      return { as: 'percentage', column: benefit.name, unit: 'fraction' }
    }
    this.#doubts.push(
      `${JSON.stringify(benefit.name)} holds bare numbers: they are not read until "as" tells percentage or amount`,
    )
    return { as: 'text', column: benefit.name }
  }

  #summary(benefit: ColumnSample, title: Pick): Pick {
    const isFull = benefit.texts.length === benefit.rows
    if (isFull || title.column === undefined) return { column: benefit.name }
    return { first_of: [...new Set([benefit.name, title.column])] }
  }

  #kind(): Pick | null {
    const sample = this.#column('kind')
    if (!sample) return null
    const texts = [...new Set(sample.texts)].slice(0, 30)
    const lookup = Object.fromEntries(texts.map((text) => [text, KIND_WORDS.get(wordsOf(text)) ?? null]))
    const known = Object.values(lookup).filter((kind) => kind !== null)
    if (known.length < texts.length / 2) return null
    return { column: sample.name, lookup }
  }

  #cap(): Pick | null {
    const sample = this.#column('cap')
    if (!sample) return null
    const readable = sample.texts.filter((text) => /^\D{0,5}[\d.,]+\D{0,5}$/.test(text)).length
    if (readable >= sample.texts.length / 2) return { column: sample.name }
    this.#doubts.push(`/offer/benefit/cap: ${JSON.stringify(sample.name)} holds sentences, and is not taken`)
    return null
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
    const { country, timeZone } = this.#told
    const zone = timeZone ?? (country === null ? null : (COUNTRIES.get(country)?.timeZone ?? null))
    if (country === null) this.#questions.push('/catalogue/country: the country of the offers, such as "CL"')
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

  #formats(used: readonly string[]): Mapping['formats'] {
    const of = (...roles: readonly Role[]) => roles.flatMap((role) => this.#column(role) ?? [])
    const samples = used.flatMap((column) => this.#samples.get(column) ?? [])
    const facts = this.#told.country === null ? undefined : COUNTRIES.get(this.#told.country)
    const days = lookAtDays(
      [
        ...of('valid_from', 'valid_until', 'period'),
        ...samples.filter(({ texts }) => texts.some((text) => /^\d{4}-\d\d-\d\dT/.test(text))),
      ],
      this.#told.country,
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
    const heading = fold(this.#column('issuer')?.name ?? '')
    if (/banc|bank/.test(heading)) return 'bank'
    if (/munic/.test(heading)) return 'municipality'
    if (/advertiser|anunciante|campaign/.test(heading)) return 'retailer'
    return 'other'
  }
}

/** Of the columns that could play a role the likeliest, and each column once. */
function assignRoles(samples: readonly ColumnSample[]): ReadonlyMap<Role, ColumnSample> {
  const candidates = samples
    .filter(({ texts }) => texts.length > 0)
    .flatMap((sample) => {
      const known = roleOf(sample.name)
      return known ? [{ sample, ...known }] : []
    })
  return new Map(
    ROLES.flatMap((role): [Role, ColumnSample][] => {
      const fitting = candidates.filter((each) => each.role === role).sort((a, b) => a.rank - b.rank)
      const [best] = fitting
      return best ? [[role, best.sample]] : []
    }),
  )
}

/** What people write for "everywhere". */
const EVERYWHERE =
  /^(?:todas?|todos|all|todo el pais|todo chile|nacional|a nivel nacional|todas las comunas|national|nationwide|everywhere|online|varias|todo o pais)$/

function wholeCountry({ texts }: ColumnSample): string[] {
  return [...new Set(texts.filter((text) => EVERYWHERE.test(wordsOf(text))))].slice(0, 20)
}

/** Every column that a part of a mapping names. */
function columnsIn(value: unknown): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(columnsIn))]
  if (typeof value !== 'object' || value === null) return []
  const found = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (name === 'column') return typeof member === 'string' ? [member] : []
    const isList = (name === 'columns' || name === 'first_of') && Array.isArray(member)
    return isList ? member.filter((each) => typeof each === 'string') : columnsIn(member)
  })
  return [...new Set(found)]
}
