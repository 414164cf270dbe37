// Step: an issuer that loses most of its offers at once has most likely lost its scraper instead.

import { Failure } from '../../contract/failure.ts'
import { isListed } from '../../contract/records.ts'
import type { CatalogueOffer, Offers } from '../catalogue/offer.ts'

export const SHRINK_DECISIONS = ['refuse', 'keep', 'accept'] as const
export type ShrinkDecision = (typeof SHRINK_DECISIONS)[number]

/** What to do where an issuer shrinks: for all, and for single issuers by slug. */
export interface ShrinkPolicy {
  otherwise: ShrinkDecision
  byIssuer: ReadonlyMap<string, ShrinkDecision>
}

/** An issuer for which the guard tripped. */
export interface Shrinkage {
  issuer: string
  /** The offers that the previous release listed. */
  before: number
  /** Those of them that should still be listed, and are not. */
  lost: readonly CatalogueOffer[]
  decision: ShrinkDecision
}

/** Issuers with fewer offers may lose them all: a handful ends together often enough. */
const LEAST_OFFERS = 10

/**
 * Finds the issuers that lost more than half of their offers since the previous release. An offer that ended
 * on the day that it was known to end is no loss.
 * @param day today, as a calendar day
 */
export function judgeShrink(known: Offers, current: Offers, day: string, policy: ShrinkPolicy): Shrinkage[] {
  const issuers = new Map<string, { before: number; lost: CatalogueOffer[] }>()
  for (const offer of known.values()) {
    if (!isListed(offer.status)) continue
    const issuer = issuers.get(offer.issuer) ?? { before: 0, lost: [] }
    issuers.set(offer.issuer, issuer)
    issuer.before += 1
    if (isLost(offer, current.get(offer.id), day)) issuer.lost.push(offer)
  }
  return [...issuers]
    .filter(([, { before, lost }]) => before >= LEAST_OFFERS && lost.length * 2 > before)
    .map(([issuer, counts]) => ({
      issuer,
      ...counts,
      decision: policy.byIssuer.get(issuer) ?? policy.otherwise,
    }))
    .sort((a, b) => (a.issuer < b.issuer ? -1 : 1))
}

function isLost(before: CatalogueOffer, now: CatalogueOffer | undefined, day: string): boolean {
  const hasEnded = before.valid_until !== null && before.valid_until < day
  return !hasEnded && !(now && isListed(now.status))
}

/** @throws {Failure} `shrunk` naming each issuer that is to be refused */
export function enforceShrink(shrinkages: readonly Shrinkage[]): void {
  const refused = shrinkages.filter(({ decision }) => decision === 'refuse')
  if (refused.length === 0) return
  const each = refused.map(
    ({ issuer, before, lost }) =>
      `${issuer} lost ${lost.length} of its ${before} offers since the last release`,
  )
  const way = 'publish with --on-shrink keep:ISSUER (as last known) or accept:ISSUER (they are gone)'
  throw new Failure('shrunk', [...each, way].join('\n'))
}

/**
 * A source without a single offer to list is a broken one, whatever the size of the catalogue before.
 * @throws {Failure} `shrunk`
 */
export function refuseEmpty(current: Offers, policy: ShrinkPolicy): void {
  if (policy.otherwise === 'accept') return
  for (const { status } of current.values()) if (isListed(status)) return
  throw new Failure(
    'shrunk',
    'the source holds no offer to list; publish an empty catalogue with --on-shrink accept',
  )
}
