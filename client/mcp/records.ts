// An offer as agents read it: what its issuer doesn't state is named or said in words, and every text is bounded.

import type { Offer } from '../api/types.ts'
import { endOf, printable, startOf } from '../lib/shown-texts.ts'
import { isByUpdate, type OfferFilter } from '../mirror/filters.ts'
import { statusOn } from '../mirror/status-on.ts'
import { saysNoCap } from './says-no-cap.ts'

/** Characters of a name; longer ones end in `…`. */
export const NAME_LENGTH = 100

/** Characters of a text that is no name, in a list of offers and of one offer; longer ones end in `…`. */
const [BRIEF_TEXT, WHOLE_TEXT] = [300, 2000]
/** How many comunas are named, in a list of offers and of one offer: Chile has 346. */
const [BRIEF_COMUNAS, WHOLE_COMUNAS] = [5, 500]

/**
 * One of several offers, with its status today. Members without a value are left out, and so are the status `active`, which most offers have, and
 * the number of comunas if all are named.
 * `not_stated` names those that the issuer does not state.
 */
export function briefOf(offer: Offer, today: string, asked: OfferFilter = {}) {
  const record = recordOf(offer, today, { textLength: BRIEF_TEXT, maxComunas: BRIEF_COMUNAS })
  const { id, status, title, merchant, benefit, comunas_total, weekdays, url, not_stated } = record
  return stated({
    id,
    title,
    merchant,
    benefit: stated(benefit),
    status: status === 'active' ? null : status,
    issuer: record.issuer.name,
    category: record.category.name,
    comunas: record.comunas,
    comunas_total: comunas_total > BRIEF_COMUNAS ? comunas_total : null,
    weekdays,
    valid_from: record.valid_from,
    valid_until: record.valid_until,
    url,
    updated_at: isByUpdate(asked) ? record.updated_at : null,
    not_stated,
  })
}

/** A record without members that are null or empty. */
const stated = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, each]) => !isEmpty(each)))

/** One offer, with its status today. */
export const wholeOf = (offer: Offer, today: string) =>
  recordOf(offer, today, { textLength: WHOLE_TEXT, maxComunas: WHOLE_COMUNAS })

function recordOf(
  offer: Offer,
  today: string,
  { textLength, maxComunas }: { textLength: number; maxComunas: number },
) {
  const text = (value: string) => shown(value, textLength)
  const textOrNull = (value: string | null) => (value === null ? null : text(value))
  const named = ({ slug, name }: { slug: string; name: string }) => ({
    slug: shown(slug, NAME_LENGTH),
    name: shown(name, NAME_LENGTH),
  })
  const { benefit, comunas, weekdays } = offer
  const record = {
    id: text(offer.id),
    status: text(statusOn(offer, today)),
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
    comunas: comunas.slice(0, maxComunas).map(({ name }) => shown(name, NAME_LENGTH)),
    comunas_total: comunas.length,
    weekdays: weekdays && [...weekdays],
    valid_from: text(startOf(offer)),
    valid_until: text(endOf(offer)),
    url: textOrNull(offer.url),
    updated_at: offer.updated_at,
  }
  // Unstated dates are words here. Of a benefit only the cap is named: a `value` or `currency` that is null follows from its
  // kind.
  const cap = benefit.cap ?? (saysNoCap(benefit.summary) ? 'none' : null)
  const members = Object.entries({ ...record, 'benefit.cap': cap })
  return { ...record, not_stated: members.flatMap(([name, value]) => (isEmpty(value) ? [name] : [])) }
}

/** The first records that fit into an answer, as JSON. */
export function bounded<R>(records: readonly R[], maxCharacters: number): R[] {
  let characters = 0
  const tooMany = records.findIndex((record) => {
    characters += JSON.stringify(record).length + 1
    return characters > maxCharacters
  })
  return tooMany < 0 ? [...records] : records.slice(0, tooMany)
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/** A text of the catalogue without invisible characters, cut to a length. */
export function shown(text: string, length: number): string {
  const characters = printable(text)
  return characters.length > length ? `${characters.slice(0, length - 1)}…` : characters
}
