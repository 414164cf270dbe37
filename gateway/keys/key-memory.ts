// Answers of the key store about keys, and how long they count.
//
// Good keys and refused ones are kept apart, so that a flood of invented keys can't push the good ones out.

import { KEY_TRUST_MS } from '../../contract/keys/kinds.ts'
import { lruMap } from '../lib/lru-map.ts'
import type { KeyRecord } from './key-store.ts'
import {
  endOf,
  type KeyRefusal,
  type KeyVerdict,
  type KnownKey,
  refusalOfRecord,
  verdictOf,
} from './key-verdict.ts'

/** The age, in milliseconds, from which an answer in use is asked for again. */
export const KEY_REFRESH_MS = 30_000

/** How long a refused key stays refused without asking, in milliseconds. */
const KEY_REFUSAL_MS = 5_000

const MAX_GOOD_KEYS = 100_000
const MAX_REFUSED_KEYS = 20_000

/** An answer of the store. `version` is that of the store's `recent`, if the answer came from there. */
export interface StoreAnswer {
  record: KeyRecord | undefined
  /** When the store was asked, or when it saw what it answers. */
  askedAt: number
  version?: number | undefined
}

/** A key that the store has called good. Times are in milliseconds since the epoch. */
export interface GoodKey extends KnownKey {
  askedAt: number
  /** Until here it is served without another thought. */
  freshUntil: number
  /** Until here it may be served at all, if the store says nothing new. */
  trustedUntil: number
  readonly expiresAt: number
  readonly version: number | undefined
}

export class KeyMemory {
  readonly #good = lruMap<GoodKey>(MAX_GOOD_KEYS)
  /** When the store was asked about keys that it does not know, or no longer accepts, and which of the two it was. */
  readonly #refused = lruMap<{ askedAt: number; why: KeyRefusal }>(MAX_REFUSED_KEYS)

  /** A key that was good when the store was asked, however long ago. */
  goodKey(digest: string, now: number): GoodKey | undefined {
    // Not `get`, which puts the keys in order: once in 30 s, when the store is asked again, is often enough.
    const good = this.#good.peek(digest)
    // An answer from the future: the clock was set back, and its age is unknown.
    return good && good.askedAt <= now ? good : undefined
  }

  isRefused(digest: string, now: number): boolean {
    const refused = this.#refused.get(digest)
    return refused !== undefined && refused.askedAt <= now && now - refused.askedAt < KEY_REFUSAL_MS
  }

  /** Why a key was refused when it was last looked up. */
  refusal(digest: string): KeyRefusal {
    // One that is still among the good ones ended before the store was asked again.
    return this.#good.has(digest) ? 'expired' : (this.#refused.peek(digest)?.why ?? 'unknown')
  }

  /** Keeps an answer, unless a newer one is known already; returns what it means. */
  learn(digest: string, { record, askedAt, version }: StoreAnswer, now: number): KeyVerdict {
    const verdict = verdictOf(record, now)
    const newest = this.#good.peek(digest)?.askedAt ?? this.#refused.peek(digest)?.askedAt
    // Two questions may be answered in the wrong order. One from the future was asked before the clock was set back.
    if (newest !== undefined && askedAt < newest && newest <= now) return verdict
    this.#good.delete(digest)
    this.#refused.delete(digest)
    if (!record || !verdict) {
      this.#refused.set(digest, { askedAt, why: refusalOfRecord(record) })
      return undefined
    }
    const { id, kind, name, countedAs, requests } = verdict
    const expiresAt = endOf(record)
    const { freshUntil, trustedUntil } = timesOf(askedAt, expiresAt)
    // Member by member: an object that is put together by spreading is slower to read, and every request reads it.
    const good = {
      id,
      kind,
      name,
      countedAs,
      requests,
      askedAt,
      freshUntil,
      trustedUntil,
      expiresAt,
      version,
    }
    this.#good.set(digest, good)
    return good
  }

  /** The store still says what it said, as of `askedAt`: the key is in use, so others are evicted first. */
  prolong(digest: string, good: GoodKey, askedAt: number): void {
    this.#good.get(digest)
    Object.assign(good, timesOf(Math.max(good.askedAt, askedAt), good.expiresAt))
  }

  clear(): void {
    this.#good.clear()
    this.#refused.clear()
  }
}

function timesOf(askedAt: number, expiresAt: number) {
  return {
    askedAt,
    freshUntil: Math.min(askedAt + KEY_REFRESH_MS, expiresAt),
    trustedUntil: askedAt + KEY_TRUST_MS,
  }
}
