// Calendar days, as `YYYY-MM-DD`, which sort as texts.

const formatIn = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

/** The formats of named time zones: making one takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of a moment, in milliseconds since 1970. @param timeZone that of this machine if undefined */
export function dayOf(moment: number, timeZone?: string): string {
  const format = formats.get(timeZone ?? '') ?? formatIn(timeZone)
  // That of this machine may change.
  if (timeZone !== undefined) formats.set(timeZone, format)
  const parts = format.formatToParts(moment).map(({ type, value }) => [type, value] as const)
  const { year = '', month = '', day = '' }: Partial<Record<string, string>> = Object.fromEntries(parts)
  return `${year.padStart(4, '0')}-${month}-${day}`
}

/** Whether a value is a day that exists. */
export function isDay(text: unknown): text is string {
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text
}

const DAY_MS = 24 * 3600 * 1000

/** A later day. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** 0 is Sunday, as `Date` counts. */
export const weekdayNumberOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Whether the platform knows a time zone of this name. */
export function isTimeZone(name: unknown): name is string {
  try {
    return typeof name === 'string' && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
