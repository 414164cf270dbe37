// How fast a server was, round by round, and the ratio of two servers.

import type { Measurement } from '../programs/measure.ts'
import { type Goal, spreadOf } from './format.ts'
import { type Measured, ratioByRound } from './statistics.ts'

export interface Rates {
  /** Requests per second. */
  wall: number[]
  /** Requests per second of the server's processor time; empty if the system does not report that. */
  processor: number[]
  /** The 99th percentile of response times, in milliseconds. */
  p99: number[]
}

export function noRates(): Rates {
  return { wall: [], processor: [], p99: [] }
}

export function addRound(rates: Rates, measurement: Measurement): void {
  rates.wall.push(measurement.requestsPerSecond)
  rates.p99.push(measurement.p99)
  if (measurement.requestsPerProcessorSecond !== undefined)
    rates.processor.push(measurement.requestsPerProcessorSecond)
}

/**
 * Ours ÷ theirs, by processor time if the system reports it: on an idle machine it equals the ratio by the clock,
 * on a busy one only this one is meaningful.
 */
export function rateRatio(ours: Rates, theirs: Rates): Measured {
  return byProcessor(ours, theirs)
    ? ratioByRound(ours.processor, theirs.processor)
    : ratioByRound(ours.wall, theirs.wall)
}

function byProcessor(ours: Rates, theirs: Rates): boolean {
  return ours.processor.length > 0 && theirs.processor.length > 0
}

export function rateGoal(measure: string, [ours, theirs]: readonly [Rates, Rates], least: number): Goal {
  const ratio = rateRatio(ours, theirs)
  const wall = spreadOf(ratioByRound(ours.wall, theirs.wall))
  return {
    measure,
    goal: `≥ ${least} ×`,
    found: byProcessor(ours, theirs) ? `${spreadOf(ratio)}; by the clock ${wall}` : `${wall} by the clock`,
    met: ratio.median >= least,
  }
}
