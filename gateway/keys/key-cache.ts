// What stands between every request and the key store: answers from memory for as long as it may be trusted.
//
//   age of the answer   what happens
//   under 30 s          it is served
//   under 60 s          it is served, and asked for again in the background
//   60 s and more       it is forgotten: the store answers, or nobody does (503)
//
// A store that can say at once that nothing in it has changed makes every answer of its own young again.
//
// Good keys and refused ones are kept apart, so that a flood of invented keys can't push the good ones out.

import { ApiProblem } from '../../contract/api/api-problem.ts'
import { keyKindOf } from '../../contract/keys/format.ts'
import { KEY_TRUST_MS } from '../../contract/keys/kinds.ts'
import type { Clock } from '../../contract/lib/clock.ts'
import { hexOfLatin1, sha256Latin1 } from '../../contract/lib/digest.ts'
import { RecentMap } from '../recent-map.ts'
import type { KeyRecord, KeyStore, RecentRecords } from './key-store.ts'
import { endOf, type KeyVerdict, type KnownKey, verdictOf } from './key-verdict.ts'

/** The age, in milliseconds, from which an answer in use is asked for again. */
export const KEY_REFRESH_MS = 30_000

/** How long a refused key stays refused without asking, in milliseconds. */
export const KEY_REFUSAL_MS = 5_000

/** While the store fails, it is asked about a key in use no more often than this, in milliseconds. */
export const KEY_RETRY_MS = 1_000

const MOST_GOOD_KEYS = 100_000
const MOST_REFUSED_KEYS = 20_000
const RETRY_AFTER_SECONDS = '5'

/**
 * An answer of the store, and until when it is worth what; all times are as `#now` tells them. It is handed out as
 * the key that it is: one object, for a request looks at all of it.
 */
interface GoodKey extends KnownKey {
  askedAt: number
  /** From here on there is more to look at than that it is good: it has ended, or is to be asked for again. */
  freshUntil: number
  readonly expiresAt: number
  /** Of the records that it was found among, where that is known. */
  readonly version: number | undefined
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
  // Times count from here: small integers take no memory of their own.
  readonly #epoch: number
  // By digest, as are all maps here: SHA-256 in Latin-1. Stores know it in hexadecimal.
  readonly #good = new RecentMap<string, GoodKey>(MOST_GOOD_KEYS)
  /** When the store was asked. */
  readonly #refused = new RecentMap<string, number>(MOST_REFUSED_KEYS)
  /** Questions under way; replaced as a whole when everything is to be forgotten. */
  #asking = new Map<string, Promise<KeyVerdict>>()
  /** No answer from before this moment counts any more. */
  #clearedAt = Number.NEGATIVE_INFINITY

  constructor({ store, clock, onStoreError = () => {} }: KeyCacheOptions) {
    this.#store = store
    this.#clock = clock
    this.#epoch = clock()
    this.#onStoreError = onStoreError
  }

  /**
   * Whether a key is good, at once where it was seen lately. Revocation shows within `KEY_TRUST_MS`.
   * @throws {ApiProblem} `key_store_unavailable` (rejects) where it can't be told
   */
  lookUp(key: string): KeyVerdict | Promise<KeyVerdict> {
    const digest = sha256Latin1(key)
    const now = this.#now()
    const good = this.#good.get(digest)
    if (good !== undefined && now >= good.askedAt) {
      if (now < good.freshUntil || this.#confirm(good, now)) return good
      if (now - good.askedAt < KEY_TRUST_MS)
        return now < good.expiresAt ? this.#refresh(digest, good, now) : undefined
    }
    // By the clock, not only by age: an answer from the future means that the clock was set back.
    const refusedAt = this.#refused.get(digest)
    if (refusedAt !== undefined && now >= refusedAt && now - refusedAt < KEY_REFUSAL_MS) return undefined
    // Typos and foreign tokens end here: the store never hears of them.
    if (keyKindOf(key) === undefined) return undefined
    const recalled = this.#recall(digest, now)
    return recalled ? recalled.verdict : this.#askOnce(digest)
  }

  /**
   * Whether a key is good by the store's own word, now.
   * @throws {ApiProblem} `key_store_unavailable` where it can't be told
   */
  async lookUpFresh(key: string): Promise<KeyVerdict> {
    return keyKindOf(key) === undefined ? undefined : this.#ask(sha256Latin1(key))
  }

  /** Forgets everything: the next request with a key asks the store. */
  clear(): void {
    this.#good.clear()
    this.#refused.clear()
    this.#asking = new Map()
    this.#clearedAt = this.#now()
  }

  /** Milliseconds since this cache was made. */
  #now(): number {
    return this.#clock() - this.#epoch
  }

  /**
   * Whether the store has not changed since it called the key good: then the key stays so for as long again. All
   * keys in use come to be asked for again at about the same time, and most stores never change meanwhile.
   */
  #confirm(good: GoodKey, now: number): boolean {
    const atHand = this.#atHand(now)
    if (!atHand || good.version === undefined || now >= good.expiresAt) return false
    if (atHand.recent.version() !== good.version) return false
    good.askedAt = Math.max(good.askedAt, atHand.seenAt)
    good.freshUntil = endOfFreshness(good.askedAt, good.expiresAt)
    return true
  }

  #refresh(digest: string, good: GoodKey, now: number): KeyVerdict {
    const recalled = this.#recall(digest, now)
    if (recalled) return recalled.verdict
    const { askedAt, expiresAt } = good
    good.freshUntil = Math.min(now + KEY_RETRY_MS, askedAt + KEY_TRUST_MS, expiresAt)
    // A failure was told to `onStoreError`; the answer at hand is served until its trust ends.
    this.#askOnce(digest).catch(() => {})
    return good
  }

  /** The answer that the store has at hand, if any. */
  #recall(digest: string, now: number): { verdict: KeyVerdict } | undefined {
    const atHand = this.#atHand(now)
    if (!atHand) return undefined
    const { recent, seenAt } = atHand
    const record = recent.find(hexOfLatin1(digest))
    return record && { verdict: this.#learn(digest, record, seenAt, recent.version()) }
  }

  /** What the store has at hand, unless from before `clear`. Trust counts from when it was seen, at the earliest. */
  #atHand(now: number): { recent: RecentRecords; seenAt: number } | undefined {
    const { recent } = this.#store
    if (!recent) return undefined
    const seenAt = now - recent.ageMs
    return seenAt < this.#clearedAt ? undefined : { recent, seenAt }
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
    const askedAt = this.#now()
    const asking = this.#asking
    try {
      const record = await this.#store.find(hexOfLatin1(digest))
      // An answer to a question from before `clear` is good for its asker, and for nobody else.
      return asking === this.#asking ? this.#learn(digest, record, askedAt) : verdictOf(record, this.#clock())
    } catch (cause) {
      this.#onStoreError(cause)
      const headers = ['Retry-After', RETRY_AFTER_SECONDS]
      throw new ApiProblem('key_store_unavailable', 'The key store does not answer.', { headers, cause })
    }
  }

  #learn(digest: string, record: KeyRecord | undefined, askedAt: number, version?: number): KeyVerdict {
    const now = this.#now()
    const verdict = verdictOf(record, now + this.#epoch)
    const newest = Math.max(
      this.#good.get(digest)?.askedAt ?? Number.NEGATIVE_INFINITY,
      this.#refused.get(digest) ?? Number.NEGATIVE_INFINITY,
    )
    // Two questions may be answered in the wrong order: the later one stands. A question from the future was
    // asked before the clock was set back.
    if (askedAt < newest && newest <= now) return verdict
    this.#good.delete(digest)
    this.#refused.delete(digest)
    if (record && verdict) {
      const expiresAt = endOf(record) - this.#epoch
      const freshUntil = endOfFreshness(askedAt, expiresAt)
      // Member by member: what V8 copies by spreading, it is slow to read from.
      const { id, kind, name, countedAs, window } = verdict
      const good: GoodKey = { id, kind, name, countedAs, window, askedAt, freshUntil, expiresAt, version }
      this.#good.set(digest, good)
      return good
    }
    this.#refused.set(digest, askedAt)
    return undefined
  }
}

function endOfFreshness(askedAt: number, expiresAt: number): number {
  return Math.min(askedAt + KEY_REFRESH_MS, expiresAt)
}
