// Shares a result that is requested more often than it is worth making.

import type { Clock } from '../../lib/time/clock.ts'

/** Calls within `periodMs` share one result. A failure reaches the calls that wait for it, and is not kept. */
export function sharedFor<T>(periodMs: number, make: () => Promise<T>, clock: Clock): () => Promise<T> {
  let shared: Promise<T> | undefined
  let madeAt = 0
  return () => {
    const now = clock()
    // A clock that was set back must not prolong a result.
    if (shared && now >= madeAt && now < madeAt + periodMs) return shared
    const made = make()
    made.catch(() => {
      if (shared === made) shared = undefined
    })
    madeAt = now
    shared = made
    return made
  }
}
