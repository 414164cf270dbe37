// For the metrics: how many requests with each key were answered and refused.

import { KEY_LIMITS } from '../../contract/keys/kinds.ts'
import type { KeyRecord } from './key-store.ts'

/** Answers to requests with one key. Status 500 and above is not counted. */
export interface KeyUse {
  /** Status below 400. */
  answered: number
  /** Status 400 to 499: also 401, for a key that has expired or is revoked. */
  refused: number
}

/** At most this many names are counted on their own: each adds lines to the metrics. */
const MAX_COUNTED = 1_000

export class KeyUses {
  readonly #byName = new Map<string, KeyUse>()

  /**
   * By name: the id of a key, or the kind of keys that many clients share. After the first 1,000 names, all others count as
   * `other`.
   */
  get counted(): ReadonlyMap<string, KeyUse> {
    return this.#byName
  }

  /** The counts of a key, which the caller adds to. A key has the same ones for as long as the process runs. */
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
