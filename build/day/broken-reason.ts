// Why the data of an issuer is not trusted though its records can be published: it changed its nature overnight.

import { formatCount } from '../../lib/text/format-numbers.ts'

export type ReasonName = 'lost' | 'swapped_days' | 'scaled'

/** One thing that most offers suffered at once. */
export interface BrokenReason {
  reason: ReasonName
  /** The member of the offer, or the two that are judged together. */
  member: string
  /** How many had the member (`lost`) or changed in it, and how many of these changed in the way of the reason. */
  of: number
  changed: number
  /** The first of them, e.g. `R-100: 2026-12-31 → null`. */
  examples: string[]
}

/** A reason without its numbers, which change from day to day. */
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
