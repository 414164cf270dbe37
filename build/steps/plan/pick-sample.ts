// Step: picks the offers in the snapshot of demo keys: few, but of as many issuers and categories as possible, and the same
// for everyone all day.

import { SAMPLE_SIZE } from '../../../contract/keys/kinds.ts'
import { compareText, groupBy } from '../../../lib/lists.ts'
import type { CatalogueOffer } from '../../day/catalogue-offer.ts'

/**
 * Each pick is the offer whose issuer and category were picked least so far, by the sum of both counts; of equal ones
 * the one with the lowest id. Offers whose issuer or category is still missing come first. The sample is in the order
 * of the catalogue.
 * @param listed in the order of the catalogue
 */
export function pickSample(listed: readonly CatalogueOffer[], size: number = SAMPLE_SIZE): CatalogueOffer[] {
  const issuers = new Map<string, number>()
  const categories = new Map<string, number>()
  const isNew = ({ issuer, category }: CatalogueOffer) => !issuers.has(issuer) || !categories.has(category)
  const timesPicked = ({ issuer, category }: CatalogueOffer) =>
    (issuers.get(issuer) ?? 0) + (categories.get(category) ?? 0)
  /** Below 0 if `a` is picked before `b`. */
  const order = (a: CatalogueOffer, b: CatalogueOffer) =>
    Number(isNew(b)) - Number(isNew(a)) || timesPicked(a) - timesPicked(b) || compareText(a.id, b.id)
  const picked = new Set<CatalogueOffer>()
  const queues = queuesOf(listed)
  while (picked.size < Math.min(size, listed.length)) {
    const candidates = queues.flatMap(([offer]) => offer ?? [])
    const pick = candidates.reduce((best, offer) => (order(offer, best) < 0 ? offer : best))
    picked.add(pick)
    issuers.set(pick.issuer, (issuers.get(pick.issuer) ?? 0) + 1)
    categories.set(pick.category, (categories.get(pick.category) ?? 0) + 1)
    queues.find(([offer]) => offer === pick)?.shift()
  }
  return listed.filter((offer) => picked.has(offer))
}

/** A queue for each pair of issuer and category, since only the lowest id of a pair can be the next. */
function queuesOf(listed: readonly CatalogueOffer[]): CatalogueOffer[][] {
  const alike = groupBy(listed, ({ issuer, category }) => `${issuer} ${category}`)
  return [...alike.values()].map((offers) => offers.toSorted((a, b) => compareText(a.id, b.id)))
}
