// Who uses the API: answers by key.

import { KEY_LIMITS } from '../../contract/keys/kinds.ts'
import type { KeyRecord } from './key-store.ts'

/** Answers to requests with one key. Status 500 and above is not counted. */
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
