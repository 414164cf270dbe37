// Turns records of the source into offers of the catalogue, with a status, the moment of the last change, and a line
// in the form of the API. The order of the members is decided here.

import {
  type Benefit,
  MAX_OFFER_BYTES,
  type Offer,
  type OfferStatus,
  type SlugAndName,
  WEEKDAYS,
  type Weekday,
} from '../../contract/offers/offer.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { jsonLine } from '../../lib/json/json.ts'
import type { Violation } from '../../lib/json/validator.ts'
import { formatCount } from '../../lib/text/format-numbers.ts'
import {
  type CatalogueOffer,
  catalogueOffer,
  type Offers,
  PRESENT,
  statusOn,
} from '../day/catalogue-offer.ts'
import type { Reference, ReleaseDate } from '../day/day.ts'
import type { LineStore } from '../day/line-store.ts'

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
export function makeOffer(record: SourceOffer, identity: Identity, reference: Reference): Offer {
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
    // Reserved, see `offerMembers`.
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

/** The day and the known offers. */
export interface RenderContext {
  reference: Reference
  date: ReleaseDate
  /** The offers of the previous release. */
  known: Offers
  lines: LineStore
}

/** A record, rendered as if nothing had changed since the previous release. */
export interface OfferDraft {
  offer: Offer
  line: Buffer
  /** The known offer with its id, and whether it reads the same. */
  before: CatalogueOffer | undefined
  readsTheSame: boolean
}

/** @param ofId the id, and the known offer with it */
export function draftOffer(
  record: SourceOffer,
  { id, before }: { id: string; before: CatalogueOffer | undefined },
  { reference, date, lines }: RenderContext,
): OfferDraft {
  const status = statusOn(date.day, record.valid_from, record.valid_until)
  const offer = makeOffer(
    record,
    { id, status, updated_at: before?.updated_at ?? date.data_as_of },
    reference,
  )
  const line = Buffer.from(jsonLine(offer))
  return { offer, line, before, readsTheSame: before !== undefined && lines.at(before.line).equals(line) }
}

/**
 * The offer of today. If it reads the same as in the previous release, its line and `updated_at` stay.
 * @returns the reasons if it is too long
 */
export function finishOffer(
  { offer, line, before, readsTheSame }: OfferDraft,
  { date, lines }: RenderContext,
): { offer: CatalogueOffer } | { violations: readonly Violation[] } {
  if (line.length > MAX_OFFER_BYTES) return { violations: [tooLong(line.length)] }
  if (before && readsTheSame) return { offer: { ...before, ...PRESENT } }
  // A new offer, or one that already changed at this moment: the line has the right `updated_at`.
  if (offer.updated_at === date.data_as_of) {
    return { offer: catalogueOffer(offer, lines.append(line), PRESENT) }
  }
  const changed = { ...offer, updated_at: date.data_as_of }
  return { offer: catalogueOffer(changed, lines.append(Buffer.from(jsonLine(changed))), PRESENT) }
}

/** Only many comunas with long names make an offer that long. */
function tooLong(bytes: number): Violation {
  return {
    pointer: '/comunas',
    found: `an offer of ${formatCount(bytes)} bytes with their names`,
    expected: `an offer of at most ${formatCount(MAX_OFFER_BYTES)} bytes`,
  }
}
