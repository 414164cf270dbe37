// The copy that a store holds now: another process may have written it.

import type { Clock } from '../lib/clock.ts'
import type { CatalogueCopy, MirrorStore } from './store.ts'

/** How long the answer of a store is relied on. */
const CHECK_MS = 1000

interface Held {
  copy: CatalogueCopy
  version: string | undefined
}

export class CurrentCopy {
  readonly #store: MirrorStore
  readonly #clock: Clock
  #held: Held | undefined
  #looking: Promise<CatalogueCopy | undefined> = Promise.resolve(undefined)
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(store: MirrorStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** The copy as it was in the store a second ago or later; undefined if there is none. */
  get(): Promise<CatalogueCopy | undefined> {
    const age = this.#clock.now() - this.#lookedAt
    // If the clock was set back, the age is unknown.
    return age >= 0 && age < CHECK_MS ? this.#looking : this.look()
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
    this.#held = { copy, version }
    this.#looking = Promise.resolve(copy)
    this.#lookedAt = this.#clock.now()
  }

  async #read(): Promise<CatalogueCopy | undefined> {
    // Before the copy: if another one is written in between, the next look finds the version changed.
    const version = await this.#store.version?.()
    if (this.#held && this.#held.version === version) return this.#held.copy
    const copy = await this.#store.read()
    this.#held = copy && { copy, version }
    // A store may be asked at any time whether it has got its first copy.
    if (!copy) this.#forget()
    return copy
  }

  #forget(): void {
    this.#lookedAt = Number.NEGATIVE_INFINITY
  }
}
