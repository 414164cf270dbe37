// Where answers are kept, so that they are asked for conditionally, or not at all while they are fresh.

/** An answer as it is kept; plain data, so that any store can hold it as JSON. */
export interface CacheEntry {
  etag: string
  /** The JSON text. */
  body: string
  headers: [name: string, value: string][]
  /** When it came or was last confirmed, in milliseconds since 1970. */
  storedAt: number
  /** How long it needs no question. */
  maxAgeMs: number
}

/** A store of answers. What it loses is asked for again; what it can not read is undefined. */
export interface OffersCache {
  get(slot: string): CacheEntry | undefined | Promise<CacheEntry | undefined>
  set(slot: string, entry: CacheEntry): void | Promise<void>
}

export interface MemoryCacheOptions {
  /** In characters of bodies; 16 million if not given. */
  maxSize?: number | undefined
}

/** Keeps answers in memory, those that were used last. */
export function memoryCache({ maxSize = 16_000_000 }: MemoryCacheOptions = {}): OffersCache {
  // In the order of their last use.
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
      if (entry.body.length > maxSize) return
      entries.set(slot, entry)
      size += entry.body.length
      for (const oldest of entries.keys()) {
        if (size <= maxSize) break
        remove(oldest)
      }
    },
  }
}

/** How long an answer needs no question (RFC 9111); undefined if it may not be kept. */
export function maxAgeOf(headers: Headers): number | undefined {
  const directives = (headers.get('cache-control') ?? '').toLowerCase()
  if (directives.includes('no-store')) return undefined
  if (directives.includes('no-cache')) return 0
  const seconds = Number(/(?:^|[\s,])max-age=(\d{1,9})/.exec(directives)?.[1] ?? 0)
  const age = Number(/^\d{1,9}$/.exec(headers.get('age') ?? '')?.[0] ?? 0)
  return Math.max(0, seconds - age) * 1000
}

export function isFresh({ storedAt, maxAgeMs }: CacheEntry, now: number): boolean {
  // A clock that was set back tells nothing of its age.
  return now >= storedAt && now < storedAt + maxAgeMs
}
