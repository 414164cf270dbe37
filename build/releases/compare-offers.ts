// Compares the offers of two releases.

import { isDeepStrictEqual } from 'node:util'
import type { Offer } from '../../contract/offers/offer.ts'
import { isRecord } from '../../lib/json/json.ts'
import { compareText } from '../../lib/lists.ts'
import { type CatalogueOffer, type Offers, parseOfferLine } from '../day/catalogue-offer.ts'
import { CHANGES, changeOf } from '../day/changes.ts'
import type { Lines } from '../day/line-store.ts'

/** The change of an offer. A forgotten offer can no longer be read by its id. */
export const OFFER_CHANGES = [...CHANGES, 'forgotten'] as const
export type OfferChange = (typeof OFFER_CHANGES)[number]

/** A changed member, by its JSON pointer. */
interface MemberChange {
  pointer: string
  before: unknown
  after: unknown
}

/** An offer that differs between two releases. */
export interface OfferDifference {
  change: OfferChange
  id: string
  /** The slug of its issuer, and its title: of the newer release, or of the older one if it is forgotten. */
  issuer: string
  title: string
  /** Without `updated_at`, which always changes, and without `status` if `change` states it. */
  members: MemberChange[]
}

/** The offers that differ, by id. @param lines of both releases */
export function compareOffers(older: Offers, newer: Offers, lines: Lines): OfferDifference[] {
  const read = (known: CatalogueOffer | undefined) => known && parseOfferLine(lines.at(known.line))
  const ids = [...new Set([...older.keys(), ...newer.keys()])].sort(compareText)
  return ids.flatMap((id) => differenceOf(read(older.get(id)), read(newer.get(id))) ?? [])
}

function differenceOf(before: Offer | undefined, after: Offer | undefined): OfferDifference | undefined {
  const offer = after ?? before
  if (!offer) return undefined
  const differing = before && after ? memberChanges(before, after) : []
  const change = after ? changeOf(before, after, differing.length === 0) : 'forgotten'
  if (change === undefined) return undefined
  const members = differing.filter(({ pointer }) => change === 'changed' || pointer !== '/status')
  return { change, id: offer.id, issuer: offer.issuer.slug, title: offer.title, members }
}

function memberChanges(
  { updated_at: _, ...before }: Offer,
  { updated_at: __, ...after }: Offer,
): MemberChange[] {
  return [...differences('', before, after)]
}

/** Compares objects member by member, in the published order. Compares each array as a whole. */
function* differences(pointer: string, before: unknown, after: unknown): Generator<MemberChange> {
  if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(after), ...Object.keys(before)])) {
      yield* differences(`${pointer}/${name}`, before[name], after[name])
    }
  } else if (!isDeepStrictEqual(before, after)) {
    yield { pointer, before: before ?? null, after: after ?? null }
  }
}
