// Cached answers of a release, bounded in bytes. Once the cache is full, only answers that are requested again are kept: a
// client that reads the whole catalogue must not evict what all others read all day.

import { type LruMap, lruMap, weighedLruMap } from '../lib/lru-map.ts'
import type { CachedAnswer } from './cached-answer.ts'

/** How many targets are remembered that were requested once, and whose answers were not kept. */
const MAX_SEEN_ONCE = 5_000

/** The cache counts as full this many bytes below its bound, because every eviction leaves some room. */
const FULL_WITHIN = 128 * 1024

export class AnswerCache {
  readonly #maxBytes: number
  readonly #kept: LruMap<CachedAnswer>
  readonly #seenOnce = lruMap<true>(MAX_SEEN_ONCE)

  /** @param maxBytes the most bytes that answers may take together */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#kept = weighedLruMap(maxBytes, ({ weight }) => weight)
  }

  get(target: string): CachedAnswer | undefined {
    return this.#kept.get(target)
  }

  /**
   * Keeps a requested answer if the cache has room, or if its target is remembered from an earlier request. Otherwise it
   * remembers the target.
   */
  admit(answer: CachedAnswer): void {
    const { target } = answer
    const isFull = this.#kept.calculatedSize + FULL_WITHIN > this.#maxBytes
    if (isFull && !this.#seenOnce.get(target)) this.#seenOnce.set(target, true)
    else this.#kept.set(target, answer)
  }

  clear(): void {
    this.#kept.clear()
  }

  /** Weighs an answer again, if it is kept: an answer grows when its body is read. */
  weigh(answer: CachedAnswer): void {
    const { target } = answer
    if (this.#kept.peek(target) !== answer) return
    // Setting the same object again would not weigh it.
    this.#kept.delete(target)
    this.#kept.set(target, answer)
  }
}
