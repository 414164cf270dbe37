// What another ref costs: an id is made of the ref, so offers get new ids, and ids of the last import may name other offers.

import { clip } from '../../lib/text/clip.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { refusal } from '../asking/refusals.ts'
import type { LastImport, NamedRow } from './last-import.ts'

export interface NewRef {
  /** The columns of the ref in the last import and today, as reports join them. */
  former: string
  now: string
  /** Whether the person accepts what it costs. */
  isAccepted: boolean
}

/** Fewer titles that changed overnight prove nothing; the guard of the build counts the same. */
const MIN_OTHERS = 3
const MAX_EXAMPLES = 3

/**
 * @param titleOf the title of today's offer with this issuer and ref; undefined if there is none
 * @returns what it costs, for the report; undefined if all offers keep their ids
 * @throws {OperatorError} `usage` with what it costs, unless that is accepted; `bad-source` if most ids that stay would
 * name other offers
 */
export async function judgeNewRef(
  last: Pick<LastImport, 'lastOffers'>,
  { former, now, isAccepted }: NewRef,
  titleOf: (offer: NamedRow) => string | undefined,
): Promise<string | undefined> {
  const others: string[] = []
  const issuers = new Set<string>()
  let [before, kept] = [0, 0]
  for await (const { issuer, ref, title } of last.lastOffers()) {
    before += 1
    const today = titleOf({ issuer, ref })
    if (today === undefined) issuers.add(issuer)
    else if (fold(today) === fold(title)) kept += 1
    else others.push(`${clip(ref)}: ${JSON.stringify(clip(title))} → ${JSON.stringify(clip(today))}`)
  }
  const names = `${JSON.stringify(clip(now))} instead of ${JSON.stringify(clip(former))}`
  if (others.length >= MIN_OTHERS && others.length > kept)
    throw refusal('refOfOtherOffers', {
      names,
      ids: formatCountOf(others.length, 'id'),
      examples: others
        .slice(0, MAX_EXAMPLES)
        .map((each) => `  ${each}`)
        .join('\n'),
      joined: JSON.stringify(`${clip(now)} + …`),
    })
  const lost = before - kept - others.length
  if (lost === 0) return undefined
  // The build finds the source as a whole broken if more than half of its offers are gone.
  const [issuer = ''] = issuers
  const whom = lost * 2 > before || issuers.size > 1 ? '' : `:${issuer}`
  const cost = [
    `with the ref ${names}, ${lost} of the ${formatCountOf(before, 'offer')} of the last import lose their id: who kept one finds the offer withdrawn, and the same offer is new under another`,
    `the next run finds the offers gone: give it --on-broken accept${whom} once`,
  ]
  if (isAccepted) return cost.join('; ')
  throw refusal('otherRef', { cost: cost.join('\n') })
}
