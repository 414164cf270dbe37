// Which keys end by themselves before long, so that nobody is surprised by it.

import type { Clock } from '../../lib/time/clock.ts'
import type { KeyRecord, KeyStore } from './key-store.ts'
import { endOf, verdictOf } from './key-verdict.ts'

export const ENDS_SOON_DAYS = 14

const ENDS_SOON_MS = ENDS_SOON_DAYS * 24 * 60 * 60 * 1000

/** Whether a key is good now, and no longer so in `ENDS_SOON_DAYS` days. */
export function endsSoon(record: KeyRecord, now: number): boolean {
  return verdictOf(record, now) !== undefined && endOf(record) <= now + ENDS_SOON_MS
}

/** How long a count serves, in milliseconds: to list a large store takes a while. */
const COUNT_TRUST_MS = 10 * 60 * 1000

/**
 * Counts the keys that end soon, for a metric.
 * @returns a function that rejects if the store does not answer
 */
export function countEndingSoon(store: KeyStore, clock: Clock): () => Promise<number> {
  let last: { count: number; at: number } | undefined
  return async () => {
    const now = clock()
    if (last && now >= last.at && now - last.at < COUNT_TRUST_MS) return last.count
    let count = 0
    for await (const record of store.list()) if (endsSoon(record, now)) count += 1
    last = { count, at: now }
    return count
  }
}
