// The day that a release is of.

import type { Edition } from '../contract/api/edition.ts'
import { calendarDay } from './catalogue/calendar.ts'

export interface ReleaseDate extends Edition {
  /** The calendar day of `data_as_of` in the catalogue's time zone. */
  day: string
}

export function todayOf(edition: Edition, timeZone: string): ReleaseDate {
  return { ...edition, day: calendarDay(edition.data_as_of, timeZone) }
}
