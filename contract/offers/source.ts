// The records of a source folder, with the schemas that they are held against. The schemas are closed: a member
// that nobody reads would be lost without a word.

import {
  country,
  currency,
  date,
  instant,
  listOf,
  nullable,
  object,
  offerId,
  oneOf,
  type Schema,
  slug,
  text,
  webAddress,
} from '../lib/schema.ts'
import { benefitRules } from './benefit-rules.ts'
import {
  BENEFIT_KINDS,
  type Benefit,
  ISSUER_TYPES,
  type IssuerType,
  type Money,
  type SlugAndName,
  WEEKDAYS,
  type Weekday,
} from './offer.ts'

/** `catalogue.json` of a source folder. */
export interface SourceCatalogue {
  attribution: string
  country: string
  time_zone: string
  data_as_of?: string
}

/** An element of `issuers.json`. */
export interface SourceIssuer extends SlugAndName {
  type: IssuerType
  country: string
}

/** An element of `comunas.json`; `code` and `region` are for people and stay in the source. */
export interface SourceComuna extends SlugAndName {
  code?: string
  region?: string
}

/** A line of `offers.ndjson`; `issuer`, `category` and `comunas` are slugs. */
export interface SourceOffer {
  ref: string
  issuer: string
  title: string
  category: string
  comunas: string[]
  benefit: Benefit
  valid_from: string | null
  valid_until: string | null
  merchant?: string | null
  url?: string | null
  weekdays?: Weekday[] | null
  id?: string
  updated_at?: string
}

const closed = true

export const SOURCE_CATALOGUE: Schema<SourceCatalogue> = object<SourceCatalogue>(
  { attribution: text, country, time_zone: text, data_as_of: instant },
  { optional: ['data_as_of'], closed },
)

export const SOURCE_ISSUERS: Schema<SourceIssuer[]> = listOf(
  object<SourceIssuer>({ slug, name: text, type: oneOf(ISSUER_TYPES), country }, { closed }),
  { minItems: 1 },
)

export const SOURCE_CATEGORIES: Schema<SlugAndName[]> = listOf(
  object<SlugAndName>({ slug, name: text }, { closed }),
  { minItems: 1 },
)

export const SOURCE_COMUNAS: Schema<SourceComuna[]> = listOf(
  object<SourceComuna>(
    { slug, name: text, code: text, region: text },
    { optional: ['code', 'region'], closed },
  ),
)

const benefit: Schema<Benefit> = {
  ...object<Benefit>(
    {
      kind: oneOf(BENEFIT_KINDS),
      value: { type: ['number', 'null'] },
      currency: nullable(currency),
      cap: nullable(object<Money>({ value: { type: 'number', exclusiveMinimum: 0 }, currency }, { closed })),
      summary: text,
    },
    { closed },
  ),
  allOf: benefitRules,
}

export const SOURCE_OFFER: Schema<SourceOffer> = object<SourceOffer>(
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
    updated_at: instant,
  },
  { optional: ['merchant', 'url', 'weekdays', 'id', 'updated_at'], closed },
)
