// Renders a record of the source in the form of the API. Only this module knows the members and their order.

import {
  type Benefit,
  type Offer,
  type OfferStatus,
  type SlugAndName,
  WEEKDAYS,
  type Weekday,
} from '../../contract/offers/offer.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import type { Reference } from '../day/day.ts'

/** The facts that the build adds to a record. */
interface Identity {
  id: string
  status: OfferStatus
  updated_at: string
}

/**
 * The result does not depend on the order of members, weekdays and comunas in the source.
 * @throws {RangeError} if the record was not validated, and names something that the reference lacks
 */
export function publishOffer(record: SourceOffer, identity: Identity, reference: Reference): Offer {
  return {
    id: identity.id,
    status: identity.status,
    title: record.title,
    merchant: record.merchant ?? null,
    benefit: benefitOf(record.benefit),
    issuer: named(reference.issuers, record.issuer),
    category: named(reference.categories, record.category),
    comunas: record.comunas.toSorted().map((slug) => slugAndName(named(reference.comunas, slug))),
    weekdays: record.weekdays ? inWeekOrder(record.weekdays) : null,
    valid_from: record.valid_from,
    valid_until: record.valid_until,
    url: record.url ?? null,
    updated_at: identity.updated_at,
    terms: { text: null },
  }
}

function benefitOf({ kind, value, currency, cap, summary }: Benefit): Benefit {
  return { kind, value, currency, cap: cap && { value: cap.value, currency: cap.currency }, summary }
}

function inWeekOrder(weekdays: readonly Weekday[]): Weekday[] {
  return WEEKDAYS.filter((day) => weekdays.includes(day))
}

function slugAndName({ slug, name }: SlugAndName): SlugAndName {
  return { slug, name }
}

function named<T extends SlugAndName>(known: ReadonlyMap<string, T>, slug: string): T {
  const item = known.get(slug)
  if (!item) throw new RangeError(`the reference files hold no ${slug}`)
  return item
}
