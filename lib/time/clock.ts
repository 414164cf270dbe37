// The time: code takes a Clock, so that tests can move it.

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS

/** Returns milliseconds, since the Unix epoch unless it is monotonic. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Never set back, as the time of day may be. */
export const monotonicClock: Clock = () => performance.now()
