// Searching a copy: by the filters of the API, and by what the API does not filter by.

import { FILTERS } from '../api/description.ts'
import {
  benefitKindOf,
  type FilterName,
  type KnownBenefitKind,
  type ListQuery,
  type Offer,
  type Weekday,
} from '../api/types.ts'

/** All that is given must hold. The filters of the API are slugs. */
export interface OfferFilter extends Pick<ListQuery, FilterName> {
  /** Words that all stand in title, merchant, summary, issuer, category or comunas; case and accents don't matter. */
  text?: string | undefined
  /** The name of a region, as `comunas()` has it; case and accents don't matter. */
  region?: string | undefined
  kind?: KnownBenefitKind | undefined
  /** `YYYY-MM-DD`: it holds on this day, by its dates and weekdays. */
  day?: string | undefined
  weekday?: Weekday | undefined
  /** Only what is said to hold then: leaves out what has no dates, or no weekdays, because they are not known. */
  strict?: boolean | undefined
  /** Anything else. */
  where?: ((offer: Offer) => boolean) | undefined
}

/** The slugs with which each filter of the API finds an offer. */
const SLUGS_OF: Readonly<Record<FilterName, (offer: Offer) => readonly string[]>> = {
  issuer: ({ issuer }) => [issuer.slug],
  category: ({ category }) => [category.slug],
  comuna: ({ comunas }) => comunas.map(({ slug }) => slug),
}

type Test = (offer: Offer) => boolean

/** A function that tells whether an offer passes. @throws {TypeError} if `day` is none */
export function testOf(filter: OfferFilter, regions: Readonly<Record<string, string>>): Test {
  const { kind, weekday, where, strict = false } = filter
  const tests: Test[] = FILTERS.flatMap(({ name }) => {
    const slug = filter[name]
    return slug === undefined ? [] : (offer: Offer) => SLUGS_OF[name](offer).includes(slug)
  })
  if (kind !== undefined) tests.push((offer) => benefitKindOf(offer) === kind)
  if (weekday !== undefined) tests.push(({ weekdays }) => weekdays?.includes(weekday) ?? !strict)
  if (filter.day !== undefined) tests.push(onDay(filter.day, strict))
  if (filter.region !== undefined) tests.push(inRegion(filter.region, regions))
  if (filter.text !== undefined) tests.push(withWords(filter.text))
  if (where) tests.push(where)
  return (offer) => tests.every((test) => test(offer))
}

const WEEKDAYS: readonly Weekday[] = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
]

function onDay(day: string, strict: boolean): Test {
  const moment = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day) {
    throw new TypeError(`day: expected YYYY-MM-DD, found ${day}`)
  }
  const weekday = WEEKDAYS[moment.getUTCDay()]
  return ({ valid_from, valid_until, weekdays }) => {
    if (strict && (valid_from === null || valid_until === null || weekdays === null)) return false
    const holds = (valid_from ?? day) <= day && day <= (valid_until ?? day)
    return holds && (weekdays?.some((each) => each === weekday) ?? true)
  }
}

function inRegion(region: string, regions: Readonly<Record<string, string>>): Test {
  const wanted = fold(region)
  const slugs = new Set(
    Object.entries(regions).flatMap(([slug, name]) => (fold(name) === wanted ? slug : [])),
  )
  return ({ comunas }) => comunas.some(({ slug }) => slugs.has(slug))
}

function withWords(text: string): Test {
  const words = fold(text).split(/\s+/).filter(Boolean)
  return ({ title, merchant, benefit, issuer, category, comunas }) => {
    const names = [issuer, category, ...comunas].map(({ name }) => name)
    const all = fold([title, merchant ?? '', benefit.summary, ...names].join('\n'))
    return words.every((word) => all.includes(word))
  }
}

/** Lower case, without accents: `Ñuñoa` is `nunoa`. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
