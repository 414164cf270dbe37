// The schemas of everything the API answers with. They stand in the API description, under the same names,
// and the tests hold every answer against them.

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
import { BENEFIT_KINDS, ISSUER_TYPES, OFFER_STATUSES, SCHEMA_VERSION, WEEKDAYS } from '../offers/offer.ts'

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

// Known values may grow: clients treat any other as `other`, so the schema must not forbid them.
const openEnum = (known: readonly string[], description: string): Schema => ({
  anyOf: [{ type: 'string', enum: known }, { type: 'string' }],
  description: `${description} Treat a value that you do not know as \`other\`.`,
})

const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description })

const described = (schema: Schema, description: string): Schema => ({ ...schema, description })

const money = object({
  value: { type: 'number', exclusiveMinimum: 0 },
  currency: described(currency, 'An ISO 4217 code.'),
})

const benefit: Schema = {
  ...object({
    kind: openEnum(BENEFIT_KINDS, 'What `value` means.'),
    value: {
      type: ['number', 'null'],
      description:
        'percentage: percent off, above 0 up to 100. cashback: percent returned, or money returned where ' +
        '`currency` is set. amount: money off. fixed_price: the price paid. multibuy: units received for one ' +
        'paid, 2 for 2x1. installments: the number of interest-free instalments. other: null.',
    },
    currency: described(nullable(currency), 'An ISO 4217 code, or null where `value` is no money.'),
    cap: { anyOf: [refTo('Money'), { type: 'null' }], description: 'The upper bound of the benefit.' },
    summary: described({ type: 'string' }, 'The benefit in a few words, for people.'),
  }),
  allOf: benefitRules,
}

const issuerMembers = {
  id: described({ type: 'string', pattern: '^iss_[a-z0-9]+(-[a-z0-9]+)*$' }, '`iss_` + slug.'),
  slug: described(slug, 'The value of the `issuer` filter.'),
  name: text,
  type: openEnum(ISSUER_TYPES, 'What kind of organisation it is.'),
  country: described(country, 'Two upper-case letters (ISO 3166-1).'),
}

const named = object({ slug, name: text })

const offerMembers: Record<string, Schema> = {
  id: described(offerId, 'The same offer keeps the same id for ever.'),
  status: openEnum(
    OFFER_STATUSES,
    'Seen from the calendar day of `data_as_of` in the time zone of the catalogue. Lists and snapshots hold ' +
      '`scheduled` and `active` offers only.',
  ),
  title: text,
  merchant: described(nullable(text), 'Where the offer can be used; null where unknown.'),
  benefit: refTo('Benefit'),
  issuer: refTo('Issuer'),
  category: described(refTo('Named'), '`slug` is the value of the `category` filter.'),
  comunas: {
    type: 'array',
    items: refTo('Named'),
    description:
      'Empty where the source ties the offer to no comuna. `slug` is the value of the `comuna` filter.',
  },
  weekdays: {
    type: ['array', 'null'],
    items: { type: 'string', enum: WEEKDAYS },
    description: 'Null where the source does not say.',
  },
  valid_from: described(nullable(date), 'The first day; null where unknown.'),
  valid_until: described(nullable(date), 'The last day; null where unknown.'),
  url: described(nullable(webAddress), 'Where the issuer describes the offer.'),
  updated_at: described(
    instant,
    'The `data_as_of` of the first release in which the offer reads as it does now.',
  ),
  terms: object({ text: { type: 'null' } }),
}

const editionMembers: Record<string, Schema> = {
  data_as_of: described(instant, 'The moment the data refers to.'),
  schema_version: described({ type: 'string', examples: [SCHEMA_VERSION] }, 'The version of this contract.'),
}

const attribution = described(text, 'Names the provider of the data and its site.')

export const PUBLISHED_SCHEMAS: Readonly<Record<string, Schema>> = {
  Offer: object(offerMembers),
  SnapshotOffer: object({ ...offerMembers, meta: object({ attribution }) }),
  Benefit: benefit,
  Money: money,
  Issuer: object(issuerMembers),
  IssuerWithCount: object({
    ...issuerMembers,
    offers_count: count('The offers of this issuer that lists hold.'),
  }),
  Named: named,
  OfferList: object({
    data: { type: 'array', items: refTo('Offer') },
    meta: object({
      ...editionMembers,
      count: count('The offers in this answer.'),
      total: count('The offers that match.'),
      limit: described({ type: 'integer', minimum: 1 }, 'The page size applied.'),
      offset: count('The offers skipped.'),
      attribution,
    }),
  }),
  OfferDetail: object({ data: refTo('Offer'), meta: object({ ...editionMembers, attribution }) }),
  IssuerList: object({
    data: { type: 'array', items: refTo('IssuerWithCount') },
    meta: object({
      ...editionMembers,
      count: count('The issuers in this answer.'),
      total: count('All issuers.'),
      attribution,
    }),
  }),
  Problem: object(
    {
      type: described({ type: 'string', format: 'uri-reference' }, 'Where this error is explained.'),
      title: text,
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: text,
      code: described(text, 'The stable code of the error: branch on it.'),
      errors: {
        type: 'array',
        items: refTo('ParameterError'),
        description: 'What is wrong with which parameter; for 400 and 403.',
      },
      meta: object({ attribution, schema_version: { type: 'string' } }),
    },
    { optional: ['errors'] },
  ),
  ParameterError: object({
    param: { type: 'string' },
    given: { type: ['string', 'integer'] },
    allowed: { type: ['string', 'integer'] },
  }),
}
