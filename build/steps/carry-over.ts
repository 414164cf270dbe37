// Step: what becomes of the offers of the previous release that the source no longer holds: kept as last known,
// withdrawn, or forgotten.

import { jsonLine } from '../../contract/lib/json.ts'
import type { Offer } from '../../contract/offers/offer.ts'
import { daysBetween } from '../catalogue/calendar.ts'
import { type CatalogueOffer, catalogueOffer, type Offers, parseLine } from '../catalogue/catalogue-offer.ts'
import type { LineStore } from '../catalogue/line-store.ts'
import { statusOn } from '../catalogue/status.ts'
import type { ReleaseDate } from '../today.ts'
import type { Shrinkage } from './guard-shrink.ts'

/** How long a withdrawn offer can still be read by its id, in days. */
export const WITHDRAWN_DAYS = 90

export interface SettleContext {
  known: Offers
  today: ReleaseDate
  shrinkages: readonly Shrinkage[]
  lines: LineStore
}

/** Every offer that can be read today, by id: those of the source, and what is left of the days before. */
export function settle(current: Offers, { known, today, shrinkages, lines }: SettleContext): Offers {
  const settled = new Map(current)
  for (const { decision, missing } of shrinkages) {
    if (decision !== 'keep') continue
    for (const offer of missing) settled.set(offer.id, keep(offer, today, lines))
  }
  for (const offer of known.values()) {
    if (settled.has(offer.id)) continue
    const gone = withdraw(offer, today, lines)
    if (gone) settled.set(offer.id, gone)
  }
  return settled
}

/** The offer as last known, in the state that its dates give it today. */
function keep(before: CatalogueOffer, today: ReleaseDate, lines: LineStore): CatalogueOffer {
  const offer = parseLine(lines.at(before.line))
  const status = statusOn(today.day, offer.valid_from, offer.valid_until)
  if (status === before.status) return before
  return rerender({ ...offer, status, updated_at: today.data_as_of }, null, lines)
}

/** The offer as withdrawn, or undefined where that was too long ago. */
function withdraw(before: CatalogueOffer, today: ReleaseDate, lines: LineStore): CatalogueOffer | undefined {
  if (before.left !== null) {
    return daysBetween(before.left, today.day) <= WITHDRAWN_DAYS ? before : undefined
  }
  const offer = parseLine(lines.at(before.line))
  return rerender({ ...offer, status: 'withdrawn', updated_at: today.data_as_of }, today.day, lines)
}

function rerender(offer: Offer, left: string | null, lines: LineStore): CatalogueOffer {
  return catalogueOffer(offer, lines.append(Buffer.from(jsonLine(offer))), left)
}
