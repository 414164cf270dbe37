// Searching a copy: by the filters of the API, and by further ones.

import type { Offer } from '../api/types.ts'
import { inSlices } from '../lib/slices.ts'
import { checkedFilter } from './check-filter.ts'
import {
  dayOfData,
  FILTERS_OF_COPY,
  type FilterRow,
  isUpdatedFrom,
  LISTED_FILTERS,
  type OfferFilter,
  type Stated,
} from './filters.ts'
import { knownValues } from './known-values.ts'
import { textSearchOf } from './once-per-copy.ts'
import { type ReadSearch, readText } from './read-text.ts'
import { sortOffers } from './sort-offers.ts'
import { hasEnded } from './status-on.ts'
import type { CatalogueCopy } from './store.ts'
import type { Match, TextFound } from './text-search.ts'

/** What a search says of its answer. */
export interface FoundFacts {
  /** How many offers were found. The answer has a window of them. */
  total: number
  /** How many offers that match ended before today; they are left out unless the filter has `ended`. */
  ended: number
  /** The same search, for the next window; undefined if this one is the last. */
  next: OfferFilter | undefined
  /**
   * What the search did that a reader would not expect, a sentence each: words that it read as filters, replaced or left
   * out, how many offers have all words, offers that do not state what was asked for.
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
  const found = await findRead(copy, await readSearch(copy, asked, today), today)
  const { next } = found
  return { ...found, next: next && { ...asked, offset: next.offset } }
}

/** A search whose names and text are read, for `findRead`. @throws as `findIn` */
export async function readSearch(
  copy: CatalogueCopy,
  asked: OfferFilter,
  today: string,
): Promise<ReadSearch> {
  const { filter, hints } = await checkedFilter(asked, copy, today)
  const read = await readText(copy, filter, today)
  return { ...read, hints: [...hints, ...read.hints] }
}

export async function findRead(copy: CatalogueCopy, read: ReadSearch, today: string): Promise<Found> {
  const { filter, words } = read
  const { match = 'any', sort = 'relevance', offset = 0, limit = Number.POSITIVE_INFINITY } = filter
  const searched = words && (await textSearchOf(copy)).find(words, match)
  const matches = searched?.matches ?? copy.offers.map((offer) => ({ offer, level: 0, lacks: [] }))
  const passed = await passing(copy, read, matches, today)
  const offers = passed.matches.map(({ offer }) => offer)
  const sorted = sort === 'relevance' ? { offers, hints: [] } : sortOffers(offers, sort, filter.kind)
  const total = sorted.offers.length
  const isPast = filter.ended || (filter.day ?? today) < today
  const hasNoEnded = isPast && !copy.offers.some((offer) => hasEnded(offer, today))
  const { updated_from: since } = filter
  const areAllNew = since !== undefined && copy.offers.every((offer) => isUpdatedFrom(offer, since, copy))
  const shown = sorted.offers.slice(offset, offset + limit)
  return {
    offers: shown,
    total,
    ended: passed.ended,
    next: offset + limit < total ? { ...filter, offset: offset + limit } : undefined,
    hints: [
      ...read.hints,
      ...(searched?.hints ?? []),
      ...(searched ? coverageHints(searched, passed.matches, shown) : []),
      ...passed.hints,
      ...sorted.hints,
      ...(areAllNew
        ? [`All ${copy.offers.length} offers of the copy were added or changed since ${since}.`]
        : []),
      ...(hasNoEnded
        ? [`The copy has no offer that ended: it has those that ran or were to start on ${dayOfData(copy)}.`]
        : []),
    ],
  }
}

/** How many of the offers that were found have all words, and if none has, the words that no shown one has. */
function coverageHints(
  { words, unknown }: TextFound,
  found: readonly Match[],
  shown: readonly Offer[],
): string[] {
  const all = [...words, ...unknown]
  if (all.length < 2 || found.length === 0) return []
  const whole = unknown.length > 0 ? 0 : found.filter(({ lacks }) => lacks.length === 0).length
  if (whole > 0) return [`${whole} of ${found.length} have all words.`]
  const lacksOf = new Map(found.map(({ offer, lacks }) => [offer, lacks]))
  const missing = words.filter((word) => shown.every((offer) => lacksOf.get(offer)?.includes(word)))
  const named = all.map((word) => `"${word}"`)
  const hints = [
    `0 of ${found.length} match ${named.length === 2 ? 'both' : 'all of'} ${named.slice(0, -1).join(', ')} and ${named.at(-1)}.`,
  ]
  if (missing.length > 0) hints.push(`No shown offer has ${missing.join(', ')}.`)
  return hints
}

/** Help for a search that finds nothing: what else would, such as `3 without comuna` or `2 with ended`. */
export async function helpFor(copy: CatalogueCopy, asked: OfferFilter, today: string): Promise<string[]> {
  const read = await readSearch(copy, { ...asked, sort: undefined }, today)
  const { filter, weekdays, words } = read
  const totalOf = async (other: Partial<ReadSearch>) =>
    (await findRead(copy, { ...read, ...other }, today)).total
  const { ended } = await findRead(copy, read, today)
  const help = ended > 0 && !filter.ended ? [`${ended} with ended`] : []
  const known = await knownValues(copy, today)
  for (const { name, words: ofTable } of LISTED_FILTERS) {
    const value = filter[name]
    if (value === undefined || known(name).some((each) => each.value === value && each.offers > 0)) continue
    // Many issuers say the kind of a benefit in words alone.
    const instead = ofTable && !words ? `text instead of ${name}` : `another ${name}`
    help.push(`${instead}, since no offer that runs has the ${name} ${value}`)
  }
  const without = async (name: string, other: Partial<ReadSearch>) => {
    const total = await totalOf(other)
    if (total > 0) help.push(`${total} without ${name}`)
  }
  if (words) await without('text', { words: undefined })
  if (weekdays.length > 0) await without('weekday', { weekdays: [] })
  for (const { name } of FILTERS_OF_COPY) {
    if (filter[name] === undefined || NOT_PROPOSED.includes(name)) continue
    await without(name, { filter: { ...filter, [name]: undefined } })
  }
  return help
}

/** Rows that are never proposed for leaving out: they are no filters. For `match`, the words are proposed. */
const NOT_PROPOSED: readonly FilterRow['name'][] = ['text', 'match', 'sort', 'limit', 'offset']

/**
 * The matches that pass: of one level, those that state all that is asked for come before those that may not hold.
 */
async function passing(
  copy: CatalogueCopy,
  { filter, weekdays, words }: ReadSearch,
  candidates: readonly Match[],
  today: string,
): Promise<{ matches: Match[]; ended: number; hints: string[] }> {
  const { where, strict = false } = filter
  const tests = FILTERS_OF_COPY.flatMap((row) => {
    const given = row.name === 'weekday' && weekdays.length > 0 ? weekdays : filter[row.name]
    const passes = passesOf(row, copy)
    if (!passes || given === undefined) return []
    const values = [given].flat().map(String)
    return [{ row, test: (offer: Offer) => passes(offer, values) }]
  })
  const asksWeekdays = tests.some(({ row }) => row.asks?.includes('weekdays'))
  const found: { match: Match; doubts: number }[] = []
  let [leftOut, ended] = [0, 0]
  const turn = inSlices()
  for (const match of candidates) {
    await turn()
    const { offer } = match
    if (where && !where(offer)) continue
    if (tests.some(({ test }) => test(offer) === false)) continue
    const undecided = tests.filter(({ test }) => test(offer) === undefined)
    const isLeftOut = undecided.length > 0 && (strict || undecided.some(({ row }) => row.requires))
    const isOver = hasEnded(offer, today)
    if (isOver && !isLeftOut) ended += 1
    if (isOver && !filter.ended) continue
    if (isLeftOut) leftOut += 1
    else found.push({ match, doubts: undecided.length === 0 ? 0 : asksWeekdays && !offer.weekdays ? 2 : 1 })
  }
  found.sort((a, b) => b.match.level - a.match.level || a.doubts - b.doubts)
  const unsure = found.filter(({ doubts }) => doubts > 0).length
  const unstated = `do not state their ${listOf(new Set(tests.flatMap(({ row }) => row.asks ?? [])))}`
  const hints: string[] = []
  if (unsure > 0) {
    // Another order than `relevance` mixes them with the others.
    const isRanked = (filter.sort ?? 'relevance') === 'relevance'
    const place = words ? ', and rank lower' : ', and come last'
    hints.push(`${unsure} of ${found.length} ${unstated}: they may not hold then${isRanked ? place : ''}.`)
  }
  const later = found.filter(({ match }) => (match.offer.valid_from ?? today) > today).length
  const isByDay = weekdays.length > 0 || filter.weekday !== undefined || filter.day !== undefined
  if (isByDay && later > 0) hints.push(`${later} of ${found.length} start after today.`)
  if (leftOut > 0) hints.push(`${leftOut} more ${unstated}: they are left out.`)
  return { matches: found.map(({ match }) => match), ended, hints }
}

/**
 * The test of a row: whether an offer passes one of the given values; undefined if the row compares no offer: the text,
 * which the index answers, the order, the window.
 */
function passesOf(
  { valuesOf, passes }: FilterRow,
  copy: CatalogueCopy,
): ((offer: Offer, given: readonly string[]) => boolean | undefined) | undefined {
  if (passes) return (offer, [given = '']) => passes(offer, given, copy)
  return valuesOf && ((offer, given) => valuesOf(offer, copy)?.some(({ slug }) => given.includes(slug)))
}

/** `weekdays, start or end` */
function listOf(stated: ReadonlySet<Stated>): string {
  const all = [...stated]
  return [all.slice(0, -1).join(', '), all.at(-1)].filter(Boolean).join(' or ')
}
