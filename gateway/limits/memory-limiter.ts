// Rate windows in this process, by ourselves: the library that counts in Redis takes some five times as long
// here, answers through a promise, keeps a timer a subject, and can't be told the time by a test.

import { RATE_WINDOW_SECONDS } from '../../contract/keys/kinds.ts'
import type { Clock } from '../../contract/lib/clock.ts'
import { decisionOf, type Limiter, type RateDecision } from './limiter.ts'
import type { RateWindow, Subject } from './subject.ts'

const WINDOW_MS = RATE_WINDOW_SECONDS * 1000
const MOST_SUBJECTS = 500_000

/**
 * Windows live in two generations. Each minute the younger becomes the older, and the older, all of whose
 * windows have ended by then, is dropped as a whole: no timers, no sweeping.
 */
export class MemoryLimiter implements Limiter {
  readonly #clock: Clock
  readonly #mostSubjects: number
  // Times count from here: small integers take no memory of their own.
  readonly #epoch: number
  #young = new Map<string, RateWindow>()
  #old = new Map<string, RateWindow>()
  #youngSince = 0

  /** @param mostSubjects the size of a generation; more of them end it early, so that memory has a bound */
  constructor(clock: Clock, mostSubjects = MOST_SUBJECTS) {
    this.#clock = clock
    this.#mostSubjects = mostSubjects
    this.#epoch = clock()
  }

  consume(subject: Subject, allowed: number): RateDecision {
    const now = this.#clock() - this.#epoch
    let { window } = subject
    if (window === undefined || !isWithin(window.startsAt, now)) {
      window = this.#windowOf(subject.countedAs, now)
      subject.window = window
    }
    window.used += 1
    return decisionOf(window.used, allowed, window.startsAt + WINDOW_MS - now)
  }

  async close(): Promise<void> {}

  #windowOf(countedAs: string, now: number): RateWindow {
    const standing = this.#young.get(countedAs) ?? this.#old.get(countedAs)
    if (standing && isWithin(standing.startsAt, now)) return standing
    if (!isWithin(this.#youngSince, now) || this.#young.size >= this.#mostSubjects) this.#turn(now)
    const window = { startsAt: now, used: 0 }
    this.#young.set(countedAs, window)
    return window
  }

  #turn(now: number): void {
    this.#old = this.#young
    this.#young = new Map()
    this.#youngSince = now
  }
}

/** A start in the future means that the clock was set back: such a window has no end to wait for. */
function isWithin(startsAt: number, now: number): boolean {
  return now >= startsAt && now - startsAt < WINDOW_MS
}
