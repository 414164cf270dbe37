// The schema of a mapping: a JSON file that says which columns of a table become which members of our records.
// `import --propose` writes it, and a person corrects it.

import { BENEFIT_KINDS, ISSUER_TYPES } from '../../contract/offers/offer.ts'
import {
  knownCountry,
  knownCurrency,
  listOf,
  nullable,
  object,
  oneOf,
  type Schema,
  string,
  type TypeOf,
  text,
} from '../../lib/json/schema.ts'
import { DAY_PATTERNS } from '../cells/days.ts'
import { ENCODINGS } from '../formats/decode-text.ts'

const closed = true

const wholeNumber: Schema<number> = { type: 'integer', minimum: 0 }
const oneOrMore: Schema<string | string[]> = {
  type: ['string', 'array'],
  pattern: '\\S',
  minItems: 1,
  items: text,
}
const character: Schema<string> = { type: 'string', minLength: 1, maxLength: 1 }

/** The text that each text of the table means; null: unknown. Any text may be a key, so only own members are read. */
const lookup: Schema<Record<string, string | null>> = {
  type: 'object',
  additionalProperties: { type: ['string', 'null'] },
}

/** Where a text comes from. */
export type CellSource = TypeOf<typeof cellSource>
const sourceMembers = {
  /** The heading of a column; of a JSON file a pointer such as /advertiser/name. */
  column: text,
  /** Several columns, joined to one text. */
  columns: listOf(text, { minItems: 1 }),
  /** The text between the texts of several columns; a blank by default. */
  join: string,
  /** Several columns: the first one that is not empty counts. */
  first_of: listOf(text, { minItems: 1 }),
  /** The same text for every row, instead of a column. */
  constant: text,
  /** Keeps only the text before this one: with ",", "Fashion,Shoes" becomes "Fashion". */
  before: text,
  lookup,
  /** The text for an empty cell. */
  otherwise: nullable(string),
  /** Of days: the first or the last day of a cell that holds a period, such as "01/09/2026 al 30/09/2026". */
  end: oneOf(['first', 'last']),
  /** Of places: texts that separate the items of a list in one cell. */
  split: listOf(string, { minItems: 1 }),
  /** Of places: texts that mean no place in particular, such as "Todas". */
  none: listOf(string),
}
const SOURCE_MEMBERS = Object.keys(sourceMembers) as (keyof typeof sourceMembers)[]
const cellSource = object(sourceMembers, { optional: SOURCE_MEMBERS, closed })
/** A source has exactly one of these, which load-mapping.ts checks. */
export const WAYS = ['column', 'columns', 'first_of', 'constant'] as const

/** Null: not in the table. */
const maybe = nullable(cellSource)

const worthKinds = BENEFIT_KINDS.filter((kind) => kind !== 'other')
export type WorthSource = TypeOf<typeof worthSource>
const worthSource = object(
  {
    ...sourceMembers,
    /**
     * text: a form such as "20% de descuento" or "2x1", which says kind and value. discount: the same, and $ 10 alone is
     * a discount. A kind: also a figure alone, which is of this kind. value: also a figure alone, of the kind that the
     * column of the kind gives.
     */
    as: oneOf(['text', 'discount', 'value', ...worthKinds]),
    /**
     * percent: 0,5 without a sign means 0.5 %. share: it means 50 %. cents: money of 499 means 4.99, in the currency of the
     * file.
     */
    unit: oneOf(['percent', 'share', 'cents']),
  },
  { optional: [...SOURCE_MEMBERS, 'unit'], closed },
)

export type CapSource = TypeOf<typeof capSource>
const capSource = object(
  {
    ...sourceMembers,
    /** As in `worth`: 1500 without a sign means 15.00. */
    unit: oneOf(['cents']),
  },
  { optional: [...SOURCE_MEMBERS, 'unit'], closed },
)

const benefit = object(
  {
    /**
     * The sources of kind and value: the first one that states a value counts, unless a cell before it is a discount
     * that is not understood. None: every benefit is of kind other.
     */
    worth: listOf(worthSource),
    /** A column with the kind of the benefit, and a lookup to our words for it. */
    kind: maybe,
    /** The upper limit, in money. Null or left out: the limit behind the value, as in "20%, tope $ 5.000". */
    cap: nullable(capSource),
    /** The benefit in a few words, for people. Null: the title. */
    summary: maybe,
  },
  { optional: ['kind', 'cap'], closed },
)

/** Before import, `ref`, `issuer` and `title` are required. */
const offer = object(
  {
    /** The id of the row in your own system: it must stay the same from day to day. */
    ref: maybe,
    issuer: maybe,
    title: maybe,
    category: cellSource,
    /** Names of places. */
    comunas: maybe,
    /** The shop in which the offer can be used. */
    merchant: maybe,
    url: maybe,
    weekdays: maybe,
    valid_from: maybe,
    valid_until: maybe,
    benefit,
  },
  { optional: ['comunas', 'merchant', 'url', 'weekdays', 'valid_from', 'valid_until'], closed },
)

const read = object(
  {
    /** Of a CSV file; detected by default. */
    encoding: oneOf(Object.keys(ENCODINGS)),
    delimiter: character,
    /**
     * Of a workbook: a sheet, or several with equal headings. Left out, the likeliest one: `import` asks if several may
     * hold offers.
     */
    sheet: oneOrMore,
    /** The line or row of the headings; 0 if there are none, and columns are called A, B, C. */
    headings: wholeNumber,
    /** Of a JSON file: the pointer to the list of records, such as /data/offers. */
    records: string,
    /** Columns that `import` asked about, and that are left out. */
    ignore: listOf(text),
    /** Rows to skip: those with one of these texts in that column, or with any text if `values` is left out. */
    skip: listOf(
      object(
        {
          column: text,
          values: listOf(text),
          /**
           * Of a status column: texts that say "not running", whose rows are published. Rows with such a text in neither
           * list are rejected.
           */
          published: listOf(text),
        },
        { optional: ['values', 'published'], closed },
      ),
    ),
  },
  {
    optional: ['encoding', 'delimiter', 'sheet', 'headings', 'records', 'ignore', 'skip'],
    closed,
  },
)

/** How the file was built when somebody last looked at it: `import` asks about any other part that may hold offers. */
export type Shape = TypeOf<typeof shape>
const shape = object(
  {
    /** Its sheets, or its lists in JSON, that may hold offers, whether they are read or not. */
    parts: listOf(string),
    /** The headings of the table that is read, then those of other tables in its sheets. */
    headings: listOf(listOf(text)),
    /**
     * The columns with cells, whether they are read or not, and all whose heading is there several times: others are new, and
     * may be asked about. Of very many columns, only those whose headings have a role.
     */
    columns: listOf(text),
  },
  { closed },
)

const formats = object(
  {
    /**
     * How days are written. instant: a day and time with a zone, which falls on a day in the time zone of the catalogue.
     * instant-as-day: the same, but the day is taken as it stands. DD/MM/YYYY and MM/DD/YYYY also read 1-2-26 and
     * 1.2.2026; name only one of them.
     */
    dates: listOf(oneOf(DAY_PATTERNS)),
    /** The decimal mark. Null: the usual one of the country; if that is unknown, 1.234 is not read. */
    decimal: nullable(oneOf([',', '.'])),
    /** The currency of amounts without a sign, or with a sign such as $. Null: the currency of the country. */
    currency: nullable(knownCurrency),
  },
  { closed },
)

const catalogue = object(
  {
    /** The provider of the data, as every answer names it. Null: the issuer, if there is one for all rows. */
    attribution: nullable(text),
    /** Required before import. */
    country: nullable(knownCountry),
    /** Such as America/Santiago. Null: the time zone of the country, if it has only one. */
    time_zone: nullable(text),
  },
  { closed },
)

/** A mapping as its file has it. */
export type Mapping = TypeOf<typeof MAPPING>
/** The rows to skip by one column. */
export type Skip = NonNullable<NonNullable<Mapping['read']>['skip']>[number]
export const MAPPING = object(
  {
    /** Ignored. */
    $schema: string,
    /** For people; the import ignores them. */
    notes: listOf(string),
    /** The content of catalogue.json, if the source has none. */
    catalogue,
    /** How to read the file; members that are left out are detected. */
    read,
    /** Written by `import`. Without it, the file is compared with the other members. */
    shape,
    formats,
    /** The type of the issuers in the table. */
    issuer_type: oneOf(ISSUER_TYPES),
    /** The source of each member. Null: not in the table, and published as null. */
    offer,
  },
  { optional: ['$schema', 'notes', 'read', 'shape'], closed },
)
