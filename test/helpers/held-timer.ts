// A timer that ends when the test says so.

import type { Test } from 'tap'

export interface HeldTimer {
  /** The milliseconds that were asked for; one for each timer that was set. */
  times: number[]
  /** How often it was begun again. */
  refreshed: number
  /** Its time is up. */
  end(): void
}

/** Takes the place of `setTimeout` while `set` runs, which sets one timer. */
export async function holdTimer(t: Test, set: () => unknown): Promise<HeldTimer> {
  const held: HeldTimer = { times: [], refreshed: 0, end: () => {} }
  const timer = {
    unref: () => timer,
    refresh: () => {
      held.refreshed += 1
      return timer
    },
  }
  const captured = t.capture(globalThis, 'setTimeout', (callback: () => void, milliseconds: number) => {
    held.times.push(milliseconds)
    held.end = callback
    return timer
  })
  await set()
  captured.restore()
  return held
}
