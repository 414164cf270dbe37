// What the API does not filter by, asked of a copy.

import { benefitKindOf, type KnownBenefitKind } from '../api/known.ts'
import type { Offer, Weekday } from '../api/types.ts'

/** All that is given must hold. */
export interface OfferFilter {
  /** Words that all stand in title, merchant, summary, issuer, category or comunas; case and accents are one. */
  text?: string | undefined
  /** A slug. */
  issuer?: string | undefined
  /** A slug. */
  category?: string | undefined
  /** A slug. */
  comuna?: string | undefined
  /** The name of a region, as `comunas()` has it; case and accents are one. */
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

type Test = (offer: Offer) => boolean

/** A function that tells whether an offer passes. @throws {TypeError} if `day` is none */
export function testOf(filter: OfferFilter, regions: Readonly<Record<string, string>>): Test {
  const { issuer, category, comuna, kind, weekday, where, strict = false } = filter
  const tests: Test[] = []
  if (issuer !== undefined) tests.push((offer) => offer.issuer.slug === issuer)
  if (category !== undefined) tests.push((offer) => offer.category.slug === category)
  if (comuna !== undefined) tests.push((offer) => offer.comunas.some(({ slug }) => slug === comuna))
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
  const wanted = folded(region)
  const slugs = new Set(
    Object.entries(regions).flatMap(([slug, name]) => (folded(name) === wanted ? slug : [])),
  )
  return ({ comunas }) => comunas.some(({ slug }) => slugs.has(slug))
}

function withWords(text: string): Test {
  const words = folded(text).split(/\s+/).filter(Boolean)
  return ({ title, merchant, benefit, issuer, category, comunas }) => {
    const names = [issuer, category, ...comunas].map(({ name }) => name)
    const all = folded([title, merchant ?? '', benefit.summary, ...names].join('\n'))
    return words.every((word) => all.includes(word))
  }
}

/** In small letters, without accents. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
