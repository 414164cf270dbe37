// Cached answers of all releases in this process, bounded in bytes. Once the cache is full, only answers that are
// requested again are kept: a client that reads the whole catalogue must not evict what all others read all day.

import { type LruMap, lruMap, weighedLruMap } from '../lib/lru-map.ts'
import type { CachedAnswer } from './cached-answer.ts'

/** Keys remembered that were requested once and not kept. */
const MAX_SEEN_ONCE = 5_000

/** The cache counts as full this many bytes below its bound, because every eviction leaves some room. */
const FULL_WITHIN = 128 * 1024

export class AnswerCache {
  readonly maxBytes: number
  readonly #kept: LruMap<CachedAnswer>
  readonly #seenOnce = lruMap<true>(MAX_SEEN_ONCE)
  /** Answers being read now: simultaneous requests for one share the reading. */
  readonly #reading = new Map<string, CachedAnswer>()

  /** @param maxBytes the most bytes that answers may take together */
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
    this.#kept = weighedLruMap(maxBytes, ({ weight }) => weight)
  }

  get(key: string): CachedAnswer | undefined {
    return this.#kept.get(key) ?? this.#reading.get(key)
  }

  /** Keeps a requested answer if there is room, or if it was requested before. */
  admit(answer: CachedAnswer): void {
    const isFull = this.#kept.calculatedSize + FULL_WITHIN > this.maxBytes
    if (isFull && !this.#seenOnce.get(answer.key)) this.#seenOnce.set(answer.key, true)
    else this.keep(answer)
  }

  /** Keeps an answer, and evicts the least recently used ones. */
  keep(answer: CachedAnswer): void {
    this.#kept.set(answer.key, answer)
  }

  /** The kept answers, most recently used first. */
  answers(): CachedAnswer[] {
    return [...this.#kept.values()]
  }

  evict(isUnwanted: (answer: CachedAnswer) => boolean): void {
    for (const answer of this.answers()) if (isUnwanted(answer)) this.#kept.delete(answer.key)
  }

  /** Reads a part of an answer. Meanwhile `get` finds it, kept or not; a kept one is then weighed again. */
  async read<T>(answer: CachedAnswer, read: () => Promise<T>): Promise<T> {
    const { key } = answer
    this.#reading.set(key, answer)
    try {
      return await read()
    } finally {
      if (this.#reading.get(key) === answer) this.#reading.delete(key)
      if (this.#kept.peek(key) === answer) {
        // Setting the same object again would not weigh it.
        this.#kept.delete(key)
        this.keep(answer)
      }
    }
  }
}
