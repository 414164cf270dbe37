// The one module that knows lru-cache: maps that forget what was used longest ago.

import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/time/clock.ts'

export type LruMap<V extends {}> = LRUCache<string, V>

/**
 * A map of at most `maxEntries`.
 * @param forgets how long after it was set last an entry is forgotten, in milliseconds; only for lack of room if left out
 */
export function lruMap<V extends {}>(
  maxEntries: number,
  forgets?: { afterMs: number; clock: Clock },
): LruMap<V> {
  return new LRUCache({
    // Not `max`: it makes room for all entries at once, which takes 1 to 4 ms for 10,000 when a gateway starts.
    maxSize: maxEntries,
    sizeCalculation: () => 1,
    ...(forgets && { ttl: forgets.afterMs, ttlResolution: 0, perf: { now: forgets.clock } }),
  })
}

/** A map whose values weigh at most `maxBytes` together. */
export function weighedLruMap<V extends {}>(maxBytes: number, weigh: (value: V) => number): LruMap<V> {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: weigh })
}
