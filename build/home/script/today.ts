// Corrects the page for today, by the reader's clock and the time zone of the catalogue: its data is yesterday's between
// midnight and the next build, and older in a page from a cache.

import type { Offer } from '../../../contract/offers/offer.ts'
import { isRecord } from '../../../lib/json/json.ts'
import { formatCount, formatCountOf } from '../../../lib/text/format-numbers.ts'
import { calendarDay } from '../../../lib/time/calendar.ts'
import { jsonMarkup } from '../content/json-view.ts'
import { renderCards } from '../content/offer-card.ts'
import { byId } from './dom.ts'

/** `YYYY-MM-DD` */
export function today(): string {
  return calendarDay(new Date().toISOString(), byId('age', HTMLElement).dataset.timeZone ?? 'UTC')
}

/** Corrects numbers, and hides what has ended in the answers to questions and in the week. */
export function showToday(): void {
  const day = today()
  for (const count of document.querySelectorAll<HTMLElement>('[data-last-days]')) correctCount(count, day)
  for (const reply of document.querySelectorAll<HTMLElement>('[data-next]')) hideEnded(reply, day)
  for (const item of document.querySelectorAll<HTMLElement>('[data-day]')) {
    item.hidden = (item.dataset.day ?? '') < day
    const name = item.querySelector('strong')
    if (name && item.dataset.day === day) name.textContent = 'Today'
  }
}

/** `data-last-days="2026-09-01 4 2026-09-03 2"`: the number is less by 4 after the first day, by 6 after the second. */
function correctCount(place: HTMLElement, day: string): void {
  const { count, lastDays, noun } = place.dataset
  const words = lastDays?.split(' ') ?? []
  const gone = words.reduce((sum, word, index) => {
    const isPast = index % 2 === 1 && (words[index - 1] ?? '') < day
    return isPast ? sum + Number(word) : sum
  }, 0)
  const left = Number(count) - gone
  place.textContent = noun === undefined ? formatCount(left) : formatCountOf(left, noun)
}

/** Puts the offers that follow in place of those that have ended. The JSON of a call stays as the API answers it. */
function hideEnded(reply: HTMLElement, day: string): void {
  const json = reply.querySelector('.json code')
  const cards = reply.querySelector('[data-cards]')
  if (!json || !cards) return
  const answer: unknown = JSON.parse(json.textContent)
  const built = (isRecord(answer) ? answer.data : answer) as Offer[]
  const holds = ({ valid_until }: Offer) => valid_until === null || valid_until >= day
  if (built.every(holds)) return
  const next: Offer[] = JSON.parse(reply.dataset.next ?? '[]')
  const left = [...built, ...next].filter(holds).slice(0, built.length)
  // SECURITY: in markup everything that came from the data is escaped.
  cards.innerHTML =
    left.length > 0 ? renderCards(left).text : '<p>The offers that this page has have ended.</p>'
  // The numbers of the cards are those of the offers in the JSON: see `lights.ts`.
  if (isRecord(answer)) renumber(cards, left, built)
  else json.innerHTML = jsonMarkup(left).text
  const first = reply.querySelector('[data-first]')
  const total = Number.parseInt(
    reply.querySelector('[data-count]')?.textContent.replaceAll(',', '') ?? '',
    10,
  )
  if (first) first.textContent = total > left.length && left.length > 0 ? `, the first ${left.length}` : ''
}

/** An offer that is not in the JSON gets a number that no other has. */
function renumber(cards: Element, offers: readonly Offer[], inJson: readonly Offer[]): void {
  for (const [index, card] of cards.querySelectorAll<HTMLElement>('[data-offer]').entries()) {
    const { id } = offers[index] ?? {}
    card.dataset.offer = String(inJson.findIndex((offer) => offer.id === id))
  }
}
