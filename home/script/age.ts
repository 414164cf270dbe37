// How old the data is, and when the next update is due: by the reader's clock, so that a page from a cache does not pass
// for today's.

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
  const old = now < asOf ? 'Dated in the future: is your clock slow?' : `${spanText(now - asOf)} old`
  const next = isLate
    ? `the next update is ${spanText(now - due)} late: some offers may be out of date.`
    : now < due
      ? `next update in ${spanText(due - now)}.`
      : 'next update any moment.'
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

/** Shows the age where the page has room for it, and keeps it true. */
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
