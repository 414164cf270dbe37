// Step: an issuer that loses most of its offers at once has most likely lost its scraper instead.

import { compareText } from '../../contract/lib/compare.ts'
import { isListed } from '../../contract/offers/offer.ts'
import type { CatalogueOffer, Offers } from '../catalogue/catalogue-offer.ts'

export const SHRINK_DECISIONS = ['refuse', 'keep', 'accept'] as const
export type ShrinkDecision = (typeof SHRINK_DECISIONS)[number]

/** What to do if an issuer shrinks: for all, and for single issuers by slug. */
export interface ShrinkPolicy {
  otherwise: ShrinkDecision
  byIssuer: ReadonlyMap<string, ShrinkDecision>
}

/** What the guard saw and decided for an issuer for which it tripped. */
export interface ShrinkGuard {
  issuer: string
  /** The offers that the previous release listed. */
  before: number
  /** Those of them that should still be listed, and are not. */
  lost: number
  /** Those of them that are not listed because they ended on the day that was known: no loss. */
  ended: number
  decision: ShrinkDecision
  /** What `keep` carries over: the lost offers, and all others that the source no longer holds. */
  missing: readonly CatalogueOffer[]
}

/** Issuers with fewer offers may lose them all: a handful ends together often enough. */
const MIN_OFFERS = 10

/**
 * Finds the issuers that lost more than half of their offers since the previous release.
 * @param day today, as a calendar day
 */
export function guardShrink(
  known: Offers,
  current: Offers,
  day: string,
  policy: ShrinkPolicy,
): ShrinkGuard[] {
  return [...groupByIssuer(known)]
    .map(([issuer, offers]) => ({
      issuer,
      ...countLosses(offers, current, day),
      decision: policy.byIssuer.get(issuer) ?? policy.otherwise,
    }))
    .filter(({ before, lost }) => before >= MIN_OFFERS && lost * 2 > before)
    .sort((a, b) => compareText(a.issuer, b.issuer))
}

/** Those that were still in the source the last time. */
function groupByIssuer(known: Offers): Map<string, CatalogueOffer[]> {
  const groups = new Map<string, CatalogueOffer[]>()
  for (const offer of known.values()) {
    if (offer.status === 'withdrawn') continue
    const group = groups.get(offer.issuer)
    if (group) group.push(offer)
    else groups.set(offer.issuer, [offer])
  }
  return groups
}

function countLosses(offers: readonly CatalogueOffer[], current: Offers, day: string) {
  const isListedNow = ({ id }: CatalogueOffer) => isListed(current.get(id)?.status ?? 'withdrawn')
  const hasEnded = ({ valid_until }: CatalogueOffer) => valid_until !== null && valid_until < day
  const before = offers.filter(({ status }) => isListed(status))
  const unlisted = before.filter((offer) => !isListedNow(offer))
  const lost = new Set(unlisted.filter((offer) => !hasEnded(offer)))
  return {
    before: before.length,
    lost: lost.size,
    ended: unlisted.length - lost.size,
    missing: offers.filter((offer) => lost.has(offer) || !current.has(offer.id)),
  }
}

/** What reports say of an issuer for which the guard tripped; `kept` counts the offers carried over. */
export type ShrinkFacts = Omit<ShrinkGuard, 'missing'> & { kept: number }

export function shrinkFacts({ missing, ...facts }: ShrinkGuard): ShrinkFacts {
  return { ...facts, kept: facts.decision === 'keep' ? missing.length : 0 }
}

/** E.g. `banco-x lost 97 of its 120 offers since the last release (2 more ended on their day)`. */
export function describeShrinkage({
  issuer,
  before,
  lost,
  ended,
}: Pick<ShrinkGuard, 'issuer' | 'before' | 'lost' | 'ended'>): string {
  const more = ended > 0 ? ` (${ended} more ended on their day)` : ''
  return `${issuer} lost ${lost} of its ${before} offers since the last release${more}`
}
