// How old the data is: by the reader's clock, so that a page from a cache does not pass for today's.

import { formatCountOf } from '../../../lib/text/format-numbers.ts'
import { html } from '../../../lib/text/markup.ts'
import { byId } from './dom.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// In milliseconds. New data comes once a day; a build takes some time, and so does everything between it and the reader.
const LATE = DAY + 2 * HOUR

/** A span in minutes, in hours up to two days, and then in days: `47 hours`. */
function spanText(milliseconds: number): string {
  if (milliseconds >= 2 * DAY) return formatCountOf(Math.floor(milliseconds / DAY), 'day')
  if (milliseconds >= HOUR) return formatCountOf(Math.floor(milliseconds / HOUR), 'hour')
  return formatCountOf(Math.floor(milliseconds / MINUTE), 'minute')
}

/** Shows the age behind the moment of the data, and corrects it every minute. */
export function showAge(): void {
  const place = byId('age', HTMLElement)
  const shown = document.createElement('span')
  place.append(' ', shown)
  const asOf = Date.parse(place.dataset.asOf ?? '')
  const show = () => {
    const age = Math.max(0, Date.now() - asOf)
    place.classList.toggle('late', age > LATE)
    const late = age > LATE ? ', the next update is late: some offers may be out of date' : ''
    shown.innerHTML = html`<strong>${spanText(age)} old</strong>${late}.`.text
  }
  show()
  setInterval(show, MINUTE)
}
