// The records of the API by their names, out of the types that are made from its description, and the values of its
// open enumerations.

import { type components, type FILTERS, KNOWN, type operations } from './description.ts'

type Schemas = components['schemas']

export type Offer = Schemas['Offer']
export type SnapshotOffer = Schemas['SnapshotOffer']
export type Benefit = Schemas['Benefit']
export type Money = Schemas['Money']
export type Issuer = Schemas['Issuer']
export type IssuerWithCount = Schemas['IssuerWithCount']
export type CategoryWithCount = Schemas['CategoryWithCount']
export type ComunaWithCount = Schemas['ComunaWithCount']
export type Named = Schemas['Named']
export type Weekday = NonNullable<Offer['weekdays']>[number]
export type PageMeta = Schemas['OfferList']['meta']
export type Problem = Schemas['Problem']
export type ProblemCode = Problem['code']
export type ParameterError = Schemas['ParameterError']

/** The members that the `meta` of every list and record has. */
export type Meta = Schemas['OfferDetail']['meta']

/** Parameters that may be left out; undefined leaves them out, too. */
type Query<T> = { [K in keyof T]?: T[K] | undefined }

/** Filters combine with AND and match exactly; without them it is the whole catalogue. */
export type ListQuery = Query<NonNullable<operations['listOffers']['parameters']['query']>>
/** The name of a filter of lists. */
export type FilterName = (typeof FILTERS)[number]['name']
/** The call that lists the values of a filter: `issuers`. */
export type FilterList = NonNullable<(typeof FILTERS)[number]['list']>
export type ChangesQuery = Query<NonNullable<operations['listChanges']['parameters']['query']>>

// Enumerations of the API are open: a value may come that this version of the client does not know. The functions
// below separate the known values from the others, and so give the compiler something to check comparisons against.

type Names = typeof KNOWN

// Indexed types, not unions: for a typo in a comparison the compiler then lists the values instead of the type's name.

/** The statuses that this version of the client knows, and `other`, which the API has for kinds and types alone. */
export type KnownStatus = (Names['Offer.status'] | readonly ['other'])[number]
export type KnownBenefitKind = Names['Benefit.kind'][number]
export type KnownIssuerType = Names['Issuer.type'][number]

export const KNOWN_KINDS: readonly KnownBenefitKind[] = KNOWN['Benefit.kind']

/** From Sunday, as `Date` counts them. */
export const WEEKDAYS: readonly Weekday[] = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
]

/** The status of an offer, `other` if it is one that this version of the client does not know. */
export function statusOf({ status }: Pick<Offer, 'status'>): KnownStatus {
  return knownOf<KnownStatus>(KNOWN['Offer.status'], status)
}

/** The kind of the benefit of an offer, which says how to read `benefit.value`; unknown kinds are `other`. */
export function benefitKindOf({ benefit }: Pick<Offer, 'benefit'>): KnownBenefitKind {
  return knownOf<KnownBenefitKind>(KNOWN['Benefit.kind'], benefit.kind)
}

/** The type of the issuer of an offer; unknown types are `other`. */
export function issuerTypeOf({ issuer }: Pick<Offer, 'issuer'>): KnownIssuerType {
  return knownOf<KnownIssuerType>(KNOWN['Issuer.type'], issuer.type)
}

function knownOf<W extends string>(known: readonly W[], value: string): W | 'other' {
  return known.find((each) => each === value) ?? 'other'
}
