// Moments as people and programs write them, in one form.

// A time zone is a must: a moment that depends on the machine would not be one.
const MOMENT =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** An ISO 8601 moment in any zone as UTC with milliseconds; undefined if the text is none, e.g. of 30 February. */
export function canonicalMoment(text: string): string | undefined {
  const [, day] = MOMENT.exec(text) ?? []
  if (day === undefined || !isCalendarDay(day)) return undefined
  const moment = new Date(text)
  // The years 0 to 9999 have four digits; a zone may lead out of them.
  return /^\d{4}-/.test(moment.toISOString()) ? moment.toISOString() : undefined
}

/** Whether there is such a day (`YYYY-MM-DD`). `Date` takes 30 February for 2 March. */
export function isCalendarDay(text: string): boolean {
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text) : undefined
  return (
    midnight !== undefined && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
  )
}

/** The moment a millisecond later, both ISO 8601 UTC with milliseconds. */
export function aMillisecondLater(moment: string): string {
  return new Date(Date.parse(moment) + 1).toISOString()
}
