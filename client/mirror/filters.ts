// The members of a search in a copy, a row each except `where`: the filters of the API, those that only a copy
// has, and the order and window of the answer. Checks, searches, the command line and the tools for agents all read this
// table.

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
import { dayOf, weekdayNumberOf } from '../lib/days.ts'
import { plain } from '../lib/fold.ts'
import { isObject, isText } from '../lib/shapes.ts'
import { oncePerCopy } from './once-per-copy.ts'
import { SORTS, type Sort } from './sort-offers.ts'
import type { CatalogueCopy } from './store.ts'

/** An offer must pass all filters that are given. Those of the API are slugs or names. Days are `YYYY-MM-DD` or `today`. */
export interface OfferFilter extends Pick<ListQuery, FilterName> {
  /**
   * Words in title, category, merchant, issuer, comunas or summary; case, accents and plurals don't matter. The best matches
   * come first: those with more of the words, and with rarer ones. A weekday is read as that filter, and so is the whole
   * name of a comuna, region, issuer or category, unless a title or merchant has it. `sin` and `no` bind to the word behind.
   */
  text?: string | undefined
  /** Whether an offer must have `all` words of `text`, or `any` of them, the default. */
  match?: 'all' | 'any' | undefined
  /** The name of a region, as `comunas()` has it. */
  region?: string | undefined
  kind?: KnownBenefitKind | undefined
  weekday?: Weekday | undefined
  /** It holds on this day, by its dates and weekdays; offers that do not state all of these come last. */
  day?: string | undefined
  /** It ends on this day or later; offers that state no end are left out. */
  ends_from?: string | undefined
  /** It ends on this day or earlier; offers that state no end are left out. */
  ends_by?: string | undefined
  /** It starts on this day or later; offers that state no start are left out. */
  starts_from?: string | undefined
  /** It starts on this day or earlier; offers that state no start are left out. */
  starts_by?: string | undefined
  /** It was added or changed on this day or later, in the time zone of the catalogue: what is new since then. */
  updated_from?: string | undefined
  /**
   * `relevance` is the default: the best matches of `text` first, without a text the newest. `ends` and `starts` begin with
   * the earliest, `updated` with the newest. `value` begins with the largest, of prices with the smallest; it requires a
   * `kind`, and compares within one currency. Offers that do not state it come last.
   */
  sort?: Sort | undefined
  /** At most this many offers; all if not given. */
  limit?: number | undefined
  /** Leaves out this many offers at the beginning. */
  offset?: number | undefined
  /** Leaves out offers that do not state the dates or weekdays asked for. */
  strict?: boolean | undefined
  /** Also finds offers that ended before today, in the time zone of the catalogue; without it they are left out. */
  ended?: boolean | undefined
  /** Any other condition. */
  where?: ((offer: Offer) => boolean) | undefined
}

/** A part of an offer that a filter asks for and the offer may not state. */
export type Stated = 'weekdays' | 'start' | 'end'

/** Whether a search is about what is new, so that each offer shows when it was added or changed. */
export const isByUpdate = ({ sort, updated_from }: OfferFilter): boolean =>
  sort === 'updated' || updated_from !== undefined

/** A filter, or a part of the order and window of the answer. */
export interface FilterRow {
  name: Exclude<keyof OfferFilter, 'where'>
  /** A sentence; it ends in a colon if there are `words`, which a help text adds. */
  about: string
  /**
   * `day`, `flag` for true or false, or a whole number that is `countFrom` or more. Without it, the value is one of `words`,
   * or any text.
   */
  form?: 'day' | 'flag' | { countFrom: number }
  words?: readonly string[]
  /** The values that an offer has; undefined if it does not state them. Filters without it compare no values. */
  valuesOf?: (offer: Offer, copy: CatalogueCopy) => readonly Named[] | undefined
  /** Whether an offer passes; undefined if it does not state what is asked. Without it, `valuesOf` decides. */
  passes?: (offer: Offer, given: string, copy: CatalogueCopy) => boolean | undefined
  /** The parts that it compares and an offer may not state, for hints. */
  asks?: readonly Stated[]
  /** Whether offers that do not state it are left out; otherwise they come after those that match as well, if the order
   * is `relevance`. */
  requires?: boolean
}

/** The beginning of the `about` of a filter by day. */
const A_DAY = 'YYYY-MM-DD or today'

/** A row that the API does not have: a filter that the API gets later has the row of the API alone. */
interface OwnRow extends FilterRow {
  name: Exclude<FilterRow['name'], FilterName>
}

const TEXT_ROWS: readonly OwnRow[] = [
  {
    name: 'text',
    about:
      'Words in title, category, merchant, issuer, comunas or benefit, in the language of the offers; those with more of ' +
      'them and with rarer ones come first. Weekdays and whole names of places and issuers are filters, too.',
  },
  {
    name: 'match',
    about: 'Whether all words of the text must match, or any of them (the default):',
    words: ['all', 'any'] satisfies OfferFilter['match'][],
  },
]

const API_ROWS: readonly FilterRow[] = FILTERS.map(({ name, description, at }) => {
  const steps = stepsOf(at)
  return { name, about: description, valuesOf: (offer) => valuesAt(offer, steps) }
})

const FURTHER_ROWS: readonly OwnRow[] = [
  {
    name: 'region',
    about: 'The name of a region.',
    valuesOf: ({ comunas }, { regions }) =>
      [...new Set(comunas.flatMap(({ slug }) => regions[slug] ?? []))].map(itself),
  },
  {
    name: 'kind',
    about: 'The kind of benefit:',
    words: KNOWN_KINDS,
    valuesOf: (offer) => [itself(benefitKindOf(offer))],
  },
  {
    name: 'weekday',
    about: 'Valid on this weekday:',
    words: WEEKDAYS,
    valuesOf: ({ weekdays }) => weekdays?.map(itself),
    asks: ['weekdays'],
  },
  {
    name: 'day',
    about: `${A_DAY}: valid on this day, by dates and weekdays.`,
    form: 'day',
    passes: holdsOn,
    asks: ['weekdays', 'start', 'end'],
  },
  boundFilter('ends_from', 'ends on this day or later', 'end', (end, day) => end >= day),
  boundFilter('ends_by', 'ends on this day or earlier', 'end', (end, day) => end <= day),
  boundFilter('starts_from', 'starts on this day or later', 'start', (start, day) => start >= day),
  boundFilter('starts_by', 'starts on this day or earlier', 'start', (start, day) => start <= day),
  {
    name: 'updated_from',
    about: `${A_DAY}: added or changed on this day or later.`,
    form: 'day',
    passes: isUpdatedFrom,
  },
  {
    name: 'strict',
    about:
      'Leaves out offers that do not state the weekdays or dates asked for; else they come after the others.',
    form: 'flag',
  },
  { name: 'ended', about: 'Also finds offers that ended before today.', form: 'flag' },
  {
    name: 'sort',
    about:
      'The order. value requires a kind, and begins with the largest value, for prices with the smallest:',
    words: SORTS,
  },
  { name: 'limit', about: 'At most this many offers.', form: { countFrom: 1 } },
  { name: 'offset', about: 'Skips this many offers.', form: { countFrom: 0 } },
]

export const FILTERS_OF_COPY: readonly FilterRow[] = [...TEXT_ROWS, ...API_ROWS, ...FURTHER_ROWS]

/** The filters whose values can be listed. */
export const LISTED_FILTERS: readonly FilterRow[] = FILTERS_OF_COPY.filter(
  ({ valuesOf }) => valuesOf !== undefined,
)

/** The calendar day of the data of a copy. */
export const dayOfData: (copy: CatalogueCopy) => string = oncePerCopy(({ dataAsOf, timeZone }) =>
  dayOf(Date.parse(dataAsOf), timeZone),
)

/** The calendar days of moments; many offers have the same. */
const daysOfUpdates = oncePerCopy(({ timeZone }) => {
  const known = new Map<string, string>()
  return (moment: string): string => {
    const day = known.get(moment) ?? dayOf(Date.parse(moment), timeZone)
    known.set(moment, day)
    return day
  }
})

/** A filter by the first or last day of an offer. */
function boundFilter(
  name: OwnRow['name'],
  about: string,
  stated: 'start' | 'end',
  test: (bound: string, given: string) => boolean,
): OwnRow {
  const member = stated === 'end' ? 'valid_until' : 'valid_from'
  const passes = ({ [member]: bound }: Offer, given: string) =>
    bound === null ? undefined : test(bound, given)
  return { name, about: `${A_DAY}: ${about}.`, form: 'day', passes, asks: [stated], requires: true }
}

/** Undefined if it holds as far as it states its dates and weekdays, and does not state all of them. */
function holdsOn(offer: Offer, day: string, copy: CatalogueCopy): boolean | undefined {
  const { status, valid_from, valid_until, weekdays } = offer
  const weekday = WEEKDAYS[weekdayNumberOf(day)]
  const holds =
    (valid_from ?? day) <= day &&
    day <= (valid_until ?? day) &&
    (weekdays?.some((each) => each === weekday) ?? true)
  // One that runs has begun, whenever that was.
  const hasBegun = valid_from !== null || (status === 'active' && day >= dayOfData(copy))
  const isStated = hasBegun && valid_until !== null && weekdays !== null
  return holds && !isStated ? undefined : holds
}

/** Whether it was added or changed on a day, `YYYY-MM-DD`, or later. */
export function isUpdatedFrom({ updated_at }: Offer, day: string, copy: CatalogueCopy): boolean {
  return daysOfUpdates(copy)(updated_at) >= day
}

/** A value that is its own name. */
function itself(name: string): Named {
  return { slug: name, name }
}

// The steps to the objects with a slug and a name: `['comunas', '*']` for `/comunas/*/slug`.
function stepsOf(at: string): string[] {
  return at
    .replace(/\/slug$/, '')
    .split('/')
    .slice(1)
}

/** The values at the end of the steps: of each item for `*`, none if a member is missing. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): Named[] {
  if (Array.isArray(value) && step === '*') return value.flatMap((item) => valuesAt(item, rest))
  // The API makes a slug of a text that is filtered by.
  if (isText(value)) return plain(value) === '' ? [] : [{ slug: plain(value), name: value }]
  if (!isObject(value)) return []
  return step === undefined ? [value as unknown as Named] : valuesAt(value[step], rest)
}
