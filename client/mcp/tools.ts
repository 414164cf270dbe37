// The tools of the server: each answers from a copy.

import type { ZodType } from 'zod'
import { OffersError } from '../api/errors.ts'
import { knownValues, LISTED_FILTERS } from '../mirror/known-values.ts'
import { offersById } from '../mirror/once-per-copy.ts'
import type { CatalogueCopy } from '../mirror/store.ts'
import { findOffers } from './find-offers.ts'
import { NAME_LENGTH, recordOf, shown, WHOLE } from './records.ts'
import {
  FIND_INPUT,
  GET_INPUT,
  type GetInput,
  LIST_INPUT,
  type ListInput,
  parseArguments,
} from './schemas.ts'

type Given = Readonly<Record<string, unknown>>

export interface Tool {
  name: string
  title: string
  description: string
  input: ZodType
  /**
   * @param today `YYYY-MM-DD`
   * @throws {TypeError} for invalid arguments
   * @throws {OffersError} `unknown_name`, `not_found`
   */
  answer(copy: CatalogueCopy, given: Given, today: string): Promise<object>
}

export const TOOLS: readonly Tool[] = [
  {
    name: 'find_offers',
    title: 'Find offers',
    description:
      'Finds consumer offers (discounts, cashback, 2x1, instalments) by what, where, who and when. All filters that are ' +
      'given must hold, so one call is enough. The newest come first, with text the best matches.',
    input: FIND_INPUT,
    answer: (copy, given, today) => findOffers(copy, parseArguments(FIND_INPUT, given), today),
  },
  {
    name: 'get_offer',
    title: 'Get an offer',
    description: 'One offer by its id, with its whole texts and all its comunas.',
    input: GET_INPUT,
    answer: async (copy, given) => ({ offer: getOffer(copy, parseArguments(GET_INPUT, given)) }),
  },
  {
    name: 'list_filters',
    title: 'List filter values',
    description: `The values that find_offers filters by, with their names and the number of offers that have them: ${LISTED_FILTERS.join(', ')}.`,
    input: LIST_INPUT,
    answer: async (copy, given) => ({ filters: await listFilters(copy, parseArguments(LIST_INPUT, given)) }),
  },
]

function getOffer(copy: CatalogueCopy, { id }: GetInput) {
  const offer = offersById(copy).get(id)
  if (offer) return recordOf(offer, WHOLE)
  throw new OffersError(
    'not_found',
    `no offer ${id} is in the copy: it may have ended; find_offers lists those that hold`,
  )
}

/** Values of each filter, if all are listed, and of one. */
const [FEW, MANY] = [20, 400]

async function listFilters(copy: CatalogueCopy, { filter }: ListInput) {
  const known = await knownValues(copy)
  const most = filter === undefined ? FEW : MANY
  const names = LISTED_FILTERS.filter((name) => filter === undefined || name === filter)
  return Object.fromEntries(
    names.map((name) => {
      const values = known[name].slice(0, most).map((each) => ({
        value: shown(each.value, NAME_LENGTH),
        name: shown(each.name, NAME_LENGTH),
        offers: each.offers,
      }))
      return [name, { total: known[name].length, values }]
    }),
  )
}
