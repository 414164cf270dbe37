// The tools of the server: each answers from a copy.

import { benefitKindOf } from '../api/types.ts'
import { OffersError } from '../lib/errors.ts'
import { printable } from '../lib/printable.ts'
import { offersById } from '../mirror/copy-indexes.ts'
import type { CatalogueCopy } from '../mirror/store.ts'
import { findOffers } from './find-offers.ts'
import { type KnownValue, type KnownValues, knownValues, plainValues } from './known-values.ts'
import { NAME_LENGTH, recordOf, shown, WHOLE } from './records.ts'
import {
  type AnySchema,
  findInput,
  findOutput,
  type GetInput,
  getInput,
  getOutput,
  LISTED_FILTERS,
  type ListedFilters,
  type ListInput,
  listInput,
  listOutput,
  type OfferRecord,
  parseArguments,
} from './schemas.ts'

export interface Tool {
  name: string
  title: string
  /** @param known undefined as long as there is no copy */
  description(known?: KnownValues): string
  input(known?: KnownValues): AnySchema
  output: AnySchema
  /**
   * @throws {TypeError} for invalid arguments
   * @throws {OffersError} `unknown_name`, `not_found`
   */
  answer(copy: CatalogueCopy, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
}

export const TOOLS: readonly Tool[] = [
  {
    name: 'find_offers',
    title: 'Find offers',
    description: (known) =>
      'Finds consumer offers (discounts, cashback, 2x1, instalments) by what, where, who and when. All filters that are ' +
      `given must hold, so one call is enough${exampleOf(known)}. The newest come first, with text the best matches.`,
    input: findInput,
    output: findOutput,
    answer: (copy, given) => ({ ...findOffers(copy, parseArguments(findInput(), given)) }),
  },
  {
    name: 'get_offer',
    title: 'Get an offer',
    description: () => 'One offer by its id, with its whole texts and all its comunas.',
    input: getInput,
    output: getOutput,
    answer: (copy, given) => ({ offer: getOffer(copy, parseArguments(getInput(), given)) }),
  },
  {
    name: 'list_filters',
    title: 'List filter values',
    description: () =>
      'The values that find_offers filters by, with their names and the number of offers that have them: issuers, ' +
      'categories, comunas, regions, kinds of benefit, weekdays.',
    input: listInput,
    output: listOutput,
    answer: (copy, given) => ({ filters: listFilters(copy, parseArguments(listInput(), given)) }),
  },
]

function exampleOf(known: KnownValues | undefined): string {
  const [[category], [comuna]] = [plainValues(known?.category ?? []), plainValues(known?.comuna ?? [])]
  return category && comuna ? `, e.g. ${JSON.stringify({ category, weekday: 'tuesday', comuna })}` : ''
}

function getOffer(copy: CatalogueCopy, { id }: GetInput): OfferRecord {
  const offer = offersById(copy).get(id)
  if (offer) return recordOf(offer, WHOLE)
  throw new OffersError(
    'not_found',
    `no offer ${printable(id)} is in the copy: it may have ended; find_offers lists those that hold`,
  )
}

/** Values of each filter, if all are listed, and of one. */
const [FEW, MANY] = [20, 400]

function listFilters(copy: CatalogueCopy, { filter }: ListInput): ListedFilters {
  const values: Record<(typeof LISTED_FILTERS)[number], readonly KnownValue[]> = {
    ...knownValues(copy),
    kind: counted(copy.offers.map((offer) => [benefitKindOf(offer)])),
    weekday: counted(copy.offers.map(({ weekdays }) => weekdays ?? [])),
  }
  const names = filter === undefined ? LISTED_FILTERS : [filter]
  return Object.fromEntries(
    names.map((name) => [name, listOf(values[name], filter === undefined ? FEW : MANY)]),
  )
}

function counted(words: readonly (readonly string[])[]): KnownValue[] {
  const counts = new Map<string, number>()
  for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .map(([word, offers]) => ({ value: word, name: word, offers }))
    .sort((a, b) => b.offers - a.offers)
}

function listOf(values: readonly KnownValue[], most: number) {
  const whole = values.slice(0, most).map(({ value, name, offers }) => ({
    value: shown(value, NAME_LENGTH),
    name: shown(name, NAME_LENGTH),
    offers,
  }))
  return { total: values.length, values: whole }
}
