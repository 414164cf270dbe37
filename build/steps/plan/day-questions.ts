// The questions that the page answers without a click, and the days of its calendar, from the offers of the day. The
// questions are chosen by the offers, so that they find some in any catalogue.

import type { Offer } from '../../../contract/offers/offer.ts'
import { compareText } from '../../../lib/lists.ts'
import { dayAfter } from '../../../lib/time/calendar.ts'
import { type CatalogueOffer, parseOfferLine } from '../../day/catalogue-offer.ts'
import type { Lines } from '../../day/line-store.ts'
import type { Question, TitledCount, WeekDay } from '../../home/content/home-facts.ts'
import { worthOf } from '../../home/content/offer-card.ts'
import { SHOWN, WEEK_DAYS } from '../../home/content/shown.ts'
import { lastDaysOf, lastDaysOfWeek } from './last-days.ts'

/** The day that the questions are about. */
interface AskedDay {
  /** In the order of the catalogue. */
  listed: readonly CatalogueOffer[]
  lines: Lines
  /** `YYYY-MM-DD`. */
  day: string
  comunas: readonly FilterValue[]
  categories: readonly FilterValue[]
}

/** A comuna or a category, with the number of its offers. */
interface FilterValue {
  slug: string
  name: string
  offers_count: number
}

/** Leaves out questions that find nothing. */
export function questionsOf(day: AskedDay): Question[] {
  return [placeQuestion(day), benefitQuestion(day), endsQuestion(day)].filter(({ total }) => total > 0)
}

/**
 * The offers of the largest comuna, or of the largest category if no offer has a comuna. Some may not hold today: the API
 * has no filter for days.
 */
function placeQuestion(day: AskedDay): Question {
  const comuna = largest(day.comunas)
  if (comuna) return askWithFilter(day, 'comuna', comuna.slug, `In ${comuna.name}`)
  // On a day without offers no category is the largest, and the question finds nothing.
  const { slug, name } = largest(day.categories) ?? { slug: '', name: '' }
  return askWithFilter(day, 'category', slug, name)
}

function askWithFilter(day: AskedDay, filter: 'comuna' | 'category', slug: string, label: string): Question {
  const found = day.listed.filter(({ slugs }) => slugs[filter].includes(slug))
  return withAnswer(day, found, { label, ask: { query: { [filter]: slug, limit: String(SHOWN) } } })
}

/**
 * The offers that are two for the price of one; without such offers, those with the same benefit as the first offer that
 * states a value. Finds nothing if no offer states one.
 */
function benefitQuestion(day: AskedDay): Question {
  const twoForOne = askForBenefit(day, { kind: 'multibuy', value: 2 })
  if (twoForOne.total > 0) return twoForOne
  const first = day.listed.find(({ value }) => value !== null)
  return first ? askForBenefit(day, first) : twoForOne
}

function askForBenefit(day: AskedDay, { kind, value }: Pick<Offer['benefit'], 'kind' | 'value'>): Question {
  const found = day.listed.filter((offer) => offer.kind === kind && offer.value === value)
  const find = `{
  kind: '${kind}',
  where: ({ benefit }) => benefit.value === ${value},
  limit: ${SHOWN},
}`
  const question = withAnswer(day, found, { label: '', ask: { find } })
  // In Spanish, two for the price of one is 2x1. A catalogue whose offers say so gets this label.
  const isTwoForOne = kind === 'multibuy' && value === 2
  const isCalled2x1 = isTwoForOne && found.some(({ line }) => day.lines.at(line).includes('2x1'))
  if (isCalled2x1) return { ...question, label: '2x1' }
  const [first] = question.offers
  return { ...question, label: first ? worthOf(first) : '' }
}

/** The offers that end on this day or on one of the next six, the earliest end first. The script of the page moves the week. */
function endsQuestion(day: AskedDay): Question {
  const last = dayAfter(day.day, WEEK_DAYS - 1)
  const ending = day.listed
    .filter(({ valid_until }) => valid_until !== null)
    .sort((a, b) => compareText(a.valid_until ?? '', b.valid_until ?? ''))
  // No listed offer ended before today, so only the last day is compared.
  const found = ending.filter(({ valid_until }) => (valid_until ?? '') <= last)
  const find = `{
  ends_from: '${day.day}',
  ends_by: '${last}',
  sort: 'ends',
  limit: ${SHOWN},
}`
  const question = withAnswer(day, found, { label: 'Ends within a week', ask: { find } })
  const next = firstOfLaterDays(day, ending).map(({ line }): Offer => parseOfferLine(day.lines.at(line)))
  return { ...question, next, week: { from: day.day, last }, lastDays: lastDaysOfWeek(ending, day.day) }
}

/** Beyond those of the day itself, the first offers that end from each of the next seven days on. */
function firstOfLaterDays({ day }: AskedDay, ending: readonly CatalogueOffer[]): CatalogueOffer[] {
  const firsts = new Set<CatalogueOffer>()
  for (let days = 1; days <= WEEK_DAYS; days++) {
    const later = dayAfter(day, days)
    const from = ending.findIndex(({ valid_until }) => (valid_until ?? '') >= later)
    if (from >= 0) for (const offer of ending.slice(from, from + SHOWN)) firsts.add(offer)
  }
  const last = dayAfter(day, WEEK_DAYS - 1)
  const shown = ending.slice(0, SHOWN).filter(({ valid_until }) => (valid_until ?? '') <= last)
  return [...firsts].filter((offer) => !shown.includes(offer))
}

/** @param found all offers that the question finds */
function withAnswer(
  { lines, day }: AskedDay,
  found: readonly CatalogueOffer[],
  question: Pick<Question, 'label' | 'ask'>,
): Question {
  const [first, rest] = [found.slice(0, SHOWN), found.slice(SHOWN)]
  // After midnight the script of the page replaces offers that ended on the day: `next` has one more offer for each of them.
  const ending = first.filter(({ valid_until }) => valid_until === day).length
  const next = rest.filter(({ valid_until }) => valid_until !== day).slice(0, ending)
  const parsed = (offers: readonly CatalogueOffer[]) =>
    offers.map(({ line }): Offer => parseOfferLine(lines.at(line)))
  return {
    ...question,
    offers: parsed(first),
    next: parsed(next),
    week: null,
    total: found.length,
    lastDays: lastDaysOf(found),
  }
}

/** The value with the most offers; if several have the most, the first by slug. Undefined if none has offers. */
function largest(values: readonly FilterValue[]): FilterValue | undefined {
  return values
    .filter(({ offers_count }) => offers_count > 0)
    .sort((a, b) => b.offers_count - a.offers_count || compareText(a.slug, b.slug))[0]
}

/** For the day and each of the next thirteen: the offers that start on it, and those that end on it. */
export function weekOf({ listed, lines, day }: AskedDay): WeekDay[] {
  const titledCount = (offers: readonly CatalogueOffer[]): TitledCount => {
    const [first] = offers
    return { count: offers.length, title: first && parseOfferLine(lines.at(first.line)).title }
  }
  return Array.from({ length: 2 * WEEK_DAYS }, (_, index) => {
    const date = dayAfter(day, index)
    return {
      day: date,
      starts: titledCount(listed.filter(({ valid_from }) => valid_from === date)),
      ends: titledCount(listed.filter(({ valid_until }) => valid_until === date)),
    }
  })
}
