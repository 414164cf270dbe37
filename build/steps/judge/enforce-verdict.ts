// Step: refuses the build if the verdict on the source or on an issuer requires it, and names all reasons at once. It runs
// after the report of changes, so that a refused build shows the changes as well.

import { isListed } from '../../../contract/offers/offer.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/text/format-numbers.ts'
import {
  type BrokenDecisions,
  type BrokenSource,
  describeBroken,
  describeReason,
  isDistrusted,
  type Verdict,
} from '../../day/broken-issuer.ts'
import type { Offers } from '../../day/catalogue-offer.ts'

/**
 * @param offers all readable offers of today
 * @param day today
 * @throws {OperatorError} `broken-source` if the source as a whole is not trusted or no offer is listed, otherwise
 *   `broken-issuer` if an issuer has the decision `refuse`; the message has all reasons, then what to do
 */
export function enforceVerdict(
  verdict: Verdict,
  { offers, day, onBroken }: { offers: Offers; day: string; onBroken: BrokenDecisions },
): void {
  // With `accept` for all issuers, the source is published as it is, even without a listed offer.
  const isAccepted = onBroken.otherwise === 'accept'
  const source = isAccepted ? undefined : verdict.broken_source
  const recordFaults = source ? faultsOfRecords(source) : []
  const emptyDay = isAccepted ? undefined : faultOfEmptyDay(offers, day)
  const held = emptyDay ? verdict.broken_issuers.filter(isDistrusted).map(describeBroken) : []
  const refused = verdict.broken_issuers.filter(({ decision }) => decision === 'refuse').map(describeBroken)
  const cut = verdict.cut_at
  const remedies: string[] = []
  // Whatever the operator accepts, what is missing behind a cut was not withdrawn.
  if (cut !== undefined) remedies.push('write the file again, as a whole')
  if (source) {
    // The remedy for an empty day is left out, because the corrected source may have offers to list.
    remedies.push(...remediesOf(source))
  } else if (held.length > 0) {
    // New offers of these issuers wait, so newer data would not help.
    remedies.push('publish the new offers with --on-broken accept:ISSUER, or correct the source')
  } else if (emptyDay) remedies.push(emptyDay.remedy)
  if (refused.length > 0) {
    remedies.push(
      'publish with --on-broken keep:ISSUER (as last known) or accept:ISSUER (missing offers are withdrawn)',
    )
  }
  if (remedies.length === 0) return
  const cutFaults = cut === undefined ? [] : [`the source is cut off: ${cut} is no JSON, and has no line end`]
  const sourceFaults = [...cutFaults, ...recordFaults, ...(emptyDay ? [emptyDay.fault] : [])]
  const code = sourceFaults.length > 0 ? 'broken-source' : 'broken-issuer'
  throw new OperatorError(code, [...sourceFaults, ...held, ...refused, ...remedies].join('\n'))
}

/** Undefined if an offer is listed on the day. */
function faultOfEmptyDay(offers: Offers, day: string): { fault: string; remedy: string } | undefined {
  const all = [...offers.values()]
  if (all.some(({ status }) => isListed(status))) return undefined
  // Withdrawn offers are not counted as ended. Every expired offer has an end: `?? ''` only satisfies the type.
  const ends = all.flatMap(({ status, valid_until }) => (status === 'expired' ? [valid_until ?? ''] : []))
  const lastEnd = ends.sort().at(-1)
  if (lastEnd === undefined) {
    return { fault: 'the source has no offer to list', remedy: 'correct the source' }
  }
  return {
    fault: `the source has no offer to list on ${day}: all ${formatCount(ends.length)} have ended, the last on ${lastEnd}`,
    remedy: 'use newer data, or publish this data as of an earlier day with --as-of',
  }
}

/** The faults of all issuers together: most records are rejected, most listed offers are gone, or the data changed. */
function faultsOfRecords({ records, rejected, listed, gone, reasons }: BrokenSource): string[] {
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

/** The narrowest decision comes first: one for the issuers without which the others can be published. */
function remediesOf({ issuers }: BrokenSource): string[] {
  if (issuers.length === 0) return ['correct the source, or publish it as it is with --on-broken accept']
  const decide = (word: string) => issuers.map((issuer) => `--on-broken ${word}:${issuer}`).join(' ')
  const whose = issuers.length === 1 ? `of ${issuers[0]} is` : `of ${issuers.join(', ')} is`
  return [
    `correct the source, or decide what ${whose} published:`,
    `  as last known, for --keep-days: ${decide('keep')}`,
    `  as it came, missing offers withdrawn: ${decide('accept')}`,
  ]
}
