// The offer as published in lists, details and snapshots: the schemas that describe it to clients, and its types,
// which are derived from them. Enumerations stay open, because values may be added at any time; only the weekdays are
// complete.

import {
  aboveZero,
  atMost,
  country,
  currency,
  date,
  described,
  expecting,
  instant,
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

/** For this many days a withdrawn offer can still be read by its id. */
export const WITHDRAWN_DAYS = 90

/**
 * The most characters (code points) of the texts of an offer, and of names in reference files: far more than real ones have.
 * With `MAX_OFFER_BYTES` they keep one issuer's texts from holding up all others.
 */
export const MAX_CHARACTERS = {
  ref: 1000,
  title: 500,
  merchant: 200,
  summary: 2000,
  url: 2048,
  name: 200,
} as const

export const MAX_COMUNAS = 400

/** Of a rendered offer. A page of 100 offers thus has less than 7 MB, a tenth of what a reader accepts. */
export const MAX_OFFER_BYTES = 64 * 1024

/** Ids made by us are `off_` + 16 characters of base32; a source may bring other ones. */
export const OFFER_ID = /^off_[A-Za-z0-9_-]{1,64}$/

export const offerId = expecting<string>('an offer id, such as off_abcdefghij234567', {
  type: 'string',
  pattern: OFFER_ID.source,
})

/** Only listed offers are in lists, filters and snapshots; the others are at their ids and in the changes. */
export function isListed(status: OfferStatus): boolean {
  return status === 'scheduled' || status === 'active'
}

/** A reference to the published schema of values of type `T`. */
export const refTo = <T>(name: string): Schema<T> => ({ $ref: `#/components/schemas/${name}` })

// A closed enumeration would make every new value a breaking change, and generators turn an open one into a plain
// string anyway. So known values are listed, not enforced.
const openEnum = <W extends string>(known: readonly W[], description: string): Schema<W> => ({
  type: 'string',
  'x-extensible-enum': known,
  description: `${description} Known values: ${known.map((word) => `\`${word}\``).join(', ')}. Treat any other as \`other\`.`,
})

/** An amount in money. */
export type Money = TypeOf<typeof moneySchema>
export const moneySchema = object({
  value: described(aboveZero, 'The amount, in units of the currency.'),
  currency: described(currency, 'An ISO 4217 code.'),
})

// Null comes last: `members.ts` of the pages shows the members of the first schema.
const capSchema: Schema<Money | null> = {
  anyOf: [refTo('Money'), { type: 'null' }],
  description: 'The upper bound of the benefit in money; null if none is stated.',
}

export const benefitSchema = object({
  kind: openEnum(BENEFIT_KINDS, 'The meaning of `value`.'),
  value: described(
    nullable(number),
    'percentage: percent off, above 0 up to 100. cashback: percent returned, or money returned if ' +
      '`currency` is set. amount: money off. fixed_price: the price paid. multibuy: units received for one ' +
      'paid, 2 for 2x1. installments: the number of interest-free instalments. other: null.',
  ),
  currency: described(nullable(currency), 'An ISO 4217 code, or null if `value` is not an amount of money.'),
  cap: capSchema,
  summary: described(atMost(MAX_CHARACTERS.summary, string), 'The benefit in a few words, for people.'),
})

export type Benefit = TypeOf<typeof benefitSchema>

const nameText = atMost(MAX_CHARACTERS.name, text)

export type Issuer = TypeOf<typeof issuerSchema>
export const issuerMembers = {
  id: described<string>({ type: 'string', pattern: '^iss_[a-z0-9]+(-[a-z0-9]+)*$' }, '`iss_` + slug.'),
  slug: described(slug, 'The value of the `issuer` filter.'),
  name: described(nameText, 'The name for people.'),
  type: openEnum(ISSUER_TYPES, 'The kind of organisation.'),
  country: described(country, 'Two upper-case letters (ISO 3166-1).'),
}
export const issuerSchema = object(issuerMembers)

/** Anything a list can be filtered by: `slug` is the filter's value, `name` is for people. */
export type SlugAndName = TypeOf<typeof slugAndNameSchema>
const slugAndNameMembers = {
  slug: described(slug, 'The value of the filter.'),
  name: described(nameText, 'The name for people.'),
}
export const slugAndNameSchema = object(slugAndNameMembers)

export const categoryMembers = slugAndNameMembers

/** A comuna in the list of comunas; offers have only its slug and name. */
export type Comuna = TypeOf<typeof comunaSchema>
export const comunaMembers = {
  ...slugAndNameMembers,
  code: described(nullable(nameText), 'The official code of the comuna; null if the source has none.'),
  region: described(nullable(nameText), 'Its region; null if the source has none.'),
}
const comunaSchema = object(comunaMembers)

const weekdaysSchema: Schema<Weekday[] | null> = {
  type: ['array', 'null'],
  items: oneOf(WEEKDAYS),
  description: 'The days of the week on which the offer is valid; null if the source does not state them.',
}

const reservedText = described(
  nullable(string),
  'Reserved for short, structured conditions: always null in the beta.',
)

/** Dates are `YYYY-MM-DD`, both ends included; `updated_at` is ISO 8601 UTC with milliseconds. */
export type Offer = TypeOf<typeof offerSchema>
export const offerMembers = {
  id: described(offerId, 'The permanent id of the offer.'),
  status: openEnum(
    OFFER_STATUSES,
    'The status on the calendar day of `data_as_of` in the time zone of the catalogue. Lists and snapshots hold ' +
      '`scheduled` and `active` offers only.',
  ),
  title: described(atMost(MAX_CHARACTERS.title, text), 'The offer in one line, for people.'),
  merchant: described(
    nullable(atMost(MAX_CHARACTERS.merchant, text)),
    'The place where the offer can be used; null if not stated.',
  ),
  benefit: described(refTo<Benefit>('Benefit'), 'The discount or advantage.'),
  issuer: described(refTo<Issuer>('Issuer'), 'The organisation that makes the offer.'),
  category: described(refTo<SlugAndName>('Named'), '`slug` is the value of the `category` filter.'),
  comunas: described(
    listOf(refTo<SlugAndName>('Named'), { maxItems: MAX_COMUNAS }),
    'The comunas (municipalities) of the offer; empty if the source names none. `slug` is the value of the `comuna` filter.',
  ),
  weekdays: weekdaysSchema,
  valid_from: described(nullable(date), 'The first day; null if not stated.'),
  valid_until: described(nullable(date), 'The last day; null if not stated.'),
  url: described(
    nullable(atMost(MAX_CHARACTERS.url, webAddress)),
    'The page on which the issuer describes the offer; null if not stated.',
  ),
  updated_at: described(instant, 'The `data_as_of` of the release in which the offer last changed.'),
  terms: described(object({ text: reservedText }), 'The conditions of the offer.'),
}
export const offerSchema = object(offerMembers)
