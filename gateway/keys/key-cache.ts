// Answers whether a key is good, from memory for as long as the store's answer may be trusted.
//
//   age of the answer   what happens
//   under 30 s          the key is served
//   under 60 s          the key is served, and the store is asked again in the background
//   60 s and more       the store is asked first; if it does not answer, the request fails with 503, unless the
//                       operator grants more time, in which the key is served and the store asked once a second
//
// If the store can say at once that none of its records has changed, its answers count as new again.

import { keyDigest, keyKindOf } from '../../contract/keys/format.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { ApiProblem } from '../http/api-problem.ts'
import { type GoodKey, KeyMemory, type StoreAnswer } from './key-memory.ts'
import type { KeyStore, RecentRecords } from './key-store.ts'
import { type KeyRefusal, type KeyVerdict, verdictOf } from './key-verdict.ts'

/** While the store fails, it is asked about a key in use no more often than this, in milliseconds. */
const KEY_RETRY_MS = 1_000

const RETRY_AFTER_SECONDS = '5'

export interface KeyCacheOptions {
  store: KeyStore
  clock: Clock
  /** How much longer than usual a key stays good while the store does not answer, in milliseconds; 0 if left out. */
  graceMs?: number | undefined
  /** Gets each failure of the store, those in the background too. */
  onStoreError?: (error: unknown) => void
}

export class KeyCache {
  readonly #store: KeyStore
  readonly #clock: Clock
  readonly #graceMs: number
  readonly #onStoreError: (error: unknown) => void
  readonly #memory = new KeyMemory()
  /** Questions under way, by digest; replaced as a whole by `clear`. */
  #asking = new Map<string, Promise<KeyVerdict>>()
  /** No answer from before this moment counts any more. */
  #clearedAt = Number.NEGATIVE_INFINITY

  constructor({ store, clock, graceMs = 0, onStoreError = () => {} }: KeyCacheOptions) {
    this.#store = store
    this.#clock = clock
    this.#graceMs = graceMs
    this.#onStoreError = onStoreError
  }

  /**
   * Whether a key is good, at once if it was seen lately. Revocation shows within `KEY_TRUST_MS`.
   * @throws {ApiProblem} `key_store_unavailable` (rejects) if the store does not answer
   */
  lookUp(key: string): KeyVerdict | Promise<KeyVerdict> {
    const digest = keyDigest(key)
    const now = this.#clock()
    const good = this.#memory.goodKey(digest, now)
    if (good && (now < good.freshUntil || this.#isUnchanged(digest, good, now))) return good
    if (good && now < good.trustedUntil) return this.#serveAndAsk(digest, good, now)
    if (this.#memory.isRefused(digest, now)) return undefined
    // The store is not asked about typos and foreign tokens.
    if (keyKindOf(key) === undefined) return undefined
    const recent = this.#recentAnswer(digest, now)
    if (recent) return this.#memory.learn(digest, recent, now)
    return good && now < this.#graceEnd(good) ? this.#askWithGrace(digest, good) : this.#askOnce(digest)
  }

  /**
   * Asks the store whether a key is good now.
   * @throws {ApiProblem} `key_store_unavailable` if the store does not answer
   */
  async lookUpFresh(key: string): Promise<KeyVerdict> {
    return keyKindOf(key) === undefined ? undefined : this.#ask(keyDigest(key))
  }

  /** Why a key was refused just now, from memory. */
  refusalOf(key: string): KeyRefusal {
    return keyKindOf(key) === undefined ? 'malformed' : this.#memory.refusal(keyDigest(key))
  }

  /** Forgets everything: the next request with a key asks the store. */
  clear(): void {
    this.#memory.clear()
    this.#asking = new Map()
    this.#clearedAt = this.#clock()
  }

  /**
   * Whether no record of the store has changed since it called the key good: then the key stays good for as long
   * again. All keys in use become due at about the same time, and most stores have not changed by then.
   */
  #isUnchanged(digest: string, good: GoodKey, now: number): boolean {
    const recent = this.#recent(now)
    if (!recent || good.version === undefined || now >= good.expiresAt) return false
    if (recent.version() !== good.version) return false
    this.#memory.prolong(digest, good, now - recent.ageMs)
    return true
  }

  /** Serves a key that is trusted but no longer fresh, with a new answer if there is one at once. */
  #serveAndAsk(digest: string, good: GoodKey, now: number): KeyVerdict {
    if (now >= good.expiresAt) return undefined
    const recent = this.#recentAnswer(digest, now)
    if (recent) return this.#memory.learn(digest, recent, now)
    good.freshUntil = Math.min(now + KEY_RETRY_MS, good.trustedUntil, good.expiresAt)
    // `onStoreError` has got the failure; the key is served until its trust ends.
    this.#askOnce(digest).catch(() => {})
    return good
  }

  /** Serves a key whose trust has ended only if the store has just failed to answer. */
  async #askWithGrace(digest: string, good: GoodKey): Promise<KeyVerdict> {
    try {
      return await this.#askOnce(digest)
    } catch (error) {
      const now = this.#clock()
      const end = this.#graceEnd(good)
      // SECURITY: a key that was forgotten meanwhile, or has ended by itself, gets no grace.
      if (now >= end || this.#memory.goodKey(digest, now) !== good) throw error
      good.freshUntil = Math.min(now + KEY_RETRY_MS, end)
      return good
    }
  }

  #graceEnd({ trustedUntil, expiresAt }: GoodKey): number {
    return Math.min(trustedUntil + this.#graceMs, expiresAt)
  }

  /** The answer that the store has at once, if it knows the key. */
  #recentAnswer(digest: string, now: number): StoreAnswer | undefined {
    const recent = this.#recent(now)
    const record = recent?.find(digest)
    return recent && record && { record, askedAt: now - recent.ageMs, version: recent.version() }
  }

  /** The records that the store saw a moment ago, unless that may be from before `clear`. */
  #recent(now: number): RecentRecords | undefined {
    const { recent } = this.#store
    return recent && now - recent.ageMs >= this.#clearedAt ? recent : undefined
  }

  #askOnce(digest: string): Promise<KeyVerdict> {
    const asking = this.#asking
    const running = asking.get(digest)
    if (running) return running
    const question = this.#ask(digest).finally(() => asking.delete(digest))
    asking.set(digest, question)
    return question
  }

  async #ask(digest: string): Promise<KeyVerdict> {
    const askedAt = this.#clock()
    const asking = this.#asking
    try {
      const record = await this.#store.find(digest)
      const now = this.#clock()
      // An answer to a question from before `clear` is for its asker only.
      return asking === this.#asking
        ? this.#memory.learn(digest, { record, askedAt }, now)
        : verdictOf(record, now)
    } catch (cause) {
      this.#onStoreError(cause)
      const headers = ['Retry-After', RETRY_AFTER_SECONDS]
      throw new ApiProblem('key_store_unavailable', 'The key store does not answer.', { headers, cause })
    }
  }
}
