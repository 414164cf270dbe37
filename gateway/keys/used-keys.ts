// The days on which keys were last used. No request waits for them: the store gets them later, all at once.

import type { KeyDays, KeyStore } from './key-store.ts'

export class UsedKeys {
  /** All that were used since the start. */
  readonly #days = new Map<string, string>()
  /** Those that the store does not have yet. */
  #unstored = new Map<string, string>()

  /** Counts for every look-up of a good key in the store: at least every 30 s while a key is in use. */
  used(id: string, at: number): void {
    const day = new Date(at).toISOString().slice(0, 10)
    if (this.#days.get(id) === day) return
    this.#days.set(id, day)
    this.#unstored.set(id, day)
  }

  /** Gives the store what it does not have yet. If it rejects, so does this, and the next call tries again. */
  async storeIn(store: Pick<KeyStore, 'storeUses'>): Promise<void> {
    const days: KeyDays = this.#unstored
    if (days.size === 0) return
    this.#unstored = new Map()
    try {
      await store.storeUses(days)
    } catch (error) {
      this.#unstored = new Map([...days, ...this.#unstored])
      throw error
    }
  }
}
