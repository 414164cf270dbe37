// Time as a seam: everything that asks for the time takes a Clock, so that tests move it by hand.

/** Milliseconds since the Unix epoch. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
