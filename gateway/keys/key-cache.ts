// Decides whether a key is good, from memory as long as the store's answer may be trusted.
//
//   age of the answer   action
//   under 30 s          serves the key
//   under 35 s          serves the key, and asks the store again in the background
//   35 s and more       asks the store first; if it does not answer, serves the key and asks once a second
//   60 s and more       the same within the grace that the operator grants; after it, 503 if the store does not answer

import { keyDigest, keyKindOf } from '../../contract/keys/format.ts'
import { SharedWork } from '../../lib/shared-work.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { type GoodKey, KeyMemory } from './key-memory.ts'
import type { KeyStore } from './key-store.ts'
import type { KeyUses } from './key-uses.ts'
import { type KeyVerdict, RefusedKey } from './key-verdict.ts'

/** Milliseconds between two questions about a key in use while the store fails. */
const KEY_RETRY_MS = 1_000

const MALFORMED = new RefusedKey('malformed')

export interface KeyCacheOptions {
  store: KeyStore
  clock: Clock
  /** Extra milliseconds that keys stay good while the store does not answer; 0 by default. */
  keysGraceMs?: number | undefined
  /** Called for each failure of the store, also in the background. */
  onStoreError?: (error: unknown) => void
}

export class KeyCache {
  readonly #store: KeyStore
  readonly #clock: Clock
  readonly #keysGraceMs: number
  readonly #onStoreError: (error: unknown) => void
  readonly #memory = new KeyMemory()
  /** Questions under way, by digest. */
  readonly #asking = new SharedWork<KeyVerdict>()

  constructor({ store, clock, keysGraceMs = 0, onStoreError = () => {} }: KeyCacheOptions) {
    this.#store = store
    this.#clock = clock
    this.#keysGraceMs = keysGraceMs
    this.#onStoreError = onStoreError
  }

  /** Who has used the API since the start. */
  get uses(): KeyUses {
    return this.#memory.uses
  }

  /** Stores the days on which keys were used since the last call. Rejects if the store can't, and keeps them. */
  storeUses(): Promise<void> {
    return this.#memory.days.storeIn(this.#store)
  }

  /**
   * Whether a key is good, at once if it was seen lately. A revocation takes effect within `KEY_TRUST_MS`, and the grace
   * more while the store does not answer.
   * @throws {OperatorError} `key-store-unavailable` (rejects) if the store does not answer
   */
  lookUp(key: string): KeyVerdict | Promise<KeyVerdict> {
    const digest = keyDigest(key)
    const now = this.#clock()
    const good = this.#memory.goodKey(digest, now)
    if (good && now < good.freshUntil) return good
    // The end of a key never changes.
    if (good && now >= good.expiresAt) return new RefusedKey('expired', { use: good.use, holder: good })
    if (good && now < good.servedUntil) return this.#serveAndAsk(digest, good, now)
    const refused = this.#memory.refusedKey(digest, now)
    if (refused) return refused
    // No look-up for typos and foreign tokens.
    if (keyKindOf(key) === undefined) return MALFORMED
    return good && now < this.#graceEnd(good) ? this.#askWithGrace(digest, good) : this.#askOnce(digest)
  }

  /**
   * Asks the store whether a key is good now. The question is not shared: one under way may have begun before a revocation.
   * @throws {OperatorError} `key-store-unavailable` if the store does not answer
   */
  async lookUpFresh(key: string): Promise<KeyVerdict> {
    return keyKindOf(key) === undefined ? MALFORMED : this.#ask(keyDigest(key))
  }

  /** Serves a key that is no longer fresh, and asks the store in the background, at most once a second. */
  #serveAndAsk(digest: string, good: GoodKey, now: number): KeyVerdict {
    good.freshUntil = Math.min(now + KEY_RETRY_MS, good.servedUntil, good.expiresAt)
    // `onStoreError` gets the failure.
    this.#askOnce(digest).catch(() => {})
    return good
  }

  /** Asks the store, and serves the key if it does not answer. */
  async #askWithGrace(digest: string, good: GoodKey): Promise<KeyVerdict> {
    try {
      return await this.#askOnce(digest)
    } catch (error) {
      const now = this.#clock()
      const end = this.#graceEnd(good)
      // SECURITY: no longer than the grace, and not for a key that has expired or was evicted meanwhile.
      if (now >= end || this.#memory.goodKey(digest, now) !== good) throw error
      good.freshUntil = Math.min(now + KEY_RETRY_MS, end)
      return good
    }
  }

  #graceEnd({ trustedUntil, expiresAt }: GoodKey): number {
    return Math.min(trustedUntil + this.#keysGraceMs, expiresAt)
  }

  #askOnce(digest: string): Promise<KeyVerdict> {
    return this.#asking.share(digest, () => this.#ask(digest))
  }

  async #ask(digest: string): Promise<KeyVerdict> {
    const askedAt = this.#clock()
    try {
      const record = await this.#store.find(digest)
      return this.#memory.learn(digest, { record, askedAt }, this.#clock())
    } catch (error) {
      this.#onStoreError(error)
      throw error
    }
  }
}
