// How the numbers of the page fall on the days after its build, see `LastDays`. The script of the page subtracts, because
// only it knows the day on which the page is read.

import { dayAfter } from '../../../lib/time/calendar.ts'
import { type CatalogueOffer, parseOfferLine } from '../../day/catalogue-offer.ts'
import type { Lines } from '../../day/line-store.ts'
import type { LastDays } from '../../home/content/home-facts.ts'
import { WEEK_DAYS } from '../../home/content/shown.ts'

/** For the number of offers: each counts up to its end, and always if it states no end. */
export function lastDaysOf(offers: Iterable<Pick<CatalogueOffer, 'valid_until'>>): LastDays {
  return countedByDay(Array.from(offers, ({ valid_until }) => valid_until))
}

/** For the number of values of a filter that have offers: each value counts up to the end of its last offer. */
export function lastDaysOfValues(
  offers: Iterable<CatalogueOffer>,
  filter: keyof CatalogueOffer['slugs'],
): LastDays {
  // The last end of each value; null if an offer of it states no end.
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

/** For the number of scheduled offers: each counts up to the day before its start. */
export function lastDaysBeforeStart(offers: Iterable<CatalogueOffer>, lines: Lines): LastDays {
  const days: (string | null)[] = []
  for (const { status, line } of offers) {
    if (status !== 'scheduled') continue
    const { valid_from } = parseOfferLine(lines.at(line))
    days.push(valid_from && dayAfter(valid_from, -1))
  }
  return countedByDay(days)
}

/**
 * For the number of offers that end within a week, on a day or one of the next six: those that ended count no more, those
 * that end seven days later begin to count.
 * @param day the first day of the week, `YYYY-MM-DD`
 */
export function lastDaysOfWeek(offers: Iterable<Pick<CatalogueOffer, 'valid_until'>>, day: string): LastDays {
  const changes = new Map<string, number>()
  for (const [end, count] of lastDaysOf(offers)) {
    changes.set(end, (changes.get(end) ?? 0) + count)
    const before = dayAfter(end, -WEEK_DAYS)
    if (before >= day) changes.set(before, (changes.get(before) ?? 0) - count)
  }
  return [...changes].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Leaves out null, which stands for no last day. */
function countedByDay(days: readonly (string | null)[]): LastDays {
  const counts = new Map<string, number>()
  for (const day of days) if (day !== null) counts.set(day, (counts.get(day) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}
