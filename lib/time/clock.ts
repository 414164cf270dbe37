// Time as a seam: everything that asks for the time takes a Clock, so that tests move it by hand.

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS

/** Milliseconds since the Unix epoch. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** A time by which something must be done as a whole, however many reads it takes. */
export interface Deadline {
  /** Fires when the time is up, with an error that says so. */
  readonly signal: AbortSignal
  /** It is done: the timer ends. */
  clear(): void
}

export function deadlineAfter(milliseconds: number): Deadline {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(new Error(`not whole within ${milliseconds} ms`)), milliseconds)
  return { signal: end.signal, clear: () => clearTimeout(timer) }
}
