// Step: counts the offers that were rewritten since the previous release. Renewals do not count: at the end of a month
// a third of a catalogue may get a later end.

import { isListed, type Offer } from '../../../contract/offers/offer.ts'
import { type CatalogueOffer, type Offers, parseOfferLine } from '../../day/catalogue-offer.ts'
import type { LineStore } from '../../day/line-store.ts'
import type { Rewritten } from '../../day/rewritten.ts'

/** @param current all offers of today, including kept ones, which are unchanged */
export function countRewritten(
  known: Offers,
  current: Offers,
  lines: Pick<LineStore, 'at'>,
): Pick<Rewritten, 'offers' | 'of'> {
  const read = ({ line }: CatalogueOffer) => parseOfferLine(lines.at(line))
  const counts = { offers: 0, of: 0 }
  for (const now of current.values()) {
    const before = known.get(now.id)
    if (!before || !isListed(before.status) || !isListed(now.status)) continue
    counts.of += 1
    // An unchanged offer keeps its line.
    if (before.line !== now.line && isRewritten(read(before), read(now))) counts.offers += 1
  }
  return counts
}

function isRewritten(before: Offer, now: Offer): boolean {
  const isRenewed =
    before.valid_until !== null && now.valid_until !== null && before.valid_until < now.valid_until
  return !isRenewed && wordsOf(before) !== wordsOf(now)
}

/** The part of an offer that comes from its record. A new name of a category does not rewrite its offers. */
function wordsOf({
  title,
  merchant,
  benefit,
  comunas,
  weekdays,
  valid_from,
  valid_until,
  url,
}: Offer): string {
  const slugs = comunas.map(({ slug }) => slug)
  return JSON.stringify([title, merchant, benefit, slugs, weekdays, valid_from, valid_until, url])
}
