// The records of the catalogue, as published and as the source brings them.

/** The value every response carries in `meta.schema_version`. */
export const SCHEMA_VERSION = 'beta.1'

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

/** What `value` means depends on `kind`; see the description in the published schema. */
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
  /** Two upper-case letters. */
  country: string
}

/** An offer as published in lists, details and snapshots. Dates are `YYYY-MM-DD`, both ends included. */
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

/** Only these stand in lists, filters and snapshots; the others are readable by id alone. */
export function isListed(status: OfferStatus): boolean {
  return status === 'scheduled' || status === 'active'
}
