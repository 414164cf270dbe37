// The offer as published in lists, details and snapshots: its types, and the schemas that describe them to
// clients. Enumerations stay open in the schemas, because values may be added at any time.

import {
  country,
  currency,
  date,
  described,
  instant,
  listOf,
  type MemberSchemas,
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

export const OFFER_STATUSES = ['scheduled', 'active', 'expired', 'withdrawn'] as const
export type OfferStatus = (typeof OFFER_STATUSES)[number]

export const BENEFIT_KINDS = [
  'percentage',
  'cashback',
  'amount',
  'fixed_price',
  'multibuy',
  'installments',
  'other',
] as const
export type BenefitKind = (typeof BENEFIT_KINDS)[number]

export const ISSUER_TYPES = [
  'bank',
  'municipality',
  'retailer',
  'wallet',
  'telco',
  'insurer',
  'other',
] as const
export type IssuerType = (typeof ISSUER_TYPES)[number]

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** An amount in money; `currency` is an ISO 4217 code, `value` is above 0. */
export interface Money {
  value: number
  currency: string
}

/** What `value` means depends on `kind`; see the description in the schema. */
export interface Benefit {
  kind: BenefitKind
  value: number | null
  currency: string | null
  cap: Money | null
  summary: string
}

/** Anything a list can be filtered by: `slug` is the filter's value, `name` is for people. */
export interface SlugAndName {
  slug: string
  name: string
}

export interface Issuer extends SlugAndName {
  /** `iss_` + slug. */
  id: string
  type: IssuerType
  /** Two upper-case letters (ISO 3166-1). */
  country: string
}

/** Dates are `YYYY-MM-DD`, both ends included. */
export interface Offer {
  id: string
  status: OfferStatus
  title: string
  merchant: string | null
  benefit: Benefit
  issuer: Issuer
  category: SlugAndName
  comunas: SlugAndName[]
  weekdays: Weekday[] | null
  valid_from: string | null
  valid_until: string | null
  url: string | null
  /** ISO 8601 UTC with milliseconds. */
  updated_at: string
  terms: { text: null }
}

/** Only these are in lists, filters and snapshots; the others are readable by id alone. */
export function isListed(status: OfferStatus): boolean {
  return status === 'scheduled' || status === 'active'
}

/** A reference to a published schema, which describes values of type `T`. */
export const refTo = <T>(name: string): Schema<T> => ({ $ref: `#/components/schemas/${name}` })

// A closed enumeration would make every new value a breaking change.
const openEnum = <W extends string>(known: readonly W[], description: string): Schema<W> => ({
  anyOf: [oneOf(known), { type: 'string' }],
  description: `${description} Treat a value that you do not know as \`other\`.`,
})

export const moneySchema: Schema<Money> = object<Money>({
  value: { type: 'number', exclusiveMinimum: 0 },
  currency: described(currency, 'An ISO 4217 code.'),
})

export const benefitSchema: Schema<Benefit> = {
  ...object<Benefit>({
    kind: openEnum(BENEFIT_KINDS, 'What `value` means.'),
    value: {
      type: ['number', 'null'],
      description:
        'percentage: percent off, above 0 up to 100. cashback: percent returned, or money returned where ' +
        '`currency` is set. amount: money off. fixed_price: the price paid. multibuy: units received for one ' +
        'paid, 2 for 2x1. installments: the number of interest-free instalments. other: null.',
    },
    currency: described(nullable(currency), 'An ISO 4217 code, or null where `value` is no money.'),
    cap: { anyOf: [refTo<Money>('Money'), { type: 'null' }], description: 'The upper bound of the benefit.' },
    summary: { type: 'string', description: 'The benefit in a few words, for people.' },
  }),
  allOf: benefitRules,
}

export const issuerMembers: MemberSchemas<Issuer> = {
  id: { type: 'string', pattern: '^iss_[a-z0-9]+(-[a-z0-9]+)*$', description: '`iss_` + slug.' },
  slug: described(slug, 'The value of the `issuer` filter.'),
  name: text,
  type: openEnum(ISSUER_TYPES, 'What kind of organisation it is.'),
  country: described(country, 'Two upper-case letters (ISO 3166-1).'),
}

export const slugAndNameSchema: Schema<SlugAndName> = object<SlugAndName>({ slug, name: text })

export const offerMembers: MemberSchemas<Offer> = {
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
  comunas: listOf(refTo<SlugAndName>('Named'), {
    description:
      'Empty where the source ties the offer to no comuna. `slug` is the value of the `comuna` filter.',
  }),
  weekdays: {
    type: ['array', 'null'],
    items: oneOf(WEEKDAYS),
    description: 'Null where the source does not say.',
  },
  valid_from: described(nullable(date), 'The first day; null where unknown.'),
  valid_until: described(nullable(date), 'The last day; null where unknown.'),
  url: described(nullable(webAddress), 'Where the issuer describes the offer.'),
  updated_at: described(
    instant,
    'The `data_as_of` of the first release in which the offer reads as it does now.',
  ),
  terms: object<Offer['terms']>({ text: { type: 'null' } }),
}
