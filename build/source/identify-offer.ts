// Turns a valid record into an offer of the catalogue, with its id, its status, and the moment of its last change.

import { mintOfferId } from '../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { jsonLine } from '../../lib/json/json.ts'
import { quote, type Violation } from '../../lib/json/validator.ts'
import {
  type CatalogueOffer,
  catalogueOffer,
  type Offers,
  PRESENT,
  statusOn,
} from '../day/catalogue-offer.ts'
import type { Reference, ReleaseDate } from '../day/day.ts'
import type { LineStore } from '../day/line-store.ts'
import { publishOffer } from './publish-offer.ts'

/** The day and the known offers. */
export interface IdentifyContext {
  reference: Reference
  date: ReleaseDate
  /** The offers of the previous release. */
  known: Offers
  lines: LineStore
}

export type Identified = { offer: CatalogueOffer } | { violations: readonly Violation[] }

/** Makes a function that takes the records of a day one by one. Of two records with the same id, the first counts. */
export function createIdentify(context: IdentifyContext): (record: SourceOffer) => Identified {
  const taken = new Set<string>()
  return (record) => {
    const id = record.id ?? mintOfferId(record.issuer, record.ref)
    if (taken.has(id)) return { violations: [repeated(record, id)] }
    taken.add(id)
    return { offer: renderOffer(record, id, context) }
  }
}

function repeated(record: SourceOffer, id: string): Violation {
  const expected = `another id (an earlier line is ${id} as well)`
  return record.id === undefined
    ? { pointer: '/ref', found: quote(record.ref), expected }
    : { pointer: '/id', found: quote(id), expected }
}

/**
 * Renders an offer as if nothing had changed since the previous release. If the bytes are equal to those of the
 * previous release, nothing has changed, and its line and `updated_at` stay.
 */
function renderOffer(record: SourceOffer, id: string, context: IdentifyContext): CatalogueOffer {
  const { reference, date, known, lines } = context
  const status = statusOn(date.day, record.valid_from, record.valid_until)
  const before = known.get(id)
  // In releases of version 0.1 the source could set the date, even in the future. Such a date does not count.
  const isDated = before !== undefined && before.updated_at < date.data_as_of
  const since = isDated ? before.updated_at : date.data_as_of
  const offer = publishOffer(record, { id, status, updated_at: since }, reference)
  const line = Buffer.from(jsonLine(offer))
  if (before && lines.at(before.line).equals(line)) return { ...before, ...PRESENT }
  if (since === date.data_as_of) {
    return catalogueOffer(offer, lines.append(line), PRESENT)
  }
  const moved = { ...offer, updated_at: date.data_as_of }
  return catalogueOffer(moved, lines.append(Buffer.from(jsonLine(moved))), PRESENT)
}
