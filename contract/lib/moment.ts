// Moments as people and programs write them, in one form.

// A time zone is a must: a moment that depends on the machine would not be one.
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** An ISO 8601 moment in any zone as UTC with milliseconds; undefined if the text is none. */
export function canonicalMoment(text: string): string | undefined {
  const moment = MOMENT.test(text) ? new Date(text) : undefined
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : undefined
}

/** The moment a millisecond later, both ISO 8601 UTC with milliseconds. */
export function aMillisecondLater(moment: string): string {
  return new Date(Date.parse(moment) + 1).toISOString()
}
