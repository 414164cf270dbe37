// Maps that evict the least recently used entry, by lru-cache.

import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/time/clock.ts'

export type LruMap<V extends {}> = LRUCache<string, V>

/**
 * A map of at most `maxEntries`.
 * @param forgets drops entries `afterMs` milliseconds after they were set; if left out, only for lack of room
 */
export function lruMap<V extends {}>(
  maxEntries: number,
  forgets?: { afterMs: number; clock: Clock },
): LruMap<V> {
  return new LRUCache({
    // Not `max`, which allocates all entries at once: 1 to 4 ms for 10,000 when a gateway starts.
    maxSize: maxEntries,
    sizeCalculation: () => 1,
    ...(forgets && { ttl: forgets.afterMs, ttlResolution: 0, perf: { now: forgets.clock } }),
  })
}

/** A map whose values take at most `maxBytes` together. */
export function weighedLruMap<V extends {}>(maxBytes: number, weigh: (value: V) => number): LruMap<V> {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: weigh })
}
