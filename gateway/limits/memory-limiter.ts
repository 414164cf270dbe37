// Counts requests in this process. Not by a library: they answer through a promise, keep a timer for each subject, and
// count in fixed windows.

import type { Clock } from '../../lib/time/clock.ts'
import { COUNTED_MS, decisionOf, type Limiter, type RateDecision } from './limiter.ts'
import { RequestTimes } from './request-times.ts'

const MAX_SUBJECTS = 500_000

/** The admitted requests of a subject. Most have one: its time alone takes a quarter of the memory. */
type Admitted = number | RequestTimes

/**
 * Subjects live in two generations; an admitted request puts its subject into the younger. Each minute that becomes the
 * older, and the older, whose requests no longer count, is dropped as a whole: no timers, no sweeping.
 */
export class MemoryLimiter implements Limiter {
  readonly #clock: Clock
  readonly #maxSubjects: number
  #young = new Map<string, Admitted>()
  #old = new Map<string, Admitted>()
  #youngSince: number

  /**
   * @param clock a monotonic one: if it were set back, requests would count for longer
   * @param maxSubjects the size of a generation; more subjects end it early, to bound memory. Then requests may be
   *   forgotten while they count.
   */
  constructor(clock: Clock, maxSubjects = MAX_SUBJECTS) {
    this.#clock = clock
    this.#maxSubjects = maxSubjects
    this.#youngSince = clock()
  }

  /** Milliseconds of its clock. */
  get now(): number {
    return this.#clock()
  }

  /** @param sentAt when an admitted request begins to count, if that is a little earlier than now */
  consume(subject: string, maxRequests: number, sentAt?: number): RateDecision {
    const now = this.#clock()
    const at = sentAt ?? now
    const young = this.#young.get(subject)
    const known = young ?? this.#old.get(subject)
    const times = typeof known === 'number' ? timesOf(known) : known
    times?.dropUntil(now - COUNTED_MS)
    if (!times || times.length === 0) {
      // No key may make 0 requests.
      this.#keep(subject, at, now)
      return decisionOf(true, maxRequests - 1, COUNTED_MS)
    }
    const allowed = times.length < maxRequests
    if (allowed) {
      times.add(at)
      if (young !== times) this.#keep(subject, times, now)
    }
    return decisionOf(allowed, Math.max(maxRequests - times.length, 0), growsInMs(times, maxRequests, now))
  }

  /**
   * The refusal of a request, if as many are counted as are allowed and will be for some time yet.
   * @param marginMs that time, in milliseconds
   */
  refusal(subject: string, maxRequests: number, marginMs: number): RateDecision | undefined {
    const known = this.#young.get(subject) ?? this.#old.get(subject)
    if (known === undefined || countOf(known) < maxRequests) return undefined
    const times = typeof known === 'number' ? timesOf(known) : known
    const left = growsInMs(times, maxRequests, this.#clock())
    return left > marginMs ? decisionOf(false, 0, left) : undefined
  }

  async close(): Promise<void> {}

  #keep(subject: string, admitted: Admitted, now: number): void {
    const isFull = this.#young.size >= this.#maxSubjects && !this.#young.has(subject)
    if (now - this.#youngSince >= COUNTED_MS || isFull) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngSince = now
    }
    this.#young.set(subject, admitted)
  }
}

/** Milliseconds until one more request would be admitted, or until the first is forgotten. */
function growsInMs(times: RequestTimes, maxRequests: number, now: number): number {
  // More may be counted than this key allows: keys of several limits share an address.
  const surplus = Math.max(times.length - maxRequests, 0)
  return COUNTED_MS - (now - times.at(surplus))
}

function countOf(admitted: Admitted): number {
  return typeof admitted === 'number' ? 1 : admitted.length
}

function timesOf(time: number): RequestTimes {
  const times = new RequestTimes()
  times.add(time)
  return times
}
