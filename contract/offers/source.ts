// The schemas of a source folder. They are closed: a member that nobody reads would be lost without a word.

import {
  benefitRules,
  country,
  currency,
  date,
  instant,
  nullable,
  object,
  offerId,
  type Schema,
  slug,
  text,
  webAddress,
} from '../lib/schema.ts'
import { BENEFIT_KINDS, ISSUER_TYPES, WEEKDAYS } from './offer.ts'

const closed = true

export const SOURCE_CATALOGUE: Schema = object(
  { attribution: text, country, time_zone: text, data_as_of: instant },
  { optional: ['data_as_of'], closed },
)

export const SOURCE_ISSUERS: Schema = {
  type: 'array',
  minItems: 1,
  items: object({ slug, name: text, type: { type: 'string', enum: ISSUER_TYPES }, country }, { closed }),
}

export const SOURCE_CATEGORIES: Schema = {
  type: 'array',
  minItems: 1,
  items: object({ slug, name: text }, { closed }),
}

export const SOURCE_COMUNAS: Schema = {
  type: 'array',
  items: object({ slug, name: text, code: text, region: text }, { optional: ['code', 'region'], closed }),
}

const money: Schema = object({ value: { type: 'number', exclusiveMinimum: 0 }, currency }, { closed })

const benefit: Schema = {
  ...object(
    {
      kind: { type: 'string', enum: BENEFIT_KINDS },
      value: { type: ['number', 'null'] },
      currency: nullable(currency),
      cap: { ...money, type: ['object', 'null'] },
      summary: text,
    },
    { closed },
  ),
  allOf: benefitRules,
}

export const SOURCE_OFFER: Schema = object(
  {
    ref: text,
    issuer: slug,
    title: text,
    category: slug,
    comunas: { type: 'array', items: slug, uniqueItems: true },
    benefit,
    valid_from: nullable(date),
    valid_until: nullable(date),
    merchant: nullable(text),
    url: nullable(webAddress),
    weekdays: {
      type: ['array', 'null'],
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', enum: WEEKDAYS },
    },
    id: offerId,
    updated_at: instant,
  },
  { optional: ['merchant', 'url', 'weekdays', 'id', 'updated_at'], closed },
)
