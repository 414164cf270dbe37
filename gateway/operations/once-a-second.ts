// Shares a result that is requested more often than it changes.

import type { Clock } from '../../lib/time/clock.ts'

const SECOND_MS = 1_000

/** Calls within a second share one result. A failure reaches the calls that wait for it, and is not kept. */
export function onceASecond<T>(make: () => Promise<T>, clock: Clock): () => Promise<T> {
  let shared: Promise<T> | undefined
  let madeAt = 0
  return () => {
    const now = clock()
    // A clock that was set back must not prolong a result.
    if (shared && now >= madeAt && now < madeAt + SECOND_MS) return shared
    const made = make()
    made.catch(() => {
      if (shared === made) shared = undefined
    })
    madeAt = now
    shared = made
    return made
  }
}
