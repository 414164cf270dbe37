// The records of a source folder: the schemas that they are held against, and their types, which are derived from
// them. The schemas are closed: a member that nobody reads would be lost without a word.

import {
  aboveZero,
  country,
  currency,
  date,
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
  webAddress,
} from '../../lib/json/schema.ts'
import { benefitRules } from './benefit-rules.ts'
import { BENEFIT_KINDS, type Benefit, ISSUER_TYPES, offerId, WEEKDAYS } from './offer.ts'

const closed = true

/** The terms under which the data may be used, for the description of the API. */
const licence = object({ name: text, url: webAddress }, { optional: ['url'], closed })
/** Whom to ask for a key, or about the data. */
const contact = object(
  { name: text, url: webAddress, email: text },
  { optional: ['name', 'url', 'email'], closed },
)

/** `catalogue.json` of a source folder. */
export type SourceCatalogue = TypeOf<typeof SOURCE_CATALOGUE>
export const SOURCE_CATALOGUE = object(
  { attribution: text, country, time_zone: text, data_as_of: text, license: licence, contact },
  { optional: ['data_as_of', 'license', 'contact'], closed },
)

const issuer = object({ slug, name: text, type: oneOf(ISSUER_TYPES), country }, { closed })
/** An element of `issuers.json`. */
export type SourceIssuer = TypeOf<typeof issuer>
export const SOURCE_ISSUERS = listOf(issuer, { minItems: 1 })

export const SOURCE_CATEGORIES = listOf(object({ slug, name: text }, { closed }), { minItems: 1 })

const comuna = object(
  { slug, name: text, code: text, region: text },
  { optional: ['code', 'region'], closed },
)
/** An element of `comunas.json`. */
export type SourceComuna = TypeOf<typeof comuna>
export const SOURCE_COMUNAS = listOf(comuna)

const benefitMembers = object(
  {
    kind: oneOf(BENEFIT_KINDS),
    value: nullable(number),
    currency: nullable(currency),
    cap: nullable(object({ value: aboveZero, currency }, { closed })),
    summary: text,
  },
  { closed },
)
const benefit: Schema<Benefit> = { ...benefitMembers, allOf: benefitRules }

/** A line of `offers.ndjson`; `issuer`, `category` and `comunas` are slugs. */
export type SourceOffer = TypeOf<typeof SOURCE_OFFER>
export const SOURCE_OFFER = object(
  {
    ref: text,
    issuer: slug,
    title: text,
    category: slug,
    comunas: listOf(slug, { uniqueItems: true }),
    benefit,
    valid_from: nullable(date),
    valid_until: nullable(date),
    merchant: nullable(text),
    url: nullable(webAddress),
    weekdays: nullable(listOf(oneOf(WEEKDAYS), { minItems: 1, uniqueItems: true })),
    id: offerId,
  },
  { optional: ['merchant', 'url', 'weekdays', 'id'], closed },
)

/** A line of `rejected.ndjson`: a row that a converter could not turn into a record. */
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
