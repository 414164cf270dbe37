// The day on which each key was last used. No request waits for the days: the store gets them later, all at once.

import { DAY_MS } from '../../lib/time/clock.ts'
import type { KeyDays, KeyStore } from './key-store.ts'

export class KeyDaysOfUse {
  /** The last day of each key that was used since the start, by id. */
  readonly #days = new Map<string, string>()
  /** The days that the store does not have yet. */
  #unstored = new Map<string, string>()
  /** The day of the last look-up: its text takes half as long to make as all else that is learnt of a key. */
  #today = { number: Number.NaN, text: '' }

  /**
   * Called at each look-up of a good key in the store: about every 30 s (`KEY_REFRESH_MS`) while it is in use.
   * @param at milliseconds since the epoch
   */
  add(id: string, at: number): void {
    const number = Math.floor(at / DAY_MS)
    if (number !== this.#today.number) this.#today = { number, text: new Date(at).toISOString().slice(0, 10) }
    const day = this.#today.text
    if (this.#days.get(id) === day) return
    this.#days.set(id, day)
    this.#unstored.set(id, day)
  }

  /** Gives the store the days that it does not have yet. Rejects if the store does; the next call tries again. */
  async storeIn(store: Pick<KeyStore, 'storeUses'>): Promise<void> {
    const days: KeyDays = this.#unstored
    if (days.size === 0) return
    this.#unstored = new Map()
    try {
      await store.storeUses(days)
    } catch (error) {
      // Days that were added meanwhile are the later ones.
      this.#unstored = new Map([...days, ...this.#unstored])
      throw error
    }
  }
}
