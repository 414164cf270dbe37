// Two servers' rates beside a goal.

import { compare, type Rates } from '../support/server-rates.ts'
import { type Goal, spreadOf } from './format.ts'

export interface RateGoal {
  measure: string
  ours: Rates | undefined
  theirs: Rates | undefined
  least: number
}

/**
 * Judged by processor time where the system tells it: on a machine with nothing else to do both ratios agree,
 * on any other only that one means something.
 */
export function rateGoal({ measure, ours, theirs, least }: RateGoal): Goal[] {
  if (!ours || !theirs) return []
  const { wall, processor } = compare(ours, theirs)
  const judged = processor ?? wall
  const found = processor
    ? `${spreadOf(processor)}; by the clock ${spreadOf(wall)}`
    : `${spreadOf(wall)} by the clock`
  return [{ measure, goal: `≥ ${least} ×`, found, met: judged.median >= least }]
}
