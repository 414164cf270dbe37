// An offer as the steps of a build see it: the few facts that they need. Everything else is in its rendered
// line, in the line store.

import { type FilterSlugs, filterSlugsOf } from '../../contract/api/filters.ts'
import {
  type BenefitKind,
  OFFER_STATUSES,
  type Offer,
  type OfferStatus,
} from '../../contract/offers/offer.ts'
import { recordOf } from '../../lib/record-of.ts'

export interface CatalogueOffer {
  readonly id: string
  readonly status: OfferStatus
  /** The slugs of its issuer and category. Verdicts, reports and the sample group offers by them. */
  readonly issuer: string
  readonly category: string
  /** The values of each filter that match it. */
  readonly slugs: FilterSlugs
  readonly valid_from: string | null
  readonly valid_until: string | null
  /** Of its benefit. */
  readonly kind: BenefitKind
  readonly value: number | null
  readonly updated_at: string
  /** The day on which it was withdrawn; null if it is not withdrawn. */
  readonly withdrawnOn: string | null
  /**
   * The day since which it is kept as last known, because its record is missing, rejected or not trusted; null while its
   * record is used, and after it was withdrawn.
   */
  readonly keptSince: string | null
  /** The number of its rendered line in the line store. */
  readonly line: number
}

/** Offers by id. */
export type Offers = ReadonlyMap<string, CatalogueOffer>

/** The days since which an offer is withdrawn, or kept as last known. */
export type Absence = Pick<CatalogueOffer, 'withdrawnOn' | 'keptSince'>

/** For an offer that is in the source. */
export const PRESENT: Absence = { withdrawnOn: null, keptSince: null }

export function catalogueOffer(
  offer: Offer,
  line: number,
  { withdrawnOn, keptSince }: Absence,
): CatalogueOffer {
  const { id, status, valid_from, valid_until, updated_at } = offer
  const { kind, value } = offer.benefit
  const [issuer, category] = [offer.issuer.slug, offer.category.slug]
  return {
    id,
    status,
    issuer,
    category,
    slugs: filterSlugsOf(offer),
    valid_from,
    valid_until,
    kind,
    value,
    updated_at,
    withdrawnOn,
    keptSince,
    line,
  }
}

/** Parses a line that the build rendered itself. */
export function parseOfferLine(line: Buffer): Offer {
  return JSON.parse(line.toString('utf8')) as Offer
}

/** No text contains this: its quotes would be escaped. */
const AFTER_NAMES = Buffer.from(',"benefit":')

/** Title and merchant of a line. They stand before the benefit, and the rest is much longer, so it is not parsed. */
export function parseNames(line: Buffer): Pick<Offer, 'title' | 'merchant'> {
  const end = line.indexOf(AFTER_NAMES)
  return end === -1 ? parseOfferLine(line) : JSON.parse(`${line.toString('utf8', 0, end)}}`)
}

/** The number of offers with each status. */
export function countByStatus(offers: Iterable<CatalogueOffer>): Record<OfferStatus, number> {
  const counts = recordOf(OFFER_STATUSES, () => 0)
  for (const { status } of offers) counts[status] += 1
  return counts
}

/** The number of offers that are kept as last known. */
export function countKept(offers: Iterable<CatalogueOffer>): number {
  let kept = 0
  for (const { keptSince, withdrawnOn } of offers) if (keptSince !== null && withdrawnOn === null) kept += 1
  return kept
}

/** Whether a period is over on a day: it includes its last day, and null means no end. */
export function hasEnded(day: string, validUntil: string | null): boolean {
  return validUntil !== null && validUntil < day
}

/**
 * The status of an offer that is not withdrawn, by its dates. The period includes both ends: an offer that
 * ends today is active today. Null means no limit.
 */
export function statusOn(day: string, validFrom: string | null, validUntil: string | null): OfferStatus {
  if (hasEnded(day, validUntil)) return 'expired'
  if (validFrom !== null && validFrom > day) return 'scheduled'
  return 'active'
}
