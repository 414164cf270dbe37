// Answers of the key store, and how long they count.
//
// Good keys and refused ones are kept apart, so that a flood of invented keys can't push the good ones out.

import { KEY_TRUST_MS } from '../../contract/keys/kinds.ts'
import { lruMap } from '../lib/lru-map.ts'
import { KeyDaysOfUse } from './key-days-of-use.ts'
import type { KeyRecord } from './key-store.ts'
import { type KeyUse, KeyUses } from './key-uses.ts'
import { type Caller, endOf, type KeyVerdict, RefusedKey, requestsOf, stateOf } from './key-verdict.ts'

/** The age of an answer, in milliseconds, from which the store is asked again about a key in use. */
export const KEY_REFRESH_MS = 30_000

/**
 * The age of an answer, in milliseconds, up to which a key is served while the store is asked. The rest of `KEY_TRUST_MS`
 * is for a failover of Redis: the server that gave the answer may have been replaced `REDIS_RENEW_MS` before
 * (`redis-connection.ts`), and connecting to the new one takes a while.
 */
export const KEY_SERVE_MS = 35_000

/** How long a key stays refused without another look-up, in milliseconds. */
const KEY_REFUSAL_MS = 5_000

// Beyond these, the keys that were asked for least recently are forgotten, and the store is asked again.
const MAX_GOOD_KEYS = 100_000
const MAX_REFUSED_KEYS = 20_000

/** What the store answered about a key. */
export interface StoreAnswer {
  record: KeyRecord | undefined
  /** When the store was asked. */
  askedAt: number
}

/** Times are in milliseconds since the epoch. */
export interface GoodKey extends Caller {
  readonly use: KeyUse
  readonly askedAt: number
  /** Until then it is served without asking the store; never after `expiresAt`. */
  freshUntil: number
  /** Until then it is served while the store is asked, unless it has expired: `KeyCache` checks that first. */
  readonly servedUntil: number
  /** Until then it may be served if the store does not answer. */
  readonly trustedUntil: number
  /** Infinity if it does not expire. */
  readonly expiresAt: number
}

export class KeyMemory {
  readonly #good = lruMap<GoodKey>(MAX_GOOD_KEYS)
  readonly #refused = lruMap<{ askedAt: number; verdict: RefusedKey }>(MAX_REFUSED_KEYS)
  readonly uses = new KeyUses()
  readonly days = new KeyDaysOfUse()

  /** A key that was good when the store was asked, however long ago. */
  goodKey(digest: string, now: number): GoodKey | undefined {
    // Not `get`, which reorders the keys: doing so every 30 s, with the next look-up, is enough.
    const good = this.#good.peek(digest)
    // An answer from the future: the clock was set back, and its age is unknown.
    return good && good.askedAt <= now ? good : undefined
  }

  /** A key that was refused a moment ago. */
  refusedKey(digest: string, now: number): RefusedKey | undefined {
    const refused = this.#refused.get(digest)
    const isRecent = refused && refused.askedAt <= now && now - refused.askedAt < KEY_REFUSAL_MS
    return isRecent ? refused.verdict : undefined
  }

  /** Keeps an answer, unless a newer one is known; returns its verdict. */
  learn(digest: string, { record, askedAt }: StoreAnswer, now: number): KeyVerdict {
    const verdict = record ? this.#verdictOn(record, askedAt, now) : new RefusedKey('unknown')
    const newest = this.#good.peek(digest)?.askedAt ?? this.#refused.peek(digest)?.askedAt
    // Two answers may arrive in the wrong order. One from the future is from before the clock was set back.
    const isNewest = newest === undefined || askedAt >= newest || newest > now
    if (!isNewest) return verdict
    this.#good.delete(digest)
    this.#refused.delete(digest)
    if (verdict instanceof RefusedKey) this.#refused.set(digest, { askedAt, verdict })
    else this.#good.set(digest, verdict)
    return verdict
  }

  #verdictOn(record: KeyRecord, askedAt: number, now: number): GoodKey | RefusedKey {
    const use = this.uses.of(record)
    const state = stateOf(record, now)
    if (state !== 'good') return new RefusedKey(state, { use, holder: record })
    const { id, kind } = record
    this.days.add(id, askedAt)
    const requests = requestsOf(record)
    const expiresAt = endOf(record)
    const freshUntil = Math.min(askedAt + KEY_REFRESH_MS, expiresAt)
    const servedUntil = askedAt + KEY_SERVE_MS
    const trustedUntil = askedAt + KEY_TRUST_MS
    // Member by member: an object made by spreading is slower to read, and every request reads it.
    return { id, kind, requests, use, askedAt, freshUntil, servedUntil, trustedUntil, expiresAt }
  }
}
