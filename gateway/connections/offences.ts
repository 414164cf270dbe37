// Blocks addresses with repeated offences. SECURITY: a connection costs something before it is closed; an address that
// comes back at once costs it again, and makes all others wait.

import type { Clock } from '../../lib/time/clock.ts'
import { type LruMap, lruMap } from '../lib/lru-map.ts'

/** This many closed connections, each within `BLOCKED_MS` of the last, block an address. */
export const MAX_OFFENCES = 10

/** How long an address is blocked, and how long a closed connection counts, in milliseconds. */
export const BLOCKED_MS = 10_000

/** Beyond this, the oldest address is forgotten. */
export const MAX_ADDRESSES = 10_000

export class Offences<Reason extends string> {
  /** By reason and address. */
  readonly #counts: LruMap<number>
  readonly #blocked: LruMap<Reason>

  constructor(clock: Clock) {
    this.#counts = lruMap(MAX_ADDRESSES, { afterMs: BLOCKED_MS, clock })
    this.#blocked = lruMap(MAX_ADDRESSES, { afterMs: BLOCKED_MS, clock })
  }

  /** Returns whether the address must be blocked. */
  count(reason: Reason, address: string): boolean {
    const name = `${reason} ${address}`
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    return count >= MAX_OFFENCES
  }

  /** Returns whether the address was not blocked before. */
  block(reason: Reason, address: string): boolean {
    const isNew = this.blockedFor(address) === undefined
    this.#blocked.set(address, reason)
    return isNew
  }

  blockedFor(address: string): Reason | undefined {
    return this.#blocked.get(address)
  }
}
