// Calendar days in a time zone, and moments in one form (`INSTANT`).

import { DATE } from '../text/patterns.ts'
import { DAY_MS, HOUR_MS } from './clock.ts'

/** Whether Node knows a time zone by this name, e.g. `America/Santiago`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The day (`YYYY-MM-DD`) on which a moment falls in a time zone. */
export function calendarDay(moment: string, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(new Date(moment))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

// One for each time zone: making a format takes longer than using it, and an import formats two days for each row.
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/**
 * The first moment of a day in a time zone, as ISO 8601 UTC with milliseconds. It need not be midnight. If the zone skipped
 * the day, it is that of the next one.
 */
export function dayStart(day: string, timeZone: string): string {
  // Time zones are up to 14 hours ahead of UTC and 12 behind it; an hour more makes sure that the day has not begun at
  // `before` and has begun at `after`. Each step halves the time between the two, down to a millisecond.
  let before = Date.parse(day) - 15 * HOUR_MS
  let after = Date.parse(day) + 13 * HOUR_MS
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (calendarDay(new Date(middle).toISOString(), timeZone) < day) before = middle
    else after = middle
  }
  return new Date(after).toISOString()
}

/** The day that is some days after another one, or before it. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The number of days from one day to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  // A date is parsed as midnight UTC, where every day has 24 hours.
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

// `2026-08-30T10:00Z`, `2026-08-30T10:00:00.5-04:00`: seconds and their fraction may be left out. The time zone is
// required: otherwise the moment would depend on the machine.
const MOMENT =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** An ISO 8601 moment in any zone as UTC with milliseconds; undefined for any other text, also for a 30 February. */
export function canonicalMoment(text: string): string | undefined {
  const [, day] = MOMENT.exec(text) ?? []
  if (day === undefined || !isCalendarDay(day)) return undefined
  const moment = new Date(text)
  // Only the years 0 to 9999 have four digits; a zone may lead beyond them.
  return /^\d{4}-/.test(moment.toISOString()) ? moment.toISOString() : undefined
}

/** Whether a day (`YYYY-MM-DD`) exists. `Date` takes 30 February for 2 March. */
export function isCalendarDay(text: string): boolean {
  const midnight = DATE.test(text) ? new Date(text) : undefined
  return (
    midnight !== undefined && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
  )
}

/** The moment a millisecond later, both ISO 8601 UTC with milliseconds. */
export function aMillisecondLater(moment: string): string {
  return new Date(Date.parse(moment) + 1).toISOString()
}
