// Who uses the API: answers by key, and the day on which each key was last used. No request waits for the days: the store
// gets them later, all at once.

import { KEY_LIMITS } from '../../contract/keys/kinds.ts'
import type { KeyDays, KeyRecord, KeyStore } from './key-store.ts'

/** Answers to requests with one key. Those with status 500 and above count as neither. */
export interface KeyUse {
  /** Status below 400. */
  answered: number
  /** Status 400 to 499: also 401, for a key that has expired or is revoked. */
  refused: number
}

/** Names that are counted: more would make a scrape large. */
const MAX_COUNTED = 1_000

export class KeyUses {
  readonly #byName = new Map<string, KeyUse>()

  /** By key id, or by kind for keys that many share. Keys beyond the first 1,000 of these names count as `other`. */
  get counted(): ReadonlyMap<string, KeyUse> {
    return this.#byName
  }

  /** The counts of a key, for as long as the process runs. */
  of({ id, kind }: KeyRecord): KeyUse {
    const name = KEY_LIMITS[kind].countedBy === 'key' ? id : kind
    return this.#useOf(this.#byName.has(name) || this.#byName.size < MAX_COUNTED ? name : 'other')
  }

  #useOf(name: string): KeyUse {
    const known = this.#byName.get(name)
    if (known) return known
    const use = { answered: 0, refused: 0 }
    this.#byName.set(name, use)
    return use
  }
}

export class KeyDaysOfUse {
  /** The last day of each key that was used since the start, by id. */
  readonly #days = new Map<string, string>()
  /** The days that the store does not have yet. */
  #unstored = new Map<string, string>()

  /** Called at each look-up of a good key in the store: about every 30 s (`KEY_REFRESH_MS`) while it is in use. */
  add(id: string, at: number): void {
    const day = new Date(at).toISOString().slice(0, 10)
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
      this.#unstored = new Map([...days, ...this.#unstored])
      throw error
    }
  }
}
