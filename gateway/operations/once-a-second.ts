// Work that is asked for more often than its result changes.

import type { Clock } from '../../lib/time/clock.ts'

const SECOND_MS = 1_000

/** All who ask within a second share one result. A failure is reported to those who wait for it, and not kept. */
export function onceASecond<T>(make: () => Promise<T>, clock: Clock): () => Promise<T> {
  let shared: Promise<T> | undefined
  let madeAt = 0
  return () => {
    const now = clock()
    // A clock that was set back makes no result last longer.
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
