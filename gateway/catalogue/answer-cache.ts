// Answers in memory, for all releases of the process together, bounded in bytes. As long as there is room, every answer
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
  /** Being read at this moment: requests that ask for one answer at the same time share the reading. */
  readonly #reading = new Map<string, CachedAnswer>()

  /** @param maxBytes the most that the answers may weigh together */
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
    this.#kept = weighedLruMap(maxBytes, ({ weight }) => weight)
  }

  /** The weight of all kept answers together, in bytes. */
  get bytes(): number {
    return this.#kept.calculatedSize
  }

  get(key: string): CachedAnswer | undefined {
    return this.#kept.get(key) ?? this.#reading.get(key)
  }

  /** Keeps an answer that was asked for if there is room, or if it was asked for before. */
  admit(answer: CachedAnswer): void {
    const isFull = this.#kept.calculatedSize + FULL_WITHIN > this.maxBytes
    if (isFull && !this.#seenOnce.get(answer.key)) this.#seenOnce.set(answer.key, true)
    else this.keep(answer)
  }

  /** Keeps an answer in place of those that were asked for longest ago. */
  keep(answer: CachedAnswer): void {
    this.#kept.set(answer.key, answer)
  }

  /** The answers that are kept now, the latest asked for first. */
  answers(): CachedAnswer[] {
    return [...this.#kept.values()]
  }

  /** Forgets the kept answers of a release. */
  evict(belongs: (answer: CachedAnswer) => boolean): void {
    for (const answer of this.answers()) if (belongs(answer)) this.#kept.delete(answer.key)
  }

  /** Reads something of an answer. Until that is done `get` finds it, kept or not; a kept one is then weighed again. */
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
