// Time as a seam: code takes a Clock, so that tests can move the time.

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS

/** Returns milliseconds, since the Unix epoch unless it is monotonic. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Never set back, as the time of day may be. */
export const monotonicClock: Clock = () => performance.now()

/** A time limit for something as a whole, however many reads it takes. */
export interface Deadline {
  /** Aborts when the time is up, with an error that says so. */
  readonly signal: AbortSignal
  /** Stops the timer. */
  clear(): void
}

export function deadlineAfter(milliseconds: number): Deadline {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(new Error(`not whole within ${milliseconds} ms`)), milliseconds)
  return { signal: end.signal, clear: () => clearTimeout(timer) }
}
