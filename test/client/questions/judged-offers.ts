// What makes an offer a right answer, by the records of the source: nothing here knows the search.
//
// - A question that names no day: an offer that has not ended; one that starts later counts, too.
// - A day: the dates include it, and the weekday is listed or not stated.
// - A comuna: an offer there, or one tied to no comuna. `local` takes only offers there.

import { type BENEFIT_KINDS, WEEKDAYS } from '../../../contract/offers/offer.ts'
import type { SourceOffer } from '../../../contract/offers/source.ts'

/** Of the demonstration catalogue. */
export const TODAY = '2026-09-01'

/** Lower case, without accents. */
export const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export const has = ({ title, merchant, benefit }: SourceOffer, pattern: RegExp) =>
  pattern.test(folded([title, merchant ?? '', benefit.summary].join(' \n ')))

/** Whether it states an end between two days, both included. */
export const ends = ({ valid_until }: SourceOffer, from: string, by = '9999-12-31') =>
  !!valid_until && from <= valid_until && valid_until <= by

/** Whether it states a start on a day or later. */
export const starts = ({ valid_from }: SourceOffer, from: string) => !!valid_from && from <= valid_from

export const open = ({ valid_until }: SourceOffer) => !valid_until || valid_until >= TODAY

/** From Monday, unlike those of `Date`. */
const weekdayOf = (day: string) => WEEKDAYS[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7]

export const runs = ({ valid_from, valid_until, weekdays }: SourceOffer, day: string) =>
  (!valid_from || valid_from <= day) &&
  (!valid_until || valid_until >= day) &&
  (!weekdays || weekdays.some((each) => each === weekdayOf(day)))

export const local = ({ comunas }: SourceOffer, comuna: string) => comunas?.includes(comuna) ?? false

export const near = (offer: SourceOffer, comuna: string) =>
  (offer.comunas ?? []).length === 0 || local(offer, comuna)

export const cat = ({ category }: SourceOffer, slug: string) => category === slug

export const kind = ({ benefit }: SourceOffer, name: (typeof BENEFIT_KINDS)[number]) => benefit.kind === name

export const multi = (offer: SourceOffer, value: number) =>
  kind(offer, 'multibuy') && offer.benefit.value === value

/** All of the price is taken off, or the text says that something costs nothing. */
export const free = (offer: SourceOffer) =>
  (kind(offer, 'percentage') && offer.benefit.value === 100) ||
  has(offer, /gratis|gratuit|sin costo|liberad|sin pago/)
