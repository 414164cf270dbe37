// Step: lists the moments that clients can ask changes for, with the number of changes since each. An answer must be
// complete, so a moment stays only as long as the release has all offers that were withdrawn since.

import { WITHDRAWN_DAYS } from '../../../contract/offers/offer.ts'
import type { History } from '../../../contract/release/manifest.ts'
import { elementAt } from '../../../lib/lists.ts'
import { calendarDay, daysBetween } from '../../../lib/time/calendar.ts'
import type { CatalogueOffer, Offers } from '../../day/catalogue-offer.ts'
import type { Day } from '../../day/day.ts'

type HistoryContext = Pick<Day, 'previous' | 'date' | 'offers'> & {
  reference: { catalogue: { time_zone: string } }
}

/** @param byChange all readable offers, the most recently changed first */
export function keepHistory(
  byChange: readonly CatalogueOffer[],
  { previous, reference, date, offers }: HistoryContext,
): History {
  const { header, offers: known } = previous.memory
  const { time_zone } = reference.catalogue
  const forgotten = latestForgotten(known, offers)
  // A release that is built again continues itself, so the history may already have its moment.
  const stillHolds = (moment: string) =>
    moment < date.data_as_of &&
    moment >= forgotten &&
    daysBetween(calendarDay(moment, time_zone), date.day) <= WITHDRAWN_DAYS
  const moments = (header?.history ?? []).filter(stillHolds)
  return countChanges([date.data_as_of, ...moments], byChange)
}

/** The moment of the latest change among the offers that are forgotten today; empty if there are none. */
function latestForgotten(known: Offers, offers: Offers): string {
  let latest = ''
  for (const { id, updated_at } of known.values()) {
    if (updated_at > latest && !offers.has(id)) latest = updated_at
  }
  return latest
}

/** The number of changes after each moment. Both lists are newest first. */
function countChanges(moments: readonly string[], changes: readonly CatalogueOffer[]): History {
  let count = 0
  const counts = moments.map((moment): [string, number] => {
    while (count < changes.length && elementAt(changes, count).updated_at > moment) count += 1
    return [moment, count]
  })
  return Object.fromEntries(counts)
}
