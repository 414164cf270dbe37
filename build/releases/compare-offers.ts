// Compares two releases offer by offer. Both memory files are read in parallel, in the order of the ids, so that only
// one offer of each is loaded at a time.

import { isDeepStrictEqual } from 'node:util'
import type { Offer } from '../../contract/offers/offer.ts'
import { isRecord } from '../../lib/json/json.ts'
import { CHANGES, changeOf } from '../day/changes.ts'
import type { KnownOffer } from '../memory/memory-lines.ts'

/** The change of an offer. A forgotten offer can no longer be read by its id. */
export const OFFER_CHANGES = [...CHANGES, 'forgotten'] as const
export type OfferChange = (typeof OFFER_CHANGES)[number]

/** A changed member, by its JSON pointer. */
interface MemberChange {
  pointer: string
  before: unknown
  after: unknown
}

export interface OfferDifference {
  change: OfferChange
  id: string
  /** The slug of its issuer, and its title: of the newer release, or of the older one if it is forgotten. */
  issuer: string
  title: string
  /** Without `updated_at`, which always changes, and without `status` if `change` states it. */
  members: MemberChange[]
}

/** The offers that differ, by id. Those of each release are in the order of their ids. */
export async function* compareOffers(
  older: AsyncGenerator<KnownOffer, undefined>,
  newer: AsyncGenerator<KnownOffer, undefined>,
): AsyncGenerator<OfferDifference> {
  let left = await older.next()
  let right = await newer.next()
  while (!left.done || !right.done) {
    const [was, is] = [left.value?.offer, right.value?.offer]
    const isFirst = is !== undefined && (was === undefined || is.id < was.id)
    const isLast = was !== undefined && (is === undefined || was.id < is.id)
    const difference = isFirst ? differenceOf(undefined, is) : differenceOf(was, isLast ? undefined : is)
    if (difference) yield difference
    if (!isFirst) left = await older.next()
    if (!isLast) right = await newer.next()
  }
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
