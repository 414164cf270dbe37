// How the numbers of the page fall on the days after its build, as offers end: for the script, which knows what day it is.

import { dayAfter } from '../../../lib/time/calendar.ts'
import { type CatalogueOffer, parseOfferLine } from '../../day/catalogue-offer.ts'
import type { Lines } from '../../day/line-store.ts'
import type { LastDays } from '../../home/content/home-facts.ts'

/** By the days on which offers end. Those that state no end stay. */
export function lastDaysOf(offers: Iterable<Pick<CatalogueOffer, 'valid_until'>>): LastDays {
  return countedByDay(Array.from(offers, ({ valid_until }) => valid_until))
}

/** By the days on which the values of a filter have their last offers. */
export function lastDaysOfValues(
  offers: Iterable<CatalogueOffer>,
  filter: keyof CatalogueOffer['slugs'],
): LastDays {
  const latest = new Map<string, string | null>()
  for (const { slugs, valid_until } of offers) {
    for (const slug of slugs[filter]) {
      const known = latest.get(slug)
      if (known === undefined) latest.set(slug, valid_until)
      else if (known !== null && (valid_until === null || valid_until > known)) latest.set(slug, valid_until)
    }
  }
  return countedByDay([...latest.values()])
}

/** By the last days on which offers have not started yet. */
export function lastDaysBefore(offers: Iterable<CatalogueOffer>, lines: Lines): LastDays {
  const days: (string | null)[] = []
  for (const { status, line } of offers) {
    if (status !== 'scheduled') continue
    const { valid_from } = parseOfferLine(lines.at(line))
    days.push(valid_from && dayAfter(valid_from, -1))
  }
  return countedByDay(days)
}

function countedByDay(days: readonly (string | null)[]): LastDays {
  const counts = new Map<string, number>()
  for (const day of days) if (day !== null) counts.set(day, (counts.get(day) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}
