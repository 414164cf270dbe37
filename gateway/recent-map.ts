// A map that forgets what was not asked for lately, at the price of a plain Map: no list is kept in order, as an
// exact LRU does at every look-up. For small things on the hot path; what is bounded in bytes is in an LRU.

/** Holds at least the `capacity` entries that were set or found last, and at most twice as many. */
export class RecentMap<K, V> {
  readonly #capacity: number
  #young = new Map<K, V>()
  #old = new Map<K, V>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#capacity && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  delete(key: K): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
  }
}
