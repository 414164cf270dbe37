// Step: picks the offers in the snapshot of demo keys: few, but of every issuer and category, and the same for everyone
// all day.

import { SAMPLE_SIZE } from '../../../contract/keys/kinds.ts'
import { compareText, groupBy } from '../../../lib/lists.ts'
import type { CatalogueOffer } from '../../day/catalogue-offer.ts'

type Groups = [slug: string, offers: CatalogueOffer[]][]

/**
 * First one offer for each issuer and each category, then round robin over the issuers, and within an issuer over its
 * categories. The sample is in the order of the catalogue.
 * @param listed in the order of the catalogue
 */
export function pickSample(listed: readonly CatalogueOffer[], size: number = SAMPLE_SIZE): CatalogueOffer[] {
  const picked = new Set(cover(listed).slice(0, size))
  for (const offer of roundRobin(listed)) {
    if (picked.size >= size) break
    picked.add(offer)
  }
  return listed.filter((offer) => picked.has(offer))
}

/** An offer for each issuer, if possible of a category that is still missing; then the remaining categories. */
function cover(listed: readonly CatalogueOffer[]): CatalogueOffer[] {
  const picks: CatalogueOffer[] = []
  const categories = new Set<string>()
  const pick = (offer: CatalogueOffer | undefined) => {
    if (!offer) return
    picks.push(offer)
    categories.add(offer.category)
  }
  for (const [, offers] of groupsOf(listed, 'issuer')) {
    pick(offers.find(({ category }) => !categories.has(category)) ?? offers[0])
  }
  for (const [category, offers] of groupsOf(listed, 'category')) {
    if (!categories.has(category)) pick(offers[0])
  }
  return picks
}

/** All offers: in each round one of every issuer that has any left, each from its next category. */
function roundRobin(listed: readonly CatalogueOffer[]): Generator<CatalogueOffer> {
  return byTurns(
    groupsOf(listed, 'issuer').map(([, ofIssuer]) =>
      byTurns(groupsOf(ofIssuer, 'category').map(([, offers]) => offers.values())),
    ),
  )
}

/** One value of each source in turn, until all are empty. */
function* byTurns<T>(sources: readonly Iterator<T>[]): Generator<T> {
  let open = sources
  while (open.length > 0) {
    const stillOpen: Iterator<T>[] = []
    for (const source of open) {
      const next = source.next()
      if (next.done) continue
      yield next.value
      stillOpen.push(source)
    }
    open = stillOpen
  }
}

/** By slug, sorted; each group in the order of the offers. */
function groupsOf(offers: readonly CatalogueOffer[], member: 'issuer' | 'category'): Groups {
  return [...groupBy(offers, (offer) => offer[member])].sort(([a], [b]) => compareText(a, b))
}
