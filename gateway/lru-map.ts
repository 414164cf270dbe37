// The one module that knows lru-cache: maps that forget what was used longest ago.

import { LRUCache } from 'lru-cache'
import type { Clock } from '../contract/lib/clock.ts'

export type LruMap<V extends {}> = LRUCache<string, V>

/**
 * A map of so many entries.
 * @param forgets how long an entry stays after it was set last, in milliseconds, and the clock that tells; for ever if left out
 */
export function lruMap<V extends {}>(
  maxEntries: number,
  forgets?: { afterMs: number; clock: Clock },
): LruMap<V> {
  return new LRUCache({
    // Not `max`: it makes room for all entries at once, and a gateway would start some 5 ms later for each 10,000.
    maxSize: maxEntries,
    sizeCalculation: () => 1,
    ...(forgets && { ttl: forgets.afterMs, ttlResolution: 0, perf: { now: forgets.clock } }),
  })
}

/** A map whose values weigh so many bytes together at most. */
export function weighedLruMap<V extends {}>(maxBytes: number, weigh: (value: V) => number): LruMap<V> {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: weigh })
}
