// What stands between every request and the key store: answers from memory for as long as it may be trusted.
//
//   age of the answer   what happens
//   under 30 s          it is served
//   under 60 s          it is served, and asked for again in the background
//   60 s and more       it is forgotten: the store answers, or nobody does (503)
//
// Good keys and refused ones are kept apart, so that a flood of invented keys can't push the good ones out.

import type { Clock } from '../../contract/clock.ts'
import { keyDigest, keyKindOf } from '../../contract/key-format.ts'
import { KEY_TRUST_MS } from '../../contract/key-kinds.ts'
import { Problem } from '../../contract/problem.ts'
import { RecentMap } from '../recent-map.ts'
import type { KeyRecord, KeyStore } from './key-store.ts'
import { endOf, type KeyVerdict, REFUSED, verdictOf } from './key-verdict.ts'

/** The age, in milliseconds, from which an answer in use is asked for again. */
export const KEY_REFRESH_MS = 30_000

/** How long a refused key stays refused without asking, in milliseconds. */
export const KEY_REFUSAL_MS = 5_000

/** While the store fails, it is asked about a key in use no more often than this, in milliseconds. */
export const KEY_RETRY_MS = 1_000

const MOST_GOOD_KEYS = 100_000
const MOST_REFUSED_KEYS = 20_000
const RETRY_AFTER_SECONDS = '5'

interface GoodKey {
  readonly verdict: KeyVerdict
  /** When the store was asked for this answer, and when the key ends; milliseconds since the epoch. */
  readonly askedAt: number
  readonly expiresAt: number
  refreshAt: number
}

export interface KeyCacheOptions {
  store: KeyStore
  clock: Clock
  /** Told of each failure of the store, those in the background too. */
  onStoreError?: (error: unknown) => void
}

export class KeyCache {
  readonly #store: KeyStore
  readonly #clock: Clock
  readonly #onStoreError: (error: unknown) => void
  readonly #good = new RecentMap<string, GoodKey>(MOST_GOOD_KEYS)
  /** Digest -> when the store was asked about it. */
  readonly #refused = new RecentMap<string, number>(MOST_REFUSED_KEYS)
  /** Questions under way, by digest; replaced as a whole when everything is to be forgotten. */
  #asking = new Map<string, Promise<KeyVerdict>>()
  /** No answer from before this moment counts any more; milliseconds since the epoch. */
  #clearedAt = Number.NEGATIVE_INFINITY

  constructor({ store, clock, onStoreError = () => {} }: KeyCacheOptions) {
    this.#store = store
    this.#clock = clock
    this.#onStoreError = onStoreError
  }

  /**
   * Whether a key is good, at once where it was seen lately. Revocation shows within `KEY_TRUST_MS`.
   * @throws {Problem} `key_store_unavailable` (rejects) where it can't be told
   */
  lookUp(key: string): KeyVerdict | Promise<KeyVerdict> {
    const digest = keyDigest(key)
    const now = this.#clock()
    const good = this.#good.get(digest)
    if (good !== undefined && isYounger(good.askedAt, now, KEY_TRUST_MS)) {
      if (now >= good.expiresAt) return REFUSED
      return now >= good.refreshAt ? this.#refresh(digest, good, now) : good.verdict
    }
    const refusedAt = this.#refused.get(digest)
    if (refusedAt !== undefined && isYounger(refusedAt, now, KEY_REFUSAL_MS)) return REFUSED
    // Typos and foreign tokens end here: the store never hears of them.
    if (keyKindOf(key) === undefined) return REFUSED
    return this.#recall(digest, now) ?? this.#askOnce(digest)
  }

  /**
   * Whether a key is good by the store's own word, now.
   * @throws {Problem} `key_store_unavailable` where it can't be told
   */
  async lookUpFresh(key: string): Promise<KeyVerdict> {
    return keyKindOf(key) === undefined ? REFUSED : this.#ask(keyDigest(key))
  }

  /** Forgets everything: the next request with a key asks the store. */
  clear(): void {
    this.#good.clear()
    this.#refused.clear()
    this.#asking = new Map()
    this.#clearedAt = this.#clock()
  }

  #refresh(digest: string, good: GoodKey, now: number): KeyVerdict {
    const recalled = this.#recall(digest, now)
    if (recalled) return recalled
    good.refreshAt = now + KEY_RETRY_MS
    // A failure was told to `onStoreError`; the answer at hand is served until its trust ends.
    this.#askOnce(digest).catch(() => {})
    return good.verdict
  }

  /** The answer that the store has at hand, if any. */
  #recall(digest: string, now: number): KeyVerdict | undefined {
    const { recent } = this.#store
    if (!recent) return undefined
    // Trust counts from the moment that the answer is of, at the earliest.
    const seenAt = now - recent.ageMs
    if (seenAt < this.#clearedAt) return undefined
    const record = recent.find(digest)
    return record && this.#learn(digest, record, seenAt)
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
      // An answer to a question from before `clear` is good for its asker, and for nobody else.
      return asking === this.#asking ? this.#learn(digest, record, askedAt) : verdictOf(record, this.#clock())
    } catch (cause) {
      this.#onStoreError(cause)
      const headers = ['Retry-After', RETRY_AFTER_SECONDS]
      throw new Problem('key_store_unavailable', 'The key store does not answer.', { headers, cause })
    }
  }

  #learn(digest: string, record: KeyRecord | undefined, askedAt: number): KeyVerdict {
    const now = this.#clock()
    const verdict = verdictOf(record, now)
    const newest = Math.max(this.#good.get(digest)?.askedAt ?? 0, this.#refused.get(digest) ?? 0)
    // Two questions may be answered in the wrong order: the later one stands. A question from the future was
    // asked before the clock was set back.
    if (askedAt < newest && newest <= now) return verdict
    this.#good.delete(digest)
    this.#refused.delete(digest)
    if (record && verdict.known) {
      const refreshAt = askedAt + KEY_REFRESH_MS
      this.#good.set(digest, { verdict, askedAt, expiresAt: endOf(record), refreshAt })
    } else {
      this.#refused.set(digest, askedAt)
    }
    return verdict
  }
}

/** By the clock, not only by age: an answer from the future means that the clock was set back. */
function isYounger(askedAt: number, now: number, age: number): boolean {
  return now >= askedAt && now - askedAt < age
}
