// Corrects the page for the day on which it is read, by the reader's clock and the time zone of the catalogue. Between
// midnight and the next build the page has yesterday's data; a page from a cache may have older data.

import type { Offer } from '../../../contract/offers/offer.ts'
import { isRecord } from '../../../lib/json/json.ts'
import { formatCount, formatCountOf } from '../../../lib/text/format-numbers.ts'
import { calendarDay, dayAfter } from '../../../lib/time/calendar.ts'
import { jsonMarkup } from '../content/json-view.ts'
import { renderCards } from '../content/offer-card.ts'
import { SHOWN, WEEK_DAYS } from '../content/shown.ts'
import { byId } from './dom.ts'

/** Today in the time zone of the catalogue, `YYYY-MM-DD`. */
export function today(): string {
  return calendarDay(new Date().toISOString(), byId('age', HTMLElement).dataset.timeZone ?? 'UTC')
}

/** Corrects the numbers, replaces ended offers in the answers to questions, and shows the seven days from today on. */
export function showToday(): void {
  const day = today()
  const weekEnds = dayAfter(day, WEEK_DAYS - 1)
  for (const count of document.querySelectorAll<HTMLElement>('[data-last-days]')) correctCount(count, day)
  for (const reply of document.querySelectorAll<HTMLElement>('[data-next]')) replaceEnded(reply, day)
  for (const item of document.querySelectorAll<HTMLElement>('[data-day]')) {
    const its = item.dataset.day ?? ''
    item.hidden = its < day || its > weekEnds
    const name = item.querySelector('strong')
    if (name && its === day) name.textContent = 'Today'
  }
}

/**
 * Subtracts what has ended. `data-last-days="2026-09-01 4 2026-09-03 -2"` means: 4 less from 2 September on, and 2 more
 * from 4 September on.
 */
function correctCount(place: HTMLElement, day: string): void {
  const { count, lastDays, noun } = place.dataset
  // Days and numbers alternate.
  const words = lastDays?.split(' ') ?? []
  let left = Number(count)
  for (let index = 1; index < words.length; index += 2) {
    const lastDay = words[index - 1] ?? ''
    if (lastDay < day) left -= Number(words[index])
  }
  place.textContent = noun === undefined ? formatCount(left) : formatCountOf(left, noun)
}

/**
 * Replaces the offers that have ended with the next ones, and moves a week to the one that begins today. The JSON of the API
 * stays as it is, because the API answers so until the next build; the JSON of `find` changes with the cards, because `find`
 * leaves out what has ended.
 */
function replaceEnded(reply: HTMLElement, day: string): void {
  const json = reply.querySelector('.json code')
  const cards = reply.querySelector('[data-cards]')
  if (!json || !cards) return
  const answer: unknown = JSON.parse(json.textContent)
  // The API answers with an object, `find` with a list.
  const isOfApi = isRecord(answer)
  const built = (isOfApi ? answer.data : answer) as Offer[]
  const { weekFrom } = reply.dataset
  if (weekFrom !== undefined && weekFrom < day) moveWeek(reply, day)
  const last = weekFrom === undefined ? undefined : dayAfter(day, WEEK_DAYS - 1)
  const holds = ({ valid_until }: Offer) =>
    valid_until === null || (valid_until >= day && (last === undefined || valid_until <= last))
  if (built.every(holds) && (weekFrom === undefined || weekFrom === day)) return
  const next: Offer[] = JSON.parse(reply.dataset.next ?? '[]')
  const left = [...built, ...next].filter(holds).slice(0, SHOWN)
  // SECURITY: in markup everything that came from the data is escaped.
  cards.innerHTML =
    left.length > 0 ? renderCards(left).text : '<p>The offers that were shown here have ended.</p>'
  if (isOfApi) numberAsIn(built, cards, left)
  else json.innerHTML = jsonMarkup(left).text
  const first = reply.querySelector('[data-first]')
  // `correctCount` has corrected this text, such as `1,234 offers`, before.
  const total = Number.parseInt(
    reply.querySelector('[data-count]')?.textContent.replaceAll(',', '') ?? '',
    10,
  )
  if (first) first.textContent = total > left.length && left.length > 0 ? `, the first ${left.length}` : ''
}

/** Writes the days of the week that begins today into the code of a question. */
function moveWeek(reply: HTMLElement, day: string): void {
  const code = reply.querySelector('.asked code')
  if (!code) return
  code.textContent = code.textContent
    .replace(/(?<=ends_from: ')[^']*/, day)
    .replace(/(?<=ends_by: ')[^']*/, dayAfter(day, WEEK_DAYS - 1))
}

/**
 * Gives each card the number that its offer has in the JSON, by which `lights.ts` connects them. An offer that is not in
 * the JSON gets -1, which nothing in the JSON has.
 */
function numberAsIn(inJson: readonly Offer[], cards: Element, offers: readonly Offer[]): void {
  for (const [index, card] of cards.querySelectorAll<HTMLElement>('[data-offer]').entries()) {
    const { id } = offers[index] ?? {}
    card.dataset.offer = String(inJson.findIndex((offer) => offer.id === id))
  }
}
