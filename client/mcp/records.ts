// An offer as agents read it: members that its issuer doesn't state are named, and every text is bounded.

import type { Offer } from '../api/types.ts'
import { printable } from '../lib/printable.ts'

/** Characters of a name. */
export const NAME_LENGTH = 100

export interface Bounds {
  /** Characters of a text that is no name; longer ones end in `…`. */
  text: number
  comunas: number
}

/** In a list of offers. */
export const BRIEF: Bounds = { text: 300, comunas: 10 }
/** Of one offer. */
export const WHOLE: Bounds = { text: 2000, comunas: 500 }

export type OfferRecord = ReturnType<typeof recordOf>

export function recordOf(offer: Offer, bounds: Bounds) {
  const text = (value: string) => shown(value, bounds.text)
  const textOrNull = (value: string | null) => (value === null ? null : text(value))
  const named = ({ slug, name }: { slug: string; name: string }) => ({
    slug: shown(slug, NAME_LENGTH),
    name: shown(name, NAME_LENGTH),
  })
  const { benefit, comunas, weekdays } = offer
  const record = {
    id: text(offer.id),
    status: text(offer.status),
    title: text(offer.title),
    merchant: textOrNull(offer.merchant),
    benefit: {
      summary: text(benefit.summary),
      kind: text(benefit.kind),
      value: benefit.value,
      currency: textOrNull(benefit.currency),
      cap: benefit.cap && { value: benefit.cap.value, currency: text(benefit.cap.currency) },
    },
    issuer: named(offer.issuer),
    category: named(offer.category),
    comunas: comunas.slice(0, bounds.comunas).map(({ name }) => shown(name, NAME_LENGTH)),
    comunas_total: comunas.length,
    weekdays: weekdays && [...weekdays],
    valid_from: offer.valid_from,
    valid_until: offer.valid_until,
    url: textOrNull(offer.url),
    updated_at: offer.updated_at,
  }
  const stated = Object.entries({ ...record, 'benefit.cap': benefit.cap })
  return { ...record, not_stated: stated.flatMap(([name, value]) => (isEmpty(value) ? [name] : [])) }
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/** A text of the catalogue without invisible characters, cut to a length. */
export function shown(text: string, length: number): string {
  const characters = printable(text)
  return characters.length > length ? `${characters.slice(0, length - 1)}…` : characters
}
