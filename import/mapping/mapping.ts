// The schema of a mapping: a JSON file that says which columns of a table become which members of our records.
// `import --propose` writes it, and a person corrects it.

import { BENEFIT_KINDS, ISSUER_TYPES } from '../../contract/offers/offer.ts'
import {
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

/** By text of the table. Any text may be a key, so only own members are read. */
const lookup: Schema<Record<string, string | null>> = {
  type: 'object',
  additionalProperties: { type: ['string', 'null'] },
  description: 'Texts of the table, and the text that each one means. Null means unknown.',
}

/** Where a text comes from. */
export type CellSource = TypeOf<typeof cellSource>
const sourceMembers = {
  column: described(text, 'The heading of a column; of a JSON file a pointer such as /advertiser/name.'),
  columns: described(listOf(text, { minItems: 1 }), 'Several columns, joined to one text.'),
  join: described(string, 'The text between the texts of several columns; a blank by default.'),
  constant: described(text, 'The same text for every row, instead of a column.'),
  before: described(
    text,
    'Keeps only the text before this one: with ",", "Fashion,Shoes" becomes "Fashion".',
  ),
  lookup,
  otherwise: described(nullable(string), 'The text for an empty cell.'),
  end: described(
    oneOf(['first', 'last']),
    'Of days: the first or the last day of a cell that holds a period, such as "01/09/2026 al 30/09/2026".',
  ),
  split: described(
    listOf(string, { minItems: 1 }),
    'Of places: texts that separate the items of a list in one cell.',
  ),
}
const SOURCE_MEMBERS = [
  'column',
  'columns',
  'join',
  'constant',
  'before',
  'lookup',
  'otherwise',
  'end',
  'split',
] as const
const cellSource = object(sourceMembers, { optional: SOURCE_MEMBERS, closed })
/** A source has exactly one of these. */
export const WAYS = ['column', 'columns', 'constant'] as const

/** Null: not in the table. */
const maybe = (description: string) => described(nullable(cellSource), description)

const worthKinds = BENEFIT_KINDS.filter((kind) => kind !== 'other')
export type WorthSource = TypeOf<typeof worthSource>
const worthSource = object(
  {
    ...sourceMembers,
    as: described(
      oneOf(['text', 'discount', 'value', ...worthKinds]),
      'text: a sentence such as "20% de descuento" or "2x1", from which kind and value are read. discount: the ' +
        'same, but 20% or $ 10 alone is a discount. A kind: the cell holds only the value, and it is of this kind. ' +
        'value: the cell holds only the value, and the column of the kind gives its kind.',
    ),
    unit: described(
      oneOf(['percent', 'cents']),
      'percent: 0,5 without a sign means 0.5 %. cents: 499 means 4.99, in the currency of the file.',
    ),
  },
  { optional: [...SOURCE_MEMBERS, 'unit'], closed },
)

const benefit = object(
  {
    worth: described(
      listOf(worthSource),
      'The sources of kind and value: the first one that is not empty counts. None: every benefit is of kind other.',
    ),
    kind: maybe('A column with the kind of the benefit, and a lookup to our words for it.'),
    cap: maybe('The upper limit, in money. Left out: the one in the sentence of the benefit.'),
    summary: maybe('The benefit in a few words, for people. Null: the title.'),
  },
  { optional: ['kind', 'cap'], closed },
)

const offer = object(
  {
    ref: maybe(
      'The id of the row in your own system: it must stay the same from day to day. Required before import.',
    ),
    issuer: maybe('The name of the issuer. Required before import.'),
    title: maybe('The title of the offer, in one line. Required before import.'),
    category: cellSource,
    comunas: maybe('Names of places.'),
    merchant: maybe('The shop in which the offer can be used.'),
    url: maybe('The address of a page about the offer.'),
    weekdays: maybe('Days of the week.'),
    valid_from: maybe('The first day.'),
    valid_until: maybe('The last day.'),
    benefit,
  },
  { optional: ['comunas', 'merchant', 'url', 'weekdays', 'valid_from', 'valid_until'], closed },
)

const read = object(
  {
    encoding: described(oneOf(Object.keys(ENCODINGS)), 'Of a CSV file; detected by default.'),
    delimiter: described<string>(
      { type: 'string', minLength: 1, maxLength: 1 },
      'Of a CSV file; detected by default.',
    ),
    sheet: described(text, 'Of a workbook; by default, the one with the most rows.'),
    headings: described(
      wholeNumber,
      'The line or row of the headings; 0 if there are none, and columns are called A, B, C.',
    ),
    records: described(string, 'Of a JSON file: the pointer to the list of records, such as /data/offers.'),
    skip: described(
      listOf(
        object(
          {
            column: text,
            values: listOf(text),
            published: described(
              listOf(text),
              'Of a status column: texts that say "not running", whose rows are published. Rows with such a text in neither list are rejected.',
            ),
          },
          { optional: ['published'], closed },
        ),
      ),
      'Rows to skip: those with one of these texts in that column.',
    ),
  },
  {
    optional: ['encoding', 'delimiter', 'sheet', 'headings', 'records', 'skip'],
    closed,
  },
)

const formats = object(
  {
    dates: described(
      listOf(oneOf(DAY_PATTERNS)),
      'How days are written. instant: a moment with a zone, which falls on a day in the time zone of the ' +
        'catalogue. instant-as-day: the same, but the day is taken as it stands. ' +
        'DD/MM/YYYY and MM/DD/YYYY also read 1-2-26 and 1.2.2026; name only one of them.',
    ),
    decimal: described<',' | '.' | null>(
      { anyOf: [oneOf([',', '.']), { type: 'null' }] },
      'The decimal mark. Null: the usual one of the country; if that is unknown, 1.234 is not read.',
    ),
    currency: described(
      nullable(currency),
      'The currency of amounts without a sign, or with a sign of several currencies such as $. Null: that of the country.',
    ),
  },
  { closed },
)

const catalogue = object(
  {
    attribution: described(
      nullable(text),
      'The provider of the data, as every answer names it. Null: the issuer, if there is one for all rows.',
    ),
    country: described(nullable(country), 'Two letters, such as CL. Required before import.'),
    time_zone: described(
      nullable(text),
      'Such as America/Santiago. Null: that of the country, if it has only one.',
    ),
  },
  { closed },
)

/** A mapping as its file has it. */
export type Mapping = TypeOf<typeof MAPPING>
export const MAPPING = object(
  {
    $schema: described(string, 'The address of this schema, for editors.'),
    notes: described(listOf(string), 'For people; the import ignores them.'),
    catalogue: described(catalogue, 'The content of catalogue.json, if the source has none.'),
    read: described(read, 'How to read the file; members that are left out are detected.'),
    formats,
    issuer_type: described(oneOf(ISSUER_TYPES), 'The type of the issuers in the table.'),
    offer: described(offer, 'The source of each member. Null: not in the table, and published as null.'),
  },
  { optional: ['$schema', 'notes', 'read'], closed },
)
