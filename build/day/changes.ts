// The changes of offers since the previous release.

import type { CatalogueOffer } from './catalogue-offer.ts'

export const CHANGES = ['added', 'changed', 'withdrawn', 'returned', 'expired'] as const
type Change = (typeof CHANGES)[number]

/** The columns of a report of changes. */
export const CHANGE_COLUMNS = [...CHANGES, 'rejected'] as const

export type ChangeCounts = Record<(typeof CHANGE_COLUMNS)[number], number>

/** The number of offers with each change, and of rejected records: of all issuers, and of each. */
export interface ChangeReport extends ChangeCounts {
  /** By the slug of the issuer; without issuers that have no changes and no rejected records. */
  by_issuer: Record<string, ChangeCounts>
}

/**
 * The change of an offer, or undefined if clients read the same as before.
 * @param before undefined if the previous release lacks it
 */
export function changeOf(
  before: Pick<CatalogueOffer, 'status'> | undefined,
  now: Pick<CatalogueOffer, 'status'>,
  readsTheSame: boolean,
): Change | undefined {
  if (!before) return 'added'
  if (readsTheSame) return undefined
  if (before.status !== now.status) {
    if (before.status === 'withdrawn') return 'returned'
    if (now.status === 'withdrawn' || now.status === 'expired') return now.status
  }
  return 'changed'
}
