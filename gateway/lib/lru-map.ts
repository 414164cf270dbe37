// Maps that evict the least recently used entry, by lru-cache.

import { LRUCache } from 'lru-cache'

export type LruMap<V extends {}> = LRUCache<string, V>

/** A map of at most `maxEntries`. */
export function lruMap<V extends {}>(maxEntries: number): LruMap<V> {
  return new LRUCache({
    // Not `max`, which allocates all entries at once: 1 to 4 ms for 10,000 when a gateway starts.
    maxSize: maxEntries,
    sizeCalculation: () => 1,
  })
}

/** A map whose values take at most `maxBytes` together. A value that alone takes more is not kept. */
export function weighedLruMap<V extends {}>(maxBytes: number, weigh: (value: V) => number): LruMap<V> {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: weigh })
}
