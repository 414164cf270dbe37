// The records of a source folder: their schemas, and their types, which are derived from the schemas. The schemas are
// closed, because an unknown member would be lost silently.

import {
  type AnySchema,
  aboveZero,
  atMost,
  date,
  expecting,
  knownCountry,
  knownCurrency,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  type Schema,
  slug,
  string,
  type TypeOf,
  text,
} from '../../lib/json/schema.ts'
import {
  BENEFIT_KINDS,
  type Benefit,
  ISSUER_TYPES,
  MAX_CHARACTERS,
  MAX_COMUNAS,
  offerId,
  WEEKDAYS,
} from './offer.ts'

const closed = true

/**
 * A text that is not blank (`VISIBLE` of lib/text/patterns.ts). SECURITY: control characters, C1 included, can command a
 * terminal, so it has none but tabs and line breaks.
 */
const plainText = (maxLength: number) =>
  atMost(
    maxLength,
    expecting<string>('a text that is not blank, without control characters', {
      type: 'string',
      pattern:
        '^(?=[\\s\\p{Cf}\\p{DI}\\u2800]*[^\\s\\p{Cf}\\p{DI}\\u2800])[^\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f]*$',
    }),
  )

const name = plainText(MAX_CHARACTERS.name)

/** It is in every answer, and in every line of a snapshot. In characters. */
const MAX_ATTRIBUTION = 1000

// SECURITY: a user or password in front of the host hides the real host of an address. The parts of the pattern: the
// scheme; the host, an IPv6 address in brackets (`[::1]`) or a name without signs of other parts; `:8080`, a port of at
// most four digits, or of five up to 65535, since `new URL` refuses larger ones; the end, or what begins a path, query or
// fragment.
const webAddress = atMost(
  MAX_CHARACTERS.url,
  expecting<string>(
    'a web address that begins with http:// or https:// and a host, with no user or password, a port of 65535 or less, and é or a space percent-encoded, as in caf%C3%A9',
    {
      type: 'string',
      format: 'uri',
      pattern:
        '^https?://(?:\\[[0-9A-Fa-f:.]+\\]|[^/?#@:\\[\\]]+)(?::(?:[0-9]{0,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?(?:[/?#]|$)',
    },
  ),
)

/** The licence of the data. */
export const SOURCE_LICENCE = object({ name, url: webAddress }, { optional: ['url'], closed })
/** The contact for keys and questions. */
export const SOURCE_CONTACT = object(
  { name, url: webAddress, email: name },
  { optional: ['name', 'url', 'email'], closed },
)
/** The address of the terms of use. */
export const SOURCE_TERMS = webAddress

/** `catalogue.json` of a source folder. The build checks the time zone and the moment, for which no pattern would do. */
export type SourceCatalogue = TypeOf<typeof SOURCE_CATALOGUE>
export const SOURCE_CATALOGUE = object(
  {
    attribution: plainText(MAX_ATTRIBUTION),
    country: knownCountry,
    time_zone: name,
    data_as_of: name,
    license: SOURCE_LICENCE,
    contact: SOURCE_CONTACT,
    terms: SOURCE_TERMS,
  },
  { optional: ['data_as_of', 'license', 'contact', 'terms'], closed },
)

const issuer = object({ slug, name, type: oneOf(ISSUER_TYPES), country: knownCountry }, { closed })
/** An element of `issuers.json`. */
export type SourceIssuer = TypeOf<typeof issuer>
export const SOURCE_ISSUERS = listOf(issuer, { minItems: 1 })

export const SOURCE_CATEGORIES = listOf(object({ slug, name }, { closed }), { minItems: 1 })

const comuna = object({ slug, name, code: name, region: name }, { optional: ['code', 'region'], closed })
/** An element of `comunas.json`. */
export type SourceComuna = TypeOf<typeof comuna>
export const SOURCE_COMUNAS = listOf(comuna)

// The published description has these rules in words, because client generators handle `if` and `then` badly.

const whenKindIs = (kind: string, properties: Readonly<Record<string, AnySchema>>): AnySchema => ({
  if: { properties: { kind: { const: kind } }, required: ['kind'] },
  // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
  then: { properties },
})

const percent: AnySchema = { type: 'number', exclusiveMinimum: 0, maximum: 100 }
const none: AnySchema = { type: 'null' }

const benefitRules: readonly AnySchema[] = [
  whenKindIs('percentage', { value: percent, currency: none }),
  whenKindIs('cashback', { value: aboveZero }),
  // Cash back without a currency is a percentage.
  {
    if: {
      properties: { kind: { const: 'cashback' }, currency: none },
      required: ['kind', 'currency'],
    },
    // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
    then: { properties: { value: percent } },
  },
  whenKindIs('amount', { value: aboveZero, currency: { type: 'string' } }),
  whenKindIs('fixed_price', { value: aboveZero, currency: { type: 'string' } }),
  whenKindIs('multibuy', { value: { type: 'number', exclusiveMinimum: 1 }, currency: none }),
  whenKindIs('installments', { value: { type: 'integer', minimum: 2 }, currency: none }),
  whenKindIs('other', { value: none, currency: none }),
]

const benefitMembers = object(
  {
    kind: oneOf(BENEFIT_KINDS),
    value: nullable(number),
    currency: nullable(knownCurrency),
    cap: nullable(object({ value: aboveZero, currency: knownCurrency }, { closed })),
    summary: plainText(MAX_CHARACTERS.summary),
  },
  { closed },
)
const benefit: Schema<Benefit> = { ...benefitMembers, allOf: benefitRules }

/** A line of `offers.ndjson`; `issuer`, `category` and `comunas` are slugs. */
export type SourceOffer = TypeOf<typeof SOURCE_OFFER>
export const SOURCE_OFFER = object(
  {
    ref: plainText(MAX_CHARACTERS.ref),
    issuer: slug,
    title: plainText(MAX_CHARACTERS.title),
    category: slug,
    comunas: listOf(slug, { uniqueItems: true, maxItems: MAX_COMUNAS }),
    benefit,
    valid_from: nullable(date),
    valid_until: nullable(date),
    merchant: nullable(plainText(MAX_CHARACTERS.merchant)),
    url: nullable(webAddress),
    weekdays: nullable(listOf(oneOf(WEEKDAYS), { minItems: 1, uniqueItems: true })),
    id: offerId,
  },
  { optional: ['merchant', 'url', 'weekdays', 'id'], closed },
)

/** A line of `rejected.ndjson`: a row that a converter rejected. `at` is its place for people, e.g. `ofertas.csv:12`. */
export type SourceRejected = TypeOf<typeof SOURCE_REJECTED>
export const SOURCE_REJECTED = object(
  {
    issuer: nullable(slug),
    ref: nullable(text),
    at: text,
    errors: listOf(object({ field: string, found: string, expected: string }, { closed }), { minItems: 1 }),
  },
  { closed },
)
