// Pages in memory, for all releases of the process together, bounded in bytes. As long as there is room, every page
// is kept; once it is full, only those that are asked for again: a client that reads the catalogue from end to end
// must not evict what all others read the whole day.

import { type LruMap, lruMap, weighedLruMap } from '../lib/lru-map.ts'
import type { CachedAnswer } from './cached-answer.ts'

/** How many keys are remembered that were asked for once, and not kept. */
const MAX_SEEN_ONCE = 5_000

/** Closer than this to its bound, in bytes, the cache is full: making room leaves some of it free each time. */
const FULL_WITHIN = 128 * 1024

export class AnswerCache {
  readonly maxBytes: number
  readonly #kept: LruMap<CachedAnswer>
  readonly #seenOnce = lruMap<true>(MAX_SEEN_ONCE)
  /** Being read at this moment, so that all who ask for one page at once share the reading. */
  readonly #reading = new Map<string, CachedAnswer>()

  /** @param maxBytes what the pages may weigh together */
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
    this.#kept = weighedLruMap(maxBytes, ({ weight }) => weight)
  }

  /** What all kept pages weigh together, in bytes. */
  get bytes(): number {
    return this.#kept.calculatedSize
  }

  get(key: string): CachedAnswer | undefined {
    return this.#kept.get(key) ?? this.#reading.get(key)
  }

  /** Keeps a page that was asked for if there is room, or if it was asked for before. */
  admit(page: CachedAnswer): void {
    const isFull = this.#kept.calculatedSize + FULL_WITHIN > this.maxBytes
    if (isFull && !this.#seenOnce.get(page.key)) this.#seenOnce.set(page.key, true)
    else this.keep(page)
  }

  /** Keeps a page in place of those that were asked for longest ago. */
  keep(page: CachedAnswer): void {
    this.#kept.set(page.key, page)
  }

  /** What is kept at this moment, the latest asked for first. */
  pages(): CachedAnswer[] {
    return [...this.#kept.values()]
  }

  /** Forgets the kept pages of a release. */
  evict(belongs: (page: CachedAnswer) => boolean): void {
    for (const page of this.pages()) if (belongs(page)) this.#kept.delete(page.key)
  }

  /** Reads something of a page. Until that is done `get` finds it, kept or not; a kept one is then weighed again. */
  async read<T>(page: CachedAnswer, read: () => Promise<T>): Promise<T> {
    const { key } = page
    this.#reading.set(key, page)
    try {
      return await read()
    } finally {
      if (this.#reading.get(key) === page) this.#reading.delete(key)
      if (this.#kept.peek(key) === page) {
        // Setting the same object again would not weigh it.
        this.#kept.delete(key)
        this.keep(page)
      }
    }
  }
}
