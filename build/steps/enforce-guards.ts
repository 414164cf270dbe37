// Step: refuses the build if a guard tripped. It comes after all guards and the changes are in the report, so that a
// refused build shows them.

import { OperatorError } from '../../contract/lib/errors.ts'
import { isListed } from '../../contract/offers/offer.ts'
import type { Offers } from '../catalogue/catalogue-offer.ts'
import type { RejectGuard } from './guard-rejects.ts'
import { describeShrinkage, type ShrinkFacts, type ShrinkPolicy } from './guard-shrink.ts'

/** What the guards saw and decided. */
export interface Guards {
  rejects: RejectGuard
  shrink: ShrinkFacts[]
}

/**
 * @param offers all that can be read today
 * @throws {OperatorError} `too-many-rejected`; `shrunk` naming each issuer that is to be refused
 */
export function enforceGuards({ rejects, shrink }: Guards, offers: Offers, policy: ShrinkPolicy): void {
  const { decision, rejected, records, allowed } = rejects
  if (decision === 'refused') {
    throw new OperatorError(
      'too-many-rejected',
      `${rejected} of ${records} records are rejected, more than the ${allowed} allowed by --max-rejected`,
    )
  }
  const refused = shrink.filter((each) => each.decision === 'refuse').map(describeShrinkage)
  if (refused.length > 0) {
    const way = 'publish with --on-shrink keep:ISSUER (as last known) or accept:ISSUER (they are gone)'
    throw new OperatorError('shrunk', [...refused, way].join('\n'))
  }
  // A source without a single offer to list is a broken one, whatever the size of the catalogue before.
  const isEmpty = ![...offers.values()].some(({ status }) => isListed(status))
  if (isEmpty && policy.otherwise !== 'accept') {
    throw new OperatorError(
      'shrunk',
      'the source holds no offer to list; publish an empty catalogue with --on-shrink accept',
    )
  }
}
