// Step: refuses the build if the verdict on the source or on an issuer requires it, with all reasons at once. It comes
// after the report of changes, so that a refused build shows them as well.

import { isListed } from '../../../contract/offers/offer.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/text/format-numbers.ts'
import {
  type BrokenDecisions,
  describeBroken,
  describeReason,
  isHeld,
  type Verdict,
} from '../../day/broken-issuer.ts'
import type { Offers } from '../../day/catalogue-offer.ts'

/**
 * @param offers all readable offers of today
 * @param day today
 * @throws {OperatorError} `broken-source` if the source as a whole is not trusted or lists no offer, otherwise
 *   `broken-issuer` if an issuer has the decision `refuse`; with every reason
 */
export function enforceVerdict(
  verdict: Verdict,
  { offers, day, onBroken }: { offers: Offers; day: string; onBroken: BrokenDecisions },
): void {
  // With `accept` for all issuers, the source is published as it is, even without a listed offer.
  const isAccepted = onBroken.otherwise === 'accept'
  const ofRecords = isAccepted ? [] : faultsOfAll(verdict)
  const unlisted = isAccepted ? undefined : nothingListed(offers, day)
  const held = unlisted ? verdict.broken_issuers.filter(isHeld).map(describeBroken) : []
  const refused = verdict.broken_issuers.filter(({ decision }) => decision === 'refuse').map(describeBroken)
  // What to do. A source with broken records is corrected first, so the way for a day without offers is left out.
  const ways: string[] = []
  if (ofRecords.length > 0) ways.push('correct the source, or publish it as it is with --on-broken accept')
  // The offers of held issuers wait, so newer data would not help.
  else if (unlisted && held.length === 0) ways.push(unlisted.way)
  else if (unlisted) ways.push('publish what came with --on-broken accept:ISSUER, or correct the refs')
  if (refused.length > 0) {
    ways.push(
      'publish with --on-broken keep:ISSUER (as last known) or accept:ISSUER (missing offers are withdrawn)',
    )
  }
  if (ways.length === 0) return
  const ofSource = unlisted ? [...ofRecords, unlisted.fault] : ofRecords
  const code = ofSource.length > 0 ? 'broken-source' : 'broken-issuer'
  throw new OperatorError(code, [...ofSource, ...held, ...refused, ...ways].join('\n'))
}

/** The fault of a day without a listed offer, and what to do; undefined if the day has one. */
function nothingListed(offers: Offers, day: string): { fault: string; way: string } | undefined {
  const all = [...offers.values()]
  if (all.some(({ status }) => isListed(status))) return undefined
  // The message is about offers that ended; withdrawn ones are left out. An expired offer has an end, so `?? ''` is only for
  // the type.
  const ends = all.flatMap(({ status, valid_until }) => (status === 'expired' ? [valid_until ?? ''] : []))
  const lastEnd = ends.sort().at(-1)
  if (lastEnd === undefined) {
    return { fault: 'the source has no offer to list', way: 'correct the source' }
  }
  return {
    fault: `the source has no offer to list on ${day}: all ${formatCount(ends.length)} have ended, the last on ${lastEnd}`,
    way: 'use newer data; if this data is to be published as of an earlier day, name it with --as-of',
  }
}

/** Most records are rejected, most listed offers are gone, or the nature of the data changed. Empty if none applies. */
function faultsOfAll({ records, rejected, listed, gone, reasons }: Verdict): string[] {
  const faults: string[] = []
  if (rejected * 2 > records) {
    faults.push(
      `the source is broken: ${formatCount(rejected)} of ${formatCount(records)} records are rejected`,
    )
  }
  if (gone * 2 > listed) {
    faults.push(`the source is broken: ${formatCount(gone)} of ${formatCount(listed)} listed offers are gone`)
  }
  for (const reason of reasons) faults.push(`the source is broken: ${describeReason(reason)}`)
  return faults
}
