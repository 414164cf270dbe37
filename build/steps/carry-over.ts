// Step: what becomes of the offers of the previous release that the source no longer holds: kept as last known,
// withdrawn, or forgotten.

import { jsonLine } from '../../contract/lib/json.ts'
import { type Offer, WITHDRAWN_DAYS } from '../../contract/offers/offer.ts'
import { daysBetween, statusOn } from '../catalogue/calendar.ts'
import { type CatalogueOffer, catalogueOffer, type Offers, parseLine } from '../catalogue/catalogue-offer.ts'
import type { LineStore } from '../catalogue/line-store.ts'
import type { ReleaseDate } from './date-release.ts'
import type { ShrinkGuard } from './guard-shrink.ts'

export interface CarryOverContext {
  known: Offers
  date: ReleaseDate
  shrunk: readonly ShrinkGuard[]
  lines: LineStore
}

/** Every offer that can be read today, by id: those of the source, and those of the days before that still can be read. */
export function carryOver(current: Offers, { known, date, shrunk, lines }: CarryOverContext): Offers {
  const offers = new Map(current)
  for (const { decision, missing } of shrunk) {
    if (decision !== 'keep') continue
    for (const offer of missing) offers.set(offer.id, keep(offer, date, lines))
  }
  for (const offer of known.values()) {
    if (offers.has(offer.id)) continue
    const gone = withdraw(offer, date, lines)
    if (gone) offers.set(offer.id, gone)
  }
  return offers
}

/** The offer as last known, in the state that its dates give it today. */
function keep(before: CatalogueOffer, date: ReleaseDate, lines: LineStore): CatalogueOffer {
  const offer = parseLine(lines.at(before.line))
  const status = statusOn(date.day, offer.valid_from, offer.valid_until)
  if (status === before.status) return before
  return rerender({ ...offer, status, updated_at: date.data_as_of }, null, lines)
}

/** The offer as withdrawn, or undefined if that was too long ago. */
function withdraw(before: CatalogueOffer, date: ReleaseDate, lines: LineStore): CatalogueOffer | undefined {
  if (before.withdrawnOn !== null) {
    return daysBetween(before.withdrawnOn, date.day) <= WITHDRAWN_DAYS ? before : undefined
  }
  const offer = parseLine(lines.at(before.line))
  return rerender({ ...offer, status: 'withdrawn', updated_at: date.data_as_of }, date.day, lines)
}

function rerender(offer: Offer, withdrawnOn: string | null, lines: LineStore): CatalogueOffer {
  return catalogueOffer(offer, lines.append(Buffer.from(jsonLine(offer))), withdrawnOn)
}
