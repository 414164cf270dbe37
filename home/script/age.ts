// How old the day is, and when the next one is expected: seen from the reader's clock, so that a page out of a cache
// does not pass for today's.

import { byId, element } from './dom.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A build takes some time, and so does everything between it and the reader. */
const GRACE = 2 * HOUR

export interface Age {
  old: string
  next: string
  isLate: boolean
}

/** @param asOf,now milliseconds since the epoch */
export function ageOf(asOf: number, now: number): Age {
  const due = asOf + DAY
  const isLate = now > due + GRACE
  const old = now < asOf ? 'From the future, or your clock is slow' : `${spanText(now - asOf)} old`
  const next = isLate
    ? `the next day was expected ${spanText(now - due)} ago and has not come: some of it may be out of date.`
    : now < due
      ? `the next day comes in ${spanText(due - now)}.`
      : 'the next day comes any moment.'
  return { old, next, isLate }
}

/** `3 hours`; always one unit. */
export function spanText(milliseconds: number): string {
  if (milliseconds >= 2 * DAY) return units(milliseconds / DAY, 'day')
  if (milliseconds >= HOUR) return units(milliseconds / HOUR, 'hour')
  return units(milliseconds / MINUTE, 'minute')
}

function units(count: number, unit: string): string {
  const whole = Math.floor(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}

/** Shows it in the place that the page has for it, and keeps it true. */
export function showAge(now: () => number): void {
  const place = byId('age', HTMLParagraphElement)
  const shown = element('span')
  place.append(' ', shown)
  const asOf = Date.parse(place.dataset.asOf ?? '')
  const show = () => {
    const { old, next, isLate } = ageOf(asOf, now())
    place.classList.toggle('late', isLate)
    shown.replaceChildren(element('strong', { text: old }), `, ${next}`)
  }
  show()
  setInterval(show, MINUTE)
}
