// The form of a mapping: which columns of somebody's table become which members of our records. A JSON file that
// `import --propose` writes and a person mends.

import { BENEFIT_KINDS, type BenefitKind, ISSUER_TYPES } from '../../contract/offers/offer.ts'
import {
  type AnySchema,
  country,
  currency,
  described,
  listOf,
  nullable,
  object,
  oneOf,
  type Schema,
  string,
  type TypeOf,
  text,
} from '../../lib/json/schema.ts'
import { DAY_PATTERNS } from '../conversions/read-day.ts'
import { ENCODINGS } from '../formats/decode-text.ts'

const closed = true

const wholeNumber: Schema<number> = { type: 'integer', minimum: 0 }

/** By text of the table. Any JSON text may be a key, so it is read as own members only. */
const lookup: Schema<Record<string, string | null>> = {
  type: 'object',
  additionalProperties: { type: ['string', 'null'] },
  description: 'What stands for what: a text of the table, and the text that it means. Null means unknown.',
}

/** Where a text comes from. */
export type CellSource = TypeOf<typeof cellSource>
const sourceMembers = {
  column: described(text, 'The heading of a column; of a JSON file a pointer such as /advertiser/name.'),
  columns: described(listOf(text, { minItems: 1 }), 'Several columns, joined to one text.'),
  join: described(string, 'What stands between the texts of several columns; a blank where it is left out.'),
  first_of: described(
    listOf(text, { minItems: 1 }),
    'Several columns: the first of them that holds something is taken.',
  ),
  constant: described(text, 'The same text for every row, instead of a column.'),
  before: described(text, 'Only what stands before this text: with "," of "Fashion,Shoes" the first.'),
  lookup,
  otherwise: described(nullable(string), 'What is taken where the cell is empty.'),
}
const SOURCE_MEMBERS = [
  'column',
  'columns',
  'join',
  'first_of',
  'constant',
  'before',
  'lookup',
  'otherwise',
] as const
/** Exactly one of these says where a text comes from. */
export const WAYS = ['column', 'columns', 'first_of', 'constant'] as const

const oneWay: AnySchema = {
  oneOf: WAYS.map((name) => ({ properties: { [name]: true }, required: [name] })),
}
const sourceObject = object(sourceMembers, { optional: SOURCE_MEMBERS, closed })
const cellSource: Schema<TypeOf<typeof sourceObject>> = { ...sourceObject, ...oneWay }

/** Null: not in the table. */
const maybe = <T>(schema: Schema<T>, description: string): Schema<T | null> => ({
  anyOf: [schema, { type: 'null' }],
  description,
})

const dayObject = object(
  {
    ...sourceMembers,
    end: described(
      oneOf(['first', 'last']),
      'Of a cell that holds a period, such as "01/09/2026 al 30/09/2026": its first or its last day.',
    ),
  },
  { optional: [...SOURCE_MEMBERS, 'end'], closed },
)
export type DaySource = TypeOf<typeof daySource>
const daySource: Schema<TypeOf<typeof dayObject>> = { ...dayObject, ...oneWay }

const listObject = object(
  {
    ...sourceMembers,
    split: described(listOf(string, { minItems: 1 }), 'What separates the items of a list in one cell.'),
    none: described(listOf(string), 'Texts that mean no place in particular, such as "Todas".'),
  },
  { optional: [...SOURCE_MEMBERS, 'split', 'none'], closed },
)
export type ListSource = TypeOf<typeof listSource>
const listSource: Schema<TypeOf<typeof listObject>> = { ...listObject, ...oneWay }

const worthKinds = BENEFIT_KINDS.filter((kind) => kind !== 'other')
const worthObject = object(
  {
    ...sourceMembers,
    as: described(
      oneOf(['text', 'discount', 'value', ...worthKinds]),
      'text: a sentence such as "20% de descuento" or "2x1", out of which kind and value are read. discount: the ' +
        'same, but 20% or $ 10 alone are what is taken off. Otherwise the kind, and the cell holds the value alone; ' +
        'value: the same, and the column of the kind says which.',
    ),
    unit: described(oneOf(['percent', 'fraction']), 'fraction: 0,2 without a sign means 20 %.'),
  },
  { optional: [...SOURCE_MEMBERS, 'unit'], closed },
)
export type WorthSource = TypeOf<typeof worthSource>
const worthSource: Schema<TypeOf<typeof worthObject>> = { ...worthObject, ...oneWay }

const benefit = object(
  {
    worth: described(
      listOf(worthSource),
      'Where kind and value come from: the first of these that holds something. None: every benefit is of kind other.',
    ),
    kind: maybe(
      cellSource,
      'A column that says what kind of benefit it is, with a lookup to our words for it.',
    ),
    words: described<Record<string, BenefitKind>>(
      { type: 'object', additionalProperties: oneOf(BENEFIT_KINDS) },
      'Words of other languages than Spanish, English and Portuguese, and the kind of which they speak, such as ' +
        '"Rabatt": "percentage". other: a sentence with this word has no value, such as "bis zu": "other".',
    ),
    cap: maybe(cellSource, 'The upper bound, in money. Left out: what the sentence of the benefit says.'),
    summary: maybe(cellSource, 'The benefit in a few words, for people. Null: the title.'),
  },
  { optional: ['kind', 'words', 'cap'], closed },
)

const offer = object(
  {
    ref: maybe(
      cellSource,
      'What the row is called in your own system: it must stay the same from day to day. Required ' +
        'before import.',
    ),
    issuer: maybe(cellSource, 'The name of who gives the offer. Required before import.'),
    title: maybe(cellSource, 'What is offered, in a line. Required before import.'),
    category: cellSource,
    comunas: maybe(listSource, 'Names of places.'),
    merchant: maybe(cellSource, 'Where the offer can be used.'),
    url: maybe(cellSource, 'Where the offer is described.'),
    weekdays: maybe(cellSource, 'Days of the week.'),
    valid_from: maybe(daySource, 'The first day.'),
    valid_until: maybe(daySource, 'The last day.'),
    benefit,
  },
  { optional: ['comunas', 'merchant', 'url', 'weekdays', 'valid_from', 'valid_until'], closed },
)

const read = object(
  {
    encoding: described(oneOf(Object.keys(ENCODINGS)), 'Of a CSV file; found out where it is left out.'),
    delimiter: described<string>(
      { type: 'string', minLength: 1, maxLength: 1 },
      'Of a CSV file; found out where it is left out.',
    ),
    sheet: described(text, 'Of a workbook; the one with the most rows where it is left out.'),
    headings: described(
      wholeNumber,
      'The line or row of the headings; 0 where there are none, and columns are called A, B, C.',
    ),
    heading_rows: described<number>(
      { type: 'integer', minimum: 1, maximum: 2 },
      '2: groups stand above them.',
    ),
    records: described(
      string,
      'Of a JSON file: the pointer to the list of records; * stands for each item of a list: /shops/*/offers.',
    ),
    skip: described(
      listOf(object({ column: text, values: listOf(text, { minItems: 1 }) }, { closed })),
      'Rows to pass over: those that have one of these texts in that column.',
    ),
  },
  {
    optional: ['encoding', 'delimiter', 'sheet', 'headings', 'heading_rows', 'records', 'skip'],
    closed,
  },
)

const formats = object(
  {
    dates: described(
      listOf(oneOf(DAY_PATTERNS)),
      'How days are written. instant: a moment with a zone, which falls on a day in the time zone of the ' +
        'catalogue. instant-as-day: the same, but the day is taken as it stands. excel: the number of a day. ' +
        'DD/MM/YYYY and MM/DD/YYYY also read 1-2-26 and 1.2.2026, and never both.',
    ),
    decimal: described<',' | '.' | null>(
      { anyOf: [oneOf([',', '.']), { type: 'null' }] },
      'The decimal mark. Null: as people write it in the country; where that is not known, 1.234 is not read.',
    ),
    currency: described(
      nullable(currency),
      'The currency of amounts without a sign, or with one of many currencies such as $. Null: that of the country.',
    ),
    unknown: described(
      listOf(string),
      'More texts that say that nothing is known, besides "-", "N/A" and the like.',
    ),
  },
  { optional: ['unknown'], closed },
)

const catalogue = object(
  {
    attribution: described(
      nullable(text),
      'Who provides the data, as it stands in every answer. Null: the issuer, where there is one for all rows.',
    ),
    country: described(nullable(country), 'Two letters, such as CL. Required before import.'),
    time_zone: described(
      nullable(text),
      'Such as America/Santiago. Null: that of the country, where it has one.',
    ),
  },
  { closed },
)

/** A mapping as its file has it. */
export type Mapping = TypeOf<typeof MAPPING>
export const MAPPING = object(
  {
    $schema: described(string, 'Where editors find this description.'),
    notes: described(listOf(string), 'For people; the import ignores them.'),
    catalogue: described(catalogue, 'What becomes catalogue.json, where the source has none.'),
    read: described(read, 'How the file is read; what is left out is found out.'),
    formats,
    issuer_type: described(oneOf(ISSUER_TYPES), 'Of the issuers that the table names.'),
    offer: described(
      offer,
      'Where each member comes from. Null: the table does not say, and we publish null.',
    ),
  },
  { optional: ['$schema', 'notes', 'read'], closed },
)
