// Timers that end when the test says so.

import type { Test } from 'tap'

export interface HeldTimer {
  /** The milliseconds of each timer that was set. */
  times: number[]
  /** The number of times that it was restarted. */
  refreshed: number
  /** Calls the callback of the timer, as if its time were up. */
  end(): void
}

/** Takes the place of `setTimeout` while `set` runs, which sets one timer. */
export async function holdTimer(t: Test, set: () => unknown): Promise<HeldTimer> {
  const held: HeldTimer = { times: [], refreshed: 0, end: () => {} }
  const captured = t.capture(globalThis, 'setTimeout', (callback: () => void, milliseconds: number) =>
    hold(held, callback, milliseconds),
  )
  await set()
  captured.restore()
  return held
}

/** Takes the place of `setTimeout` for all timers of one length until the test ends; returns them in their order. */
export function holdTimers(t: Test, length: number): HeldTimer[] {
  const held: HeldTimer[] = []
  const { setTimeout: start } = globalThis
  t.intercept(globalThis, 'setTimeout', {
    value: (callback: () => void, milliseconds: number) => {
      if (milliseconds !== length) return start(callback, milliseconds)
      const one: HeldTimer = { times: [], refreshed: 0, end: () => {} }
      held.push(one)
      return hold(one, callback, milliseconds)
    },
  })
  return held
}

function hold(held: HeldTimer, end: () => void, milliseconds: number) {
  held.times.push(milliseconds)
  held.end = end
  const timer = {
    unref: () => timer,
    refresh: () => {
      held.refreshed += 1
      return timer
    },
  }
  return timer
}
