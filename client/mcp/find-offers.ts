// Finding offers for an agent: the best first, as many as fit, and hints about the rest.

import type { Offer } from '../api/types.ts'
import { findIn, helpFor } from '../mirror/find.ts'
import type { CatalogueCopy } from '../mirror/store.ts'
import { briefOf, shown } from './records.ts'
import { DEFAULT_LIMIT, type FindInput } from './schemas.ts'

/** All records of an answer together, as JSON: some 10,000 tokens. */
const MAX_CHARACTERS = 40_000

const MAX_HINT = 500

/**
 * @param today `YYYY-MM-DD`
 * @throws {OffersError} `unknown_name`
 */
export async function findOffers(copy: CatalogueCopy, asked: FindInput, today: string) {
  const filter = { limit: DEFAULT_LIMIT, ...asked }
  const { comuna, region, ...anywhere } = filter
  const there = await findIn(copy, filter, today)
  const where = ({ comunas }: Offer) => comunas.length === 0
  const untied = comuna || region ? await findIn(copy, { ...anywhere, where }, today) : undefined
  const found = there.total === 0 && untied ? untied : there
  const offers = bounded(found.offers.map(briefOf))
  const end = (filter.offset ?? 0) + offers.length
  const hints = [...found.hints]
  if (untied && untied.total > 0)
    hints.push(
      there.total === 0
        ? 'Nothing is tied to this place. These offers name no comuna: they may hold there, or online.'
        : `${untied.total} more match but name no comuna: they may hold there, or online. Leave out comuna and region to see them.`,
    )
  if (found.total === 0) {
    const help = [
      ...(await helpFor(copy, filter, today)),
      'a category or an issuer of list_filters instead of text',
    ]
    hints.push(`Nothing is found. Try: ${help.join('; ')}.`)
  }
  return {
    total: found.total,
    returned: offers.length,
    ...(offers.length > 0 && end < found.total ? { next_offset: end } : {}),
    hints: hints.map((hint) => shown(hint, MAX_HINT)),
    offers,
  }
}

function bounded<R>(records: readonly R[]): R[] {
  let characters = 0
  const tooMany = records.findIndex((record) => {
    characters += JSON.stringify(record).length
    return characters > MAX_CHARACTERS
  })
  return tooMany < 0 ? [...records] : records.slice(0, tooMany)
}
