// Caches answers, so that fresh ones are not requested again and older ones only conditionally.

import type { CacheEntry, OffersCache } from '../api/options.ts'

/** The characters of all bodies together: some 160 pages of 100 offers. */
const MAX_SIZE = 16_000_000

/** Keeps answers in memory: the most recently used ones, as far as they fit. */
export function memoryCache(): OffersCache {
  // The one that was not used for the longest time comes first.
  const entries = new Map<string, CacheEntry>()
  let size = 0
  const remove = (slot: string) => {
    size -= entries.get(slot)?.body.length ?? 0
    entries.delete(slot)
  }
  return {
    get(slot) {
      const entry = entries.get(slot)
      if (entry) {
        entries.delete(slot)
        entries.set(slot, entry)
      }
      return entry
    },
    set(slot, entry) {
      remove(slot)
      if (entry.body.length > MAX_SIZE) return
      entries.set(slot, entry)
      size += entry.body.length
      for (const oldest of entries.keys()) {
        if (size <= MAX_SIZE) break
        remove(oldest)
      }
    },
  }
}

/** How long an answer is fresh (RFC 9111), in milliseconds; undefined if it may not be kept. */
export function maxAgeOf(headers: Headers): number | undefined {
  const directives = (headers.get('cache-control') ?? '').toLowerCase()
  if (directives.includes('no-store')) return undefined
  if (directives.includes('no-cache')) return 0
  const seconds = Number(/(?:^|[\s,])max-age=(\d{1,9})/.exec(directives)?.[1] ?? 0)
  const age = Number(/^\d{1,9}$/.exec(headers.get('age') ?? '')?.[0] ?? 0)
  return Math.max(0, seconds - age) * 1000
}

export function isFresh({ storedAt, maxAgeMs }: CacheEntry, now: number): boolean {
  // If the clock was set back, the age is unknown.
  return now >= storedAt && now < storedAt + maxAgeMs
}
