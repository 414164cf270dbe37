// Addresses whose connections were closed for an offence, again and again. SECURITY: a connection costs something before
// it is closed. An address that comes back at once costs it again, and all others wait.

import type { Clock } from '../../lib/time/clock.ts'
import { type LruMap, lruMap } from '../lib/lru-map.ts'

/** After this many closed connections, one soon after the other, an address is blocked. */
export const MAX_OFFENCES = 10

/** How long an address is blocked, and within what time closed connections count together, in milliseconds. */
export const BLOCKED_MS = 10_000

/** Beyond this, the oldest address is forgotten. */
const MAX_ADDRESSES = 10_000

export class Offences {
  readonly #counts: LruMap<number>

  constructor(clock: Clock) {
    this.#counts = lruMap(MAX_ADDRESSES, { afterMs: BLOCKED_MS, clock })
  }

  /** Counts a connection that was closed. */
  count(countedAs: string): void {
    this.#counts.set(countedAs, (this.#counts.get(countedAs) ?? 0) + 1)
  }

  /** Whether the address may have no connections for now. */
  blocks(countedAs: string): boolean {
    return (this.#counts.get(countedAs) ?? 0) >= MAX_OFFENCES
  }
}
