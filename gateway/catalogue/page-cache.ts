// Pages in memory, bounded in bytes. As long as there is room, every page is kept. Then only those that are asked for
// again: whoever reads the catalogue from end to end must not push out what all others read the whole day.

import { LRUCache } from 'lru-cache'
import type { Page } from './page.ts'

/** So many targets are remembered beside those of the pages kept. */
const REMEMBERED = 5_000

/** Closer than this to its bound, in bytes, the cache is full: making room leaves some of it free each time. */
const FULL_WITHIN = 128 * 1024

export class PageCache {
  readonly #bytes: number
  /** What the pages may weigh together now. */
  #room: number
  readonly #kept: LRUCache<string, Page>
  /** Of what was not kept: a page that was asked for before is asked for often. */
  readonly #asked = new LRUCache<string, true>({ max: REMEMBERED })
  /** Being read at this moment, so that many who ask for one page at once share the reading. */
  readonly #read = new Map<string, Page>()

  /** @param bytes what the pages may weigh together */
  constructor(bytes: number) {
    this.#bytes = bytes
    this.#room = bytes
    this.#kept = new LRUCache({ maxSize: bytes, sizeCalculation: ({ weight }) => weight })
  }

  get(target: string): Page | undefined {
    return this.#kept.get(target) ?? this.#read.get(target)
  }

  /** Keeps a page that was asked for, if it is worth it. */
  offer(page: Page): void {
    const { target } = page
    if (this.isFull && !this.#asked.get(target)) this.#asked.set(target, true)
    else this.#keep(page)
  }

  /** What is kept at this moment, that which was asked for last going first. */
  pages(): Page[] {
    return [...this.#kept.values()]
  }

  /** Reads something of a page: meanwhile it is here for all, and weighs more afterwards where it is kept. */
  async reading<T>(page: Page, read: () => Promise<T>): Promise<T> {
    const { target } = page
    this.#read.set(target, page)
    try {
      return await read()
    } finally {
      if (this.#read.get(target) === page) this.#read.delete(target)
      if (this.#kept.peek(target) === page) {
        // What is set anew is weighed anew.
        this.#kept.delete(target)
        this.#keep(page)
      }
    }
  }

  /** Keeps to this share of its bound from now on: what was asked for longest ago is let go of. */
  keepTo(share: number): void {
    this.#room = this.#bytes * share
    this.#trim()
  }

  /** Whether there is room only for what was asked for before. */
  get isFull(): boolean {
    return this.#kept.calculatedSize + FULL_WITHIN > this.#room
  }

  #keep(page: Page): void {
    this.#kept.set(page.target, page)
    this.#trim()
  }

  /** The LRU by itself knows the whole bound alone. */
  #trim(): void {
    while (this.#kept.calculatedSize > this.#room) this.#kept.pop()
  }
}
