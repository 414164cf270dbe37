// Step: what happened to offers since the previous release, for the report.

import { compareText } from '../../contract/lib/compare.ts'
import { recordOf } from '../../contract/lib/record-of.ts'
import type { CatalogueOffer, Offers } from '../catalogue/catalogue-offer.ts'

export const CHANGES = ['added', 'changed', 'withdrawn', 'returned', 'expired'] as const
export type Change = (typeof CHANGES)[number]

export const CHANGE_COLUMNS = [...CHANGES, 'rejected'] as const

export type ChangeCounts = Record<(typeof CHANGE_COLUMNS)[number], number>

export interface ChangeReport extends ChangeCounts {
  /** By slug; only issuers with changes. */
  by_issuer: Record<string, ChangeCounts>
}

/** @param rejected rejected records: all of them, and those that name an issuer, by slug */
export function reportChanges(
  known: Offers,
  current: Offers,
  rejected: { records: number; byIssuer: ReadonlyMap<string, number> },
): ChangeReport {
  const all = { ...noChanges(), rejected: rejected.records }
  const byIssuer = new Map<string, ChangeCounts>()
  const countsOf = (issuer: string) => {
    const counts = byIssuer.get(issuer) ?? noChanges()
    byIssuer.set(issuer, counts)
    return counts
  }
  for (const offer of current.values()) {
    const before = known.get(offer.id)
    // An offer that reads as before keeps its very line.
    const change = changeOf(before, offer, before?.line === offer.line)
    if (change === undefined) continue
    all[change] += 1
    countsOf(offer.issuer)[change] += 1
  }
  for (const [issuer, records] of rejected.byIssuer) countsOf(issuer).rejected = records
  const sorted = [...byIssuer].sort(([a], [b]) => compareText(a, b))
  return { ...all, by_issuer: Object.fromEntries(sorted) }
}

/**
 * The one thing that happened to an offer, or undefined if it reads as before.
 * @param before undefined if it was not known
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

function noChanges(): ChangeCounts {
  return recordOf(CHANGE_COLUMNS, () => 0)
}
