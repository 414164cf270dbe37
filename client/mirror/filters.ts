// The filters of a copy, a row each: those of the API, and those that only a copy has.

import { FILTERS } from '../api/description.ts'
import {
  benefitKindOf,
  type FilterName,
  KNOWN_KINDS,
  type KnownBenefitKind,
  type ListQuery,
  type Named,
  type Offer,
  WEEKDAYS,
  type Weekday,
} from '../api/types.ts'
import { isObject, isText } from '../lib/shapes.ts'
import { plain } from '../lib/words.ts'
import type { CatalogueCopy } from './store.ts'

/** An offer must pass all filters that are given. Those of the API are slugs or names. */
export interface OfferFilter extends Pick<ListQuery, FilterName> {
  /**
   * Words in title, category, merchant, issuer, comunas, weekdays or summary; case, accents and plurals don't matter.
   * The best matches come first: those with more of the words, and with rarer ones.
   */
  text?: string | undefined
  /** Whether an offer must have `all` words of `text`, or `any` of them, the default. */
  match?: 'all' | 'any' | undefined
  /** The name of a region, as `comunas()` has it. */
  region?: string | undefined
  kind?: KnownBenefitKind | undefined
  /** `YYYY-MM-DD`: it holds on this day, by its dates and weekdays. */
  day?: string | undefined
  weekday?: Weekday | undefined
  /** Leaves out offers whose dates or weekdays are unknown. */
  strict?: boolean | undefined
  /** Anything else. */
  where?: ((offer: Offer) => boolean) | undefined
}

/** The filters that are texts: all but `strict` and `where`. */
export type TextFilter = Exclude<keyof OfferFilter, 'strict' | 'where'>

export interface FilterRow {
  name: TextFilter
  about: string
  /** Those that it takes; any text if there are none. */
  words?: readonly string[]
  /** The values that an offer has; undefined if it does not state them. Filters without it compare no values. */
  valuesOf?: (offer: Offer, copy: CatalogueCopy) => readonly Named[] | undefined
}

export const FILTERS_OF_COPY: readonly FilterRow[] = [
  ...FILTERS.map(({ name, description, at }) => {
    const steps = stepsOf(at)
    return { name, about: description, valuesOf: (offer: Offer) => valuesAt(offer, steps) }
  }),
  {
    name: 'region',
    about: 'The name of a region.',
    valuesOf: ({ comunas }, { regions }) =>
      [...new Set(comunas.flatMap(({ slug }) => regions[slug] ?? []))].map(itself),
  },
  {
    name: 'kind',
    about: 'The kind of benefit.',
    words: KNOWN_KINDS,
    valuesOf: (offer) => [itself(benefitKindOf(offer))],
  },
  {
    name: 'weekday',
    about: 'Holds on this weekday.',
    words: WEEKDAYS,
    valuesOf: ({ weekdays }) => weekdays?.map(itself),
  },
  { name: 'day', about: 'YYYY-MM-DD: holds on this day, by dates and weekdays.' },
  {
    name: 'text',
    about:
      'Words in title, category, merchant, issuer, comunas, weekdays or benefit, in the language of the offers; those ' +
      'with more of them and with rarer ones come first.',
  },
  {
    name: 'match',
    about: 'Whether all words of the text must match, or any, the default:',
    words: ['all', 'any'] satisfies OfferFilter['match'][],
  },
]

/** The filters whose values can be listed. */
export const LISTED_FILTERS = FILTERS_OF_COPY.filter(({ valuesOf }) => valuesOf !== undefined)

function itself(name: string): Named {
  return { slug: name, name }
}

/** Where the values are: what has a slug has a name next to it. */
function stepsOf(at: string): string[] {
  return at
    .replace(/\/slug$/, '')
    .split('/')
    .slice(1)
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): Named[] {
  if (Array.isArray(value) && step === '*') return value.flatMap((item) => valuesAt(item, rest))
  // A text has the value that the API makes of it.
  if (isText(value)) return plain(value) === '' ? [] : [{ slug: plain(value), name: value }]
  if (!isObject(value)) return []
  return step === undefined ? [value as unknown as Named] : valuesAt(value[step], rest)
}
