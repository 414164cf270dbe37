// Rate windows in this process. Not by a library: they answer through a promise, keep a timer for each subject, and take
// no clock.

import { RATE_WINDOW_SECONDS } from '../../contract/keys/kinds.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { decisionOf, type Limiter, type RateDecision } from './limiter.ts'

const WINDOW_MS = RATE_WINDOW_SECONDS * 1000
const MAX_SUBJECTS = 500_000

interface RateWindow {
  /** Milliseconds since the epoch. */
  readonly startsAt: number
  /** Requests so far. */
  count: number
}

/**
 * Windows live in two generations. Each minute the younger becomes the older, and the older, whose windows have all
 * ended, is dropped as a whole: no timers, no sweeping.
 */
export class MemoryLimiter implements Limiter {
  readonly #clock: Clock
  readonly #maxSubjects: number
  #young = new Map<string, RateWindow>()
  #old = new Map<string, RateWindow>()
  #youngSince: number

  /**
   * @param maxSubjects the size of a generation; more subjects end it early, to bound memory. Then windows may be dropped
   *   before they end, and their subjects are counted from 0 again.
   */
  constructor(clock: Clock, maxSubjects = MAX_SUBJECTS) {
    this.#clock = clock
    this.#maxSubjects = maxSubjects
    this.#youngSince = clock()
  }

  consume(subject: string, maxRequests: number): RateDecision {
    const now = this.#clock()
    const window = this.#windowOf(subject, now)
    window.count += 1
    return decisionOf(window.count, maxRequests, window.startsAt + WINDOW_MS - now)
  }

  async close(): Promise<void> {}

  #windowOf(subject: string, now: number): RateWindow {
    const current = this.#young.get(subject) ?? this.#old.get(subject)
    if (current && isWithin(current.startsAt, now)) return current
    if (!isWithin(this.#youngSince, now) || this.#young.size >= this.#maxSubjects) this.#beginGeneration(now)
    const window = { startsAt: now, count: 0 }
    this.#young.set(subject, window)
    return window
  }

  #beginGeneration(now: number): void {
    this.#old = this.#young
    this.#young = new Map()
    this.#youngSince = now
  }
}

/** A start in the future means that the clock was set back: such a window is over. */
function isWithin(startsAt: number, now: number): boolean {
  return now >= startsAt && now - startsAt < WINDOW_MS
}
