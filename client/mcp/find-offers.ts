// Finding offers for an agent: the best first, as many as fit, and hints about the rest.

import type { Offer } from '../api/types.ts'
import { findIn, helpFor } from '../mirror/find.ts'
import type { CatalogueCopy } from '../mirror/store.ts'
import { BRIEF, type OfferRecord, recordOf, shown } from './records.ts'
import { DEFAULT_LIMIT, type FindInput } from './schemas.ts'

/** All records of an answer together, as JSON: some 10,000 tokens. */
const MAX_CHARACTERS = 40_000

const MAX_HINT = 500

/**
 * @param today `YYYY-MM-DD`
 * @throws {OffersError} `unknown_name`
 */
export async function findOffers(
  copy: CatalogueCopy,
  { limit = DEFAULT_LIMIT, ...asked }: FindInput,
  today: string,
) {
  const filter = { ...asked, day: asked.day === 'today' ? today : asked.day }
  const found = await findIn(copy, filter)
  // Offers that certainly hold come before those that may hold. The text is searched once: that is what takes long.
  const { text: _text, match: _match, ...others } = filter
  const strict = new Set(await findIn(copy, { ...others, strict: true }))
  const sure = found.filter((offer) => strict.has(offer))
  const ordered = [...sure, ...found.filter((offer) => !strict.has(offer))]
  const offers = bounded(ordered.slice(0, limit).map((offer) => recordOf(offer, BRIEF)))
  const hints: string[] = []
  if (offers.length < found.length)
    hints.push(`${found.length - offers.length} more match: add filters, or ask for more by limit.`)
  if (sure.length < found.length)
    hints.push(
      `${found.length - sure.length} of ${found.length} do not state the weekdays or dates asked for: they may not hold then. They come last.`,
    )
  if (found.length === 0) {
    const help = [...(await helpFor(copy, filter)), 'a category or an issuer of list_filters instead of text']
    hints.push(shown(`Nothing is found. Try: ${help.join('; ')}.`, MAX_HINT))
  }
  const { comuna, region, ...anywhere } = filter
  const where = ({ comunas }: Offer) => comunas.length === 0
  const tiedToNone = comuna || region ? (await findIn(copy, { ...anywhere, where })).length : 0
  if (tiedToNone > 0)
    hints.push(
      `${tiedToNone} more match but name no comuna: they may hold there, or online. Leave out comuna and region to see them.`,
    )
  return { total: found.length, returned: offers.length, hints, offers }
}

function bounded(records: readonly OfferRecord[]): OfferRecord[] {
  let characters = 0
  return records.filter((record) => {
    characters += JSON.stringify(record).length
    return characters <= MAX_CHARACTERS
  })
}
