// The tools of the server: each answers from a copy.

import type { ZodType } from 'zod'
import { OffersError } from '../api/errors.ts'
import { plain } from '../lib/fold.ts'
import { LISTED_FILTERS } from '../mirror/filters.ts'
import { type KnownValue, knownValues } from '../mirror/known-values.ts'
import { offersById } from '../mirror/once-per-copy.ts'
import type { CatalogueCopy } from '../mirror/store.ts'
import { findOffers } from './find-offers.ts'
import { bounded, NAME_LENGTH, shown, wholeOf } from './records.ts'
import { FIND_INPUT, GET_INPUT, LIST_INPUT, parseArguments } from './schemas.ts'

interface Facts<T> {
  name: string
  title: string
  description: string
  input: ZodType<T>
  /**
   * @param today `YYYY-MM-DD`
   * @throws {OffersError} `unknown_name`, `not_found`
   * @throws {TypeError} for arguments that fit the schema, but not each other or the calendar
   */
  answer(copy: CatalogueCopy, given: T, today: string): Promise<object>
}

type Given = Readonly<Record<string, unknown>>

/** A tool that checks what agents give it. It throws a `TypeError` for invalid arguments. */
const tool = <T>({ answer, ...facts }: Facts<T>) => ({
  ...facts,
  answer: async (copy: CatalogueCopy, given: Given, today: string) =>
    answer(copy, parseArguments(facts.input, given), today),
})

export const TOOLS = [
  tool({
    name: 'find_offers',
    title: 'Find offers',
    description:
      'Finds consumer offers (discounts, cashback, 2x1, instalments) by what, where, who and when. All filters that are ' +
      'given must hold, so one call is enough; none excludes. The newest come first, with text the best matches.',
    input: FIND_INPUT,
    answer: findOffers,
  }),
  tool({
    name: 'get_offer',
    title: 'Get an offer',
    description: 'One offer by its id, with its whole texts and all its comunas.',
    input: GET_INPUT,
    async answer(copy, { id }, today) {
      const offer = offersById(copy).get(id)
      if (offer) return { offer: wholeOf(offer, today) }
      throw new OffersError(
        'not_found',
        `no offer ${id} is in the copy: it may have ended; find_offers lists those that hold`,
      )
    },
  }),
  tool({
    name: 'list_filters',
    title: 'List filter values',
    description: `The values that find_offers filters by, with their names and the number of offers that have them: ${LISTED_FILTERS.map(({ name }) => name).join(', ')}.`,
    input: LIST_INPUT,
    async answer(copy, { filter, empty = false }, today) {
      const known = await knownValues(copy, today)
      const rows = LISTED_FILTERS.filter(({ name }) => filter === undefined || name === filter)
      const lists = rows.map(({ name }) => {
        const all = known(name)
        const values = bounded(
          all
            .filter(({ offers }) => (offers === 0) === empty)
            .slice(0, filter === undefined ? FEW : undefined)
            .map((each) => (empty ? shown(each.value, NAME_LENGTH) : valueWithOffers(each))),
          MAX_LISTS / rows.length,
        )
        return [
          name,
          { total: all.length, with_offers: all.filter(({ offers }) => offers > 0).length, values },
        ]
      })
      return { filters: Object.fromEntries(lists) }
    },
  }),
] as const

/** How many values of each filter are listed if all filters are. */
const FEW = 20

/** All values of an answer together, as JSON, in characters. With the envelope, an answer has at most 8 kB. */
const MAX_LISTS = 6_400

/** A value as agents give it back. Without `value` it is the name, whose case and accents do not matter. */
function valueWithOffers({ value, name, offers }: KnownValue) {
  const names = { name: shown(name, NAME_LENGTH), offers }
  return plain(name) === value ? names : { value: shown(value, NAME_LENGTH), ...names }
}
