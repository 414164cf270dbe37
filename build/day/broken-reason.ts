// The reasons why valid records of an issuer are not trusted: the nature of its data changed overnight.

import { formatCount } from '../../lib/text/format-numbers.ts'

export type ReasonName = 'lost' | 'swapped_days' | 'scaled'

/** A change that affects most offers at once. */
export interface BrokenReason {
  reason: ReasonName
  /** The member of the offer, or two that are judged together. */
  member: string
  /** The offers that had the member (`lost`) or changed in it, and those of them that changed as the reason says. */
  of: number
  changed: number
  /** The first of them, e.g. `R-100: 2026-12-31 → null`. */
  examples: string[]
}

/** A reason without its numbers, which differ from day to day. */
export type ReasonKey = Pick<BrokenReason, 'member'> & { reason: string }

export function keyOf({ reason, member }: ReasonKey): string {
  return `${reason} ${member}`
}

const WORDS: Readonly<Record<ReasonName, string>> = {
  lost: 'lost',
  swapped_days: 'changes exchange day and month',
  scaled: 'changes are by the same power of ten',
}

/** E.g. `valid_until: 115 of 115 lost, e.g. R-100: 2026-12-31 → null`. */
export function describeReason({ reason, member, of, changed, examples: [example] }: BrokenReason): string {
  const shown = example === undefined ? '' : `, e.g. ${example}`
  return `${member}: ${formatCount(changed)} of ${formatCount(of)} ${WORDS[reason]}${shown}`
}
