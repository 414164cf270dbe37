// Finding offers for an agent: the best first, as many as fit, and hints about the rest.

import type { Offer } from '../api/types.ts'
import { findRead, helpFor, readSearch } from '../mirror/find.ts'
import type { CatalogueCopy } from '../mirror/store.ts'
import { bounded, briefOf, shown } from './records.ts'
import { DEFAULT_LIMIT, type FindInput } from './schemas.ts'

/** All records of an answer together, as JSON: some 10,000 tokens. */
const MAX_CHARACTERS = 40_000

/** Characters of a hint: it repeats words of the agent and of the catalogue. */
const MAX_HINT = 500

/**
 * If no offer that matches names the place that is asked for, the answer has those that pass all else and name no comuna.
 * The total counts those at the place alone.
 * @param today `YYYY-MM-DD`
 * @throws {OffersError} `unknown_name`
 * @throws {TypeError} for a day that is none, for an order by `value` without a `kind`, and for filters that cannot hold
 *   together
 */
export async function findOffers(copy: CatalogueCopy, asked: FindInput, today: string) {
  const read = await readSearch(copy, { limit: DEFAULT_LIMIT, ...asked }, today)
  const { filter } = read
  const { comuna, region, ...anywhere } = filter
  const atPlace = await findRead(copy, read, today)
  // Offers that name no comuna may hold at this place, too.
  const where = ({ comunas }: Offer) => comunas.length === 0
  const elsewhere = { ...read, filter: { ...anywhere, where } }
  const withoutPlace = comuna || region ? await findRead(copy, elsewhere, today) : undefined
  const found = atPlace.total === 0 && withoutPlace ? withoutPlace : atPlace
  const offers = bounded(
    found.offers.map((offer) => briefOf(offer, today, filter)),
    MAX_CHARACTERS,
  )
  const end = (filter.offset ?? 0) + offers.length
  const { total, ended } = atPlace
  const hints = [...found.hints]
  if (withoutPlace && withoutPlace.total > 0)
    hints.push(
      total === 0
        ? 'No offer that matches is tied to this place. These name no comuna: they may hold there, or online.'
        : `${withoutPlace.total} more match but name no comuna: they may hold there, or online. Leave out comuna and region to see them.`,
    )
  if (found.total === 0) {
    const instead = read.words ? ['a category or an issuer of list_filters instead of text'] : []
    const help = [...(await helpFor(copy, asked, today)), ...instead]
    hints.push(`Nothing is found. Try: ${help.join('; ')}.`)
  }
  return {
    total,
    ...(withoutPlace ? { without_place: withoutPlace.total } : {}),
    ...(ended > 0 ? { ended } : {}),
    returned: offers.length,
    ...(offers.length > 0 && end < found.total ? { next_offset: end } : {}),
    hints: hints.map((hint) => shown(hint, MAX_HINT)),
    offers,
  }
}
