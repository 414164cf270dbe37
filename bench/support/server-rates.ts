// How fast a server was, round by round.

import type { Measurement } from './measure.ts'
import { type Measured, ratioByRound } from './statistics.ts'

export interface Rates {
  /** Requests a second. */
  wall: number[]
  /** Requests a second of the server's processor time; empty where the system does not tell. */
  processor: number[]
}

export function noRates(): Rates {
  return { wall: [], processor: [] }
}

export function addRound(rates: Rates, measurement: Measurement): void {
  rates.wall.push(measurement.requestsPerSecond)
  if (measurement.requestsPerProcessorSecond !== undefined)
    rates.processor.push(measurement.requestsPerProcessorSecond)
}

/** Ours by theirs: as measured by the clock, and by processor time. */
export function compare(ours: Rates, theirs: Rates): { wall: Measured; processor: Measured | undefined } {
  const known = ours.processor.length > 0 && theirs.processor.length > 0
  return {
    wall: ratioByRound(ours.wall, theirs.wall),
    processor: known ? ratioByRound(ours.processor, theirs.processor) : undefined,
  }
}
