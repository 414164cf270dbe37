// Enumerations of the API are open: a value may come that this version of the client does not know. These functions
// tell the known ones from the others, and so give the compiler something to check comparisons against.

import { KNOWN } from './description.ts'
import type { Offer } from './types.ts'

type Names = typeof KNOWN

// Indexed types, not unions: for a typo in a comparison the compiler then lists the values instead of the type's name.

/** The statuses that this version of the client knows; all others are `other`. */
export type KnownStatus = (Names['Offer.status'] | readonly ['other'])[number]
export type KnownBenefitKind = Names['Benefit.kind'][number]
export type KnownIssuerType = Names['Issuer.type'][number]

/** The status of an offer, `other` if it is one that this version of the client does not know. */
export function statusOf({ status }: Pick<Offer, 'status'>): KnownStatus {
  return knownOf<KnownStatus>(KNOWN['Offer.status'], status)
}

/** The kind of its benefit, which says how to read `benefit.value`; unknown kinds are `other`. */
export function benefitKindOf({ benefit }: Pick<Offer, 'benefit'>): KnownBenefitKind {
  return knownOf<KnownBenefitKind>(KNOWN['Benefit.kind'], benefit.kind)
}

/** The type of its issuer; unknown types are `other`. */
export function issuerTypeOf({ issuer }: Pick<Offer, 'issuer'>): KnownIssuerType {
  return knownOf<KnownIssuerType>(KNOWN['Issuer.type'], issuer.type)
}

function knownOf<W extends string>(known: readonly W[], value: string): W | 'other' {
  return known.find((each) => each === value) ?? 'other'
}
