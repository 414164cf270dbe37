// Finding offers for an agent: the best first, as many as fit, and hints about the rest.

import type { Offer } from '../api/types.ts'
import { findIn } from '../mirror/find.ts'
import type { OfferFilter } from '../mirror/offer-filter.ts'
import type { CatalogueCopy } from '../mirror/store.ts'
import { withValues } from './known-values.ts'
import { BRIEF, recordOf } from './records.ts'
import { DEFAULT_LIMIT, type FindInput, type Found, type OfferRecord } from './schemas.ts'

/** All records of an answer together, as JSON: some 10,000 tokens. */
const MAX_CHARACTERS = 40_000

/** @throws {OffersError} `unknown_name` */
export function findOffers(
  copy: CatalogueCopy,
  { limit = DEFAULT_LIMIT, match = 'any', ...asked }: FindInput,
): Found {
  const filter = { ...withValues(asked, copy), match }
  const found = findIn(copy, filter)
  // Offers that certainly hold come before those that may hold.
  const sure = new Set(findIn(copy, { ...filter, strict: true }))
  const ordered = [...found.filter((offer) => sure.has(offer)), ...found.filter((offer) => !sure.has(offer))]
  const offers = bounded(ordered.slice(0, limit).map((offer) => recordOf(offer, BRIEF)))
  const hints: string[] = []
  if (offers.length < found.length)
    hints.push(`${found.length - offers.length} more match: add filters, or ask for more by limit.`)
  if (sure.size < found.length)
    hints.push(
      `${found.length - sure.size} of ${found.length} do not state the weekdays or dates asked for: they may not hold then. They come last.`,
    )
  const anywhere = tiedToNone(copy, filter)
  if (anywhere > 0)
    hints.push(
      `${anywhere} more match but name no comuna: they may hold there, or online. Leave out comuna and region to see them.`,
    )
  return { total: found.length, returned: offers.length, hints, offers }
}

/** How many offers that name no comuna pass all filters but those of the place. */
function tiedToNone(copy: CatalogueCopy, filter: OfferFilter): number {
  if (filter.comuna === undefined && filter.region === undefined) return 0
  const where = ({ comunas }: Offer) => comunas.length === 0
  return findIn(copy, { ...filter, comuna: undefined, region: undefined, where }).length
}

function bounded(records: readonly OfferRecord[]): OfferRecord[] {
  let characters = 0
  return records.filter((record) => {
    characters += JSON.stringify(record).length
    return characters <= MAX_CHARACTERS
  })
}
