// Step: decides on known offers whose records are missing, rejected or not trusted. They are kept as last known, withdrawn,
// or forgotten.

import { type Offer, WITHDRAWN_DAYS } from '../../../contract/offers/offer.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { daysBetween } from '../../../lib/time/calendar.ts'
import { type BrokenIssuer, isDistrusted, isHeld, isKept } from '../../day/broken-issuer.ts'
import {
  type Absence,
  type CatalogueOffer,
  catalogueOffer,
  type Offers,
  parseOfferLine,
  statusOn,
} from '../../day/catalogue-offer.ts'
import type { ReleaseDate } from '../../day/day.ts'
import type { LineStore } from '../../day/line-store.ts'

interface CarryOverContext {
  known: Offers
  /** The ids of known offers whose records are rejected today. */
  rejected: ReadonlySet<string>
  broken: readonly BrokenIssuer[]
  /** The number of days that an offer of an issuer that is not broken is kept while its record is rejected. */
  keepDays: number
  date: ReleaseDate
  lines: LineStore
}

/**
 * Every offer that can be read today, by id: those of the source, except of issuers whose records are not trusted, and
 * known offers that can still be read.
 * @param current the offers of the source
 */
export function carryOver(current: Offers, context: CarryOverContext): Offers {
  const broken = new Map(context.broken.map((each) => [each.issuer, each]))
  const distrusted = new Set(context.broken.filter(isDistrusted).map(({ issuer }) => issuer))
  const offers = new Map<string, CatalogueOffer>()
  for (const [id, offer] of current) if (!distrusted.has(offer.issuer)) offers.set(id, offer)
  for (const offer of context.known.values()) {
    if (offers.has(offer.id)) continue
    // An offer whose record is not trusted has not left the source. Its issuer there may be another one than before.
    const isInSource = current.has(offer.id)
    const carried = carry(offer, broken.get(offer.issuer), { ...context, isInSource })
    if (carried) offers.set(offer.id, carried)
  }
  return offers
}

/** The known offer as it can be read today; undefined if it no longer can. */
function carry(
  offer: CatalogueOffer,
  broken: BrokenIssuer | undefined,
  context: CarryOverContext & { isInSource: boolean },
): CatalogueOffer | undefined {
  if (offer.withdrawnOn !== null) {
    return staysWithdrawn(offer.withdrawnOn, context) ? { ...offer, keptSince: null } : undefined
  }
  const stays = context.isInSource || (broken ? isKept(broken) : isKeptAlone(offer, context))
  // The days on which it is held do not count for `--keep-days`.
  const keptSince = broken && isHeld(broken) ? context.date.day : (offer.keptSince ?? context.date.day)
  return stays ? keep(offer, keptSince, context) : withdraw(offer, context)
}

/** Whether an offer of a good issuer is kept: its record is rejected, but not for too long. */
function isKeptAlone(
  { id, keptSince }: CatalogueOffer,
  { rejected, keepDays, date }: CarryOverContext,
): boolean {
  return rejected.has(id) && daysBetween(keptSince ?? date.day, date.day) < keepDays
}

function staysWithdrawn(withdrawnOn: string, { date }: CarryOverContext): boolean {
  return daysBetween(withdrawnOn, date.day) <= WITHDRAWN_DAYS
}

/** The offer as last known, with today's status by its dates. */
function keep(before: CatalogueOffer, keptSince: string, { date, lines }: CarryOverContext): CatalogueOffer {
  const offer = parseOfferLine(lines.at(before.line))
  const status = statusOn(date.day, offer.valid_from, offer.valid_until)
  if (status === before.status) return { ...before, keptSince }
  return rerender({ ...offer, status, updated_at: date.data_as_of }, { withdrawnOn: null, keptSince }, lines)
}

function withdraw(before: CatalogueOffer, { date, lines }: CarryOverContext): CatalogueOffer {
  const offer = parseOfferLine(lines.at(before.line))
  const withdrawn: Offer = { ...offer, status: 'withdrawn', updated_at: date.data_as_of }
  return rerender(withdrawn, { withdrawnOn: date.day, keptSince: null }, lines)
}

function rerender(offer: Offer, absence: Absence, lines: LineStore): CatalogueOffer {
  return catalogueOffer(offer, lines.append(Buffer.from(jsonLine(offer))), absence)
}
