// Time as a seam: everything that asks for the time takes a Clock, so that tests move it by hand.

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS

/** Milliseconds since the Unix epoch. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
