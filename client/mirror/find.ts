// Searching a copy: by the filters of the API, and by further ones.

import type { Offer } from '../api/types.ts'
import { inSlices } from '../lib/slices.ts'
import { checkedFilter } from './check-filter.ts'
import { FILTERS_OF_COPY, type FilterRow, type OfferFilter, type Stated } from './filters.ts'
import { textSearchOf } from './once-per-copy.ts'
import { sortOffers } from './sort-offers.ts'
import { hasEnded } from './status-on.ts'
import type { CatalogueCopy } from './store.ts'

/** What a search says of its answer. */
export interface FoundFacts {
  /** How many offers were found. The answer has a window of them. */
  total: number
  /** How many offers that match ended before today; they are left out unless the filter has `ended`. */
  ended: number
  /** The same search, for the next window; undefined if this one is the last. */
  next: OfferFilter | undefined
  /**
   * What the search did that a reader would not expect, a sentence each: words that it replaced or left out, offers that
   * do not state what was asked for.
   */
  hints: string[]
}

export interface Found extends FoundFacts {
  offers: Offer[]
}

/**
 * The offers that pass a filter, in the order asked for.
 * @param today `YYYY-MM-DD`, in the time zone of the catalogue
 * @throws {TypeError} for invalid filters, `OffersError` `unknown_name` for names that the copy does not have, or has
 *   several times
 */
export async function findIn(copy: CatalogueCopy, asked: OfferFilter, today: string): Promise<Found> {
  const filter = await checkedFilter(asked, copy, today)
  const {
    text = '',
    match = 'any',
    sort = 'relevance',
    offset = 0,
    limit = Number.POSITIVE_INFINITY,
  } = filter
  const searched = text.trim() === '' ? undefined : (await textSearchOf(copy)).find(text, match)
  const passed = await passing(copy, filter, searched?.offers ?? copy.offers, today)
  const sorted =
    sort === 'relevance' ? { offers: passed.offers, hints: [] } : sortOffers(passed.offers, sort, filter.kind)
  const total = sorted.offers.length
  return {
    offers: sorted.offers.slice(offset, offset + limit),
    total,
    ended: passed.ended,
    next: offset + limit < total ? { ...asked, offset: offset + limit } : undefined,
    hints: [...(searched?.hints ?? []), ...passed.hints, ...sorted.hints],
  }
}

/** Help for a search that finds nothing: what else would, such as `3 without comuna` or `2 with ended`. */
export async function helpFor(copy: CatalogueCopy, filter: OfferFilter, today: string): Promise<string[]> {
  const { ended } = await findIn(copy, { ...filter, sort: undefined }, today)
  const help = ended > 0 && !filter.ended ? [`${ended} with ended`] : []
  for (const { name } of FILTERS_OF_COPY) {
    if (filter[name] === undefined || NOT_PROPOSED.includes(name)) continue
    // Without an order, which changes no total: `value` would require the `kind`.
    const { total } = await findIn(copy, { ...filter, [name]: undefined, sort: undefined }, today)
    if (total > 0) help.push(`${total} without ${name}`)
  }
  return help
}

/** Rows that are never proposed for leaving out: they are no filters. For `match`, `text` is proposed. */
const NOT_PROPOSED: readonly FilterRow['name'][] = ['match', 'sort', 'limit', 'offset']

/** The candidates that pass; those that state all that is asked for come before those that may not hold. */
async function passing(
  copy: CatalogueCopy,
  filter: OfferFilter,
  candidates: readonly Offer[],
  today: string,
): Promise<{ offers: Offer[]; ended: number; hints: string[] }> {
  const { where, strict = false } = filter
  const tests = FILTERS_OF_COPY.flatMap((row) => {
    const given = filter[row.name]
    const passes = passesOf(row, copy)
    return passes && given !== undefined
      ? [{ row, test: (offer: Offer) => passes(offer, String(given)) }]
      : []
  })
  const [sure, unsure]: [Offer[], Offer[]] = [[], []]
  let [leftOut, ended] = [0, 0]
  const turn = inSlices()
  for (const offer of candidates) {
    await turn()
    if (where && !where(offer)) continue
    const results = tests.map(({ row, test }) => ({ row, passes: test(offer) }))
    if (results.some(({ passes }) => passes === false)) continue
    const undecided = results.filter(({ passes }) => passes === undefined)
    const isLeftOut = undecided.length > 0 && (strict || undecided.some(({ row }) => row.requires))
    const isOver = hasEnded(offer, today)
    if (isOver && !isLeftOut) ended += 1
    if (isOver && !filter.ended) continue
    if (isLeftOut) leftOut += 1
    else if (undecided.length > 0) unsure.push(offer)
    else sure.push(offer)
  }
  const offers = [...sure, ...unsure]
  const unstated = `do not state their ${listOf(new Set(tests.flatMap(({ row }) => row.asks ?? [])))}`
  const hints: string[] = []
  if (unsure.length > 0) {
    // Another order than `relevance` mixes them with the others.
    const place = (filter.sort ?? 'relevance') === 'relevance' ? ', and come last' : ''
    hints.push(`${unsure.length} of ${offers.length} ${unstated}: they may not hold then${place}.`)
  }
  if (leftOut > 0) hints.push(`${leftOut} more ${unstated}: they are left out.`)
  return { offers, ended, hints }
}

/** The test of a row; undefined if the row compares no offer: the text, which the index answers, the order, the window. */
function passesOf({ valuesOf, passes }: FilterRow, copy: CatalogueCopy): FilterRow['passes'] {
  if (passes || !valuesOf) return passes
  return (offer, given) => valuesOf(offer, copy)?.some(({ slug }) => slug === given)
}

/** `weekdays, start or end` */
function listOf(stated: ReadonlySet<Stated>): string {
  const all = [...stated]
  return [all.slice(0, -1).join(', '), all.at(-1)].filter(Boolean).join(' or ')
}
