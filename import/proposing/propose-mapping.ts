// Looks at the headings and values of a table and proposes a mapping. What it is not sure of it leaves null and asks.

import { andMore, clip } from '../../lib/text/clip.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { COUNTRIES } from '../conversions/countries.ts'
import { columnsIn } from '../mapping/cell-source.ts'
import { examplesOf, type ReadyMapping, readyOffer } from '../mapping/load-mapping.ts'
import { createMapRow } from '../mapping/map-row.ts'
import type { CellSource, Mapping } from '../mapping/mapping.ts'
import { type Row, type Table, widestRow } from '../tables/table.ts'
import { isHeading } from './heading-words.ts'
import { knownFeedOf } from './known-feeds.ts'
import type { ColumnSample } from './look-at-values.ts'
import { proposeBenefit } from './propose-benefit.ts'
import { proposeFormats } from './propose-formats.ts'
import { placesOf, proposeRef } from './propose-ref.ts'
import {
  proposeCategory,
  proposeComunas,
  proposeDays,
  proposeMerchant,
  proposeTitle,
  proposeWeekdays,
} from './propose-texts.ts'
import type { Answers, QuestionPointer, Remarks } from './questions.ts'
import type { Role } from './roles.ts'
import { type Refused, TableColumns } from './table-columns.ts'
import { doubtsOfUnused } from './unused-columns.ts'
import { areAllEqual, speakOfFigures } from './what-columns-hold.ts'

/** A table may have more columns than anybody reads. */
const MAX_UNUSED = 100

export interface Proposal extends Remarks {
  mapping: Mapping
  /** The feed that the table was recognised as. */
  feed: string | null
  /** Columns that nothing is taken from, and how many more there are. */
  unused: string[]
}

/** Whether columns tell rows apart is seen in many of them only; a person waits for more than these. */
const MAX_ROWS = 20_000

/** Of a table of many columns fewer rows are looked at. */
const MAX_CELLS = 2_000_000

export async function sampleRows(table: Table): Promise<Row[]> {
  const rows: Row[] = []
  const wanted = Math.min(MAX_ROWS, Math.ceil(MAX_CELLS / Math.max(1, table.columns.length)))
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

/** Enough to see whether benefits are understood. */
const ROWS_TRIED = 500

const REQUIRED = { constant: '(required)' }

/** Members that the mapping lacks are shown as required. */
export function readyToShow(mapping: Mapping): ReadyMapping {
  const { catalogue, offer } = mapping
  return {
    ...mapping,
    offer: readyOffer(offer, { ref: offer.ref ?? REQUIRED, title: offer.title ?? REQUIRED }),
    issuer: offer.issuer ?? REQUIRED,
    country: catalogue.country ?? '',
    timeZone: catalogue.time_zone ?? 'UTC',
    attribution: catalogue.attribution ?? '',
  }
}

function refusal({ sample, role }: Refused): string {
  const member = role === 'name' ? 'title' : (MEMBERS.find((each) => each === role) ?? 'benefit')
  const shown = JSON.stringify(clip(sample.texts[0] ?? ''))
  const where = areAllEqual(sample) ? 'in every row' : 'and the like'
  return `/offer/${member}: ${JSON.stringify(sample.name)} holds ${shown} ${where}: it is not taken`
}

const MEMBERS: readonly Role[] = ['issuer', 'title', 'comunas', 'merchant', 'url']

function namesOf(columns: readonly string[]): string[] {
  return andMore(columns.slice(0, MAX_UNUSED).map(clip), columns.length)
}

class Proposer {
  readonly #table: Table
  readonly #columns: TableColumns
  readonly #answers: Answers
  readonly #remarks: Remarks = { questions: [], doubts: [] }

  constructor(table: Table, columns: TableColumns, answers: Answers) {
    this.#table = table
    this.#columns = columns
    this.#answers = answers
  }

  /** @param wide where rows have more cells than the headings */
  proposal(wide: readonly number[]): Proposal {
    if (wide.length > 0) {
      const what = 'more cells than the heading has stand in'
      this.#remarks.doubts.push(
        `${placesOf(what, wide, this.#table.unit).join('')}: these rows are not imported`,
      )
    }
    this.#doubtReading()
    const feed = knownFeedOf(this.#table.columns)
    const offer = feed ? this.#askForIssuer(feed.offer) : this.#offer()
    const used = [...columnsIn(offer), ...(feed?.skip ?? []).map(({ column }) => column)]
    const dayColumns = columnsIn([offer.valid_from, offer.valid_until])
    this.#remarks.doubts.push(...(feed?.notes ?? []))
    const unused = this.#columns.names.filter((column) => !used.includes(column))
    const likely = feed ? [] : this.#columns.named(unused)
    // The columns of a known feed are documented: what is not taken of them says nothing of the offer.
    if (!feed) {
      this.#remarks.doubts.push(...this.#columns.refused.map(refusal), ...doubtsOfUnused(likely, offer))
    }
    const mapping: Mapping = {
      catalogue: this.#catalogue(offer),
      read: { ...this.#table.reading, ...(feed?.skip ? { skip: feed.skip } : {}) },
      formats: proposeFormats(this.#columns, this.#remarks, {
        country: this.#answers.country ?? null,
        used,
        dayColumns,
      }),
      issuer_type: feed?.issuer_type ?? this.#issuerType(),
      offer,
    }
    this.#doubtBenefit(mapping, likely)
    return {
      mapping,
      feed: feed?.name ?? null,
      ...this.#remarks,
      unused: namesOf(unused),
    }
  }

  /** Rows that are not read as offers, or lists that are read as one. */
  #doubtReading(): void {
    const { headings = 0, records = '' } = this.#table.reading
    const { unit, columns } = this.#table
    if (headings > 1) {
      const above =
        headings === 2
          ? `${unit} 1 stands above them and is`
          : `${unit}s 1 to ${headings - 1} stand above them and are`
      this.#remarks.doubts.push(
        `/read/headings: the headings are in ${unit} ${headings}; ${above} not read: 0 if the table has no headings`,
      )
    } else if (headings === 1 && !columns.some(isHeading)) {
      this.#remarks.doubts.push(
        `/read/headings: ${unit} 1 is taken for the headings, though none of its words is known: 0 if it is an offer`,
      )
    }
    if (records.includes('*')) {
      this.#remarks.doubts.push(
        `/read/records: each item at ${records} is taken for an offer; --records names another list, such as ${JSON.stringify(records.slice(0, records.lastIndexOf('/*')))}`,
      )
    }
  }

  /** Of a mapping by which no row has a value, that is asked about. */
  #doubtBenefit(mapping: Mapping, unused: readonly ColumnSample[]): void {
    const mapRow = createMapRow(readyToShow(mapping))
    const mapped = this.#columns.rows.slice(0, ROWS_TRIED).map(mapRow)
    const offers = mapped.flatMap((each) => ('offer' in each ? [each.offer] : []))
    if (offers.length === 0 || offers.some(({ benefit }) => benefit.value !== null)) return
    const likely = unused.filter(speakOfFigures)
    const where =
      likely.length === 0
        ? ''
        : `: look at ${likely
            .slice(0, 5)
            .map(({ name }) => `{ "as": "text", "column": ${JSON.stringify(name)} }`)
            .join(', ')}`
    this.#remarks.doubts.push(
      `/offer/benefit/worth: no value was found in the first ${offers.length} offers, all of them are of kind other${where}`,
    )
  }

  #ask(pointer: QuestionPointer, text: string, form?: string): void {
    this.#remarks.questions.push({ pointer, text, ...(form === undefined ? {} : { form }) })
  }

  #offer(): Mapping['offer'] {
    const [columns, remarks] = [this.#columns, this.#remarks]
    const title = proposeTitle(columns, remarks)
    const merchant = proposeMerchant(columns)
    return this.#askForIssuer({
      ref: this.#ref(title, merchant),
      issuer: columns.sourceOf('issuer'),
      title,
      category: proposeCategory(columns, remarks),
      comunas: proposeComunas(columns, remarks),
      merchant,
      url: columns.sourceOf('url'),
      weekdays: proposeWeekdays(columns, remarks),
      ...proposeDays(columns, remarks, this.#table.reading.headings !== 0),
      benefit: proposeBenefit(columns, title, remarks.doubts),
    })
  }

  #ref(title: CellSource | null, merchant: CellSource | null): CellSource | null {
    const texts = title ? [merchant, title].flatMap((source) => source ?? []) : []
    const { ref, remarks } = proposeRef({ columns: this.#columns, unit: this.#table.unit, texts })
    const asked = ref ? undefined : remarks.at(-1)
    if (asked !== undefined) this.#ask('/offer/ref', asked.replace('/offer/ref: ', ''))
    this.#remarks.doubts.push(...remarks.filter((remark) => remark !== asked))
    return ref
  }

  #askForIssuer(offer: Mapping['offer']): Mapping['offer'] {
    if (offer.issuer === null) {
      const [merchant] = columnsIn(offer.merchant)
      const each =
        merchant === undefined
          ? ''
          : `, or { "column": ${JSON.stringify(merchant)} } if each place gives its own`
      this.#ask('/offer/issuer', 'who gives the offers?', `{ "constant": "Name" }${each}`)
    }
    return offer
  }

  #catalogue(offer: Mapping['offer']): Mapping['catalogue'] {
    const { country = null, timeZone = null } = this.#answers
    const zone = timeZone ?? (country === null ? null : (COUNTRIES.get(country)?.timeZone ?? null))
    if (country === null)
      this.#ask(
        '/catalogue/country',
        'the country of the offers, such as "CL"; it decides how numbers and money are read',
      )
    if (zone === null) {
      const where = country === null ? 'may be left out for a country that has one' : `${country} has several`
      this.#ask('/catalogue/time_zone', `the time zone: ${where}${examplesOf(country ?? '')}`)
    }
    const isOneIssuer = offer.issuer === null || offer.issuer.constant !== undefined
    this.#ask(
      '/catalogue/attribution',
      `who provides the data, such as "Name · name.example"${isOneIssuer ? '; may be left out if there is one issuer for all rows' : ''}`,
    )
    return { attribution: null, country, time_zone: zone }
  }

  #issuerType(): Mapping['issuer_type'] {
    const heading = fold(this.#columns.inRole('issuer')?.name ?? '')
    if (/banc|bank/.test(heading)) return 'bank'
    if (/munic/.test(heading)) return 'municipality'
    if (/advertiser|anunciante|campaign/.test(heading)) return 'retailer'
    return 'other'
  }
}
