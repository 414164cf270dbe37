// Step: counts the changes of offers since the previous release, and how much of its lists is withdrawn, for the report.

import { isListed } from '../../../contract/offers/offer.ts'
import { compareText } from '../../../lib/lists.ts'
import { recordOf } from '../../../lib/record-of.ts'
import { hasEnded, type Offers } from '../../day/catalogue-offer.ts'
import { CHANGE_COLUMNS, type ChangeCounts, type ChangeReport, changeOf } from '../../day/changes.ts'

/** @param rejected the number of rejected records: of all, and by the slug of their issuer */
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
    // An unchanged offer keeps its line.
    const change = changeOf(before, offer, before?.line === offer.line)
    if (change === undefined) continue
    all[change] += 1
    countsOf(offer.issuer)[change] += 1
  }
  for (const [issuer, records] of rejected.byIssuer) countsOf(issuer).rejected = records
  const sorted = [...byIssuer].sort(([a], [b]) => compareText(a, b))
  return { ...all, by_issuer: Object.fromEntries(sorted) }
}

function noChanges(): ChangeCounts {
  return recordOf(CHANGE_COLUMNS, () => 0)
}

/** What became of the offers that the previous release listed. */
export interface ListedBefore {
  listed: number
  /** Those that are withdrawn today though they have not ended. */
  withdrawn: number
}

/** @param day the day of the release, in the time zone of the catalogue */
export function reportListedBefore(known: Offers, current: Offers, day: string): ListedBefore {
  const counts = { listed: 0, withdrawn: 0 }
  for (const { id, status, valid_until } of known.values()) {
    if (!isListed(status)) continue
    counts.listed += 1
    if (!hasEnded(day, valid_until) && current.get(id)?.status === 'withdrawn') counts.withdrawn += 1
  }
  return counts
}
