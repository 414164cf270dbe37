// The copy that a store holds now. Another process may write to the store, so it is looked at again and again.

import type { Clock } from '../lib/clock.ts'
import { isSearched, textSearchOf } from './once-per-copy.ts'
import type { CatalogueCopy, MirrorStore } from './store.ts'

/** How long the answer of a store is relied on. */
const CHECK_MS = 1000

/** How long a caller waits for a new copy; then the one before answers, until the new one is ready. */
const PATIENCE_MS = 200

interface Held {
  copy: CatalogueCopy
  version: string | undefined
}

export class CurrentCopy {
  readonly #store: MirrorStore
  readonly #clock: Clock
  #held: Held | undefined
  /** The latest look into the store, and when it began. */
  #looking: Promise<CatalogueCopy | undefined> = Promise.resolve(undefined)
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(store: MirrorStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /**
   * The copy that was in the store at most a second ago; while it takes long to read, the one before it. Undefined if there
   * is none.
   * @throws what the store throws when it is read
   */
  async get(): Promise<CatalogueCopy | undefined> {
    const age = this.#clock.now() - this.#lookedAt
    // If the clock was set back, the age is unknown.
    const looking = age >= 0 && age < CHECK_MS ? this.#looking : this.look()
    const before = this.#held?.copy
    if (!before) return await looking
    const over = new AbortController()
    const beforeIfLate = this.#clock.sleep(PATIENCE_MS, over.signal).then(() => before)
    return await Promise.race([looking, beforeIfLate]).finally(() => over.abort())
  }

  /** The copy as it is in the store now. */
  look(): Promise<CatalogueCopy | undefined> {
    this.#lookedAt = this.#clock.now()
    // One after the other: two readers of one file would take twice the memory.
    this.#looking = this.#looking.catch(() => {}).then(() => this.#read())
    // After a failure the next caller looks again.
    this.#looking.catch(() => this.#forget())
    return this.#looking
  }

  async write(copy: CatalogueCopy): Promise<void> {
    const version = (await this.#store.write(copy)) ?? undefined
    await this.#replaceBy({ copy, version })
    this.#looking = Promise.resolve(copy)
    this.#lookedAt = this.#clock.now()
  }

  async #read(): Promise<CatalogueCopy | undefined> {
    // Before the copy: if another one is written in between, the next look finds the version changed.
    const version = await this.#store.version?.()
    // A store without versions has no other writer than this mirror: what is held stays current.
    if (this.#held && this.#held.version === version) return this.#held.copy
    const copy = await this.#store.read()
    await this.#replaceBy(copy && { copy, version })
    // While there is none, each call looks again: the first copy must not wait for a second.
    if (!copy) this.#forget()
    return copy
  }

  /** A new copy is ready for searches before the old one goes. */
  async #replaceBy(held: Held | undefined): Promise<void> {
    if (held && isSearched(this.#held?.copy)) await textSearchOf(held.copy)
    this.#held = held
  }

  #forget(): void {
    this.#lookedAt = Number.NEGATIVE_INFINITY
  }
}
