// Calendar days, as `YYYY-MM-DD`, which sort as texts.

/** The calendar day of a moment. @param timeZone that of this machine if undefined */
export function dayOf(moment: number, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(moment)
    .map(({ type, value }) => [type, value] as const)
  const { year = '', month = '', day = '' }: Partial<Record<string, string>> = Object.fromEntries(parts)
  return `${year.padStart(4, '0')}-${month}-${day}`
}

export function isDay(text: unknown): text is string {
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text
}

/** From Sunday, as `Date` counts them. */
export const weekdayNumberOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

export function isTimeZone(name: unknown): name is string {
  try {
    return typeof name === 'string' && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
