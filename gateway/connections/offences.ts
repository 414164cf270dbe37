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

export class Offences {
  readonly #counts: LruMap<number>

  constructor(clock: Clock) {
    this.#counts = lruMap(MAX_ADDRESSES, { afterMs: BLOCKED_MS, clock })
  }

  count(countedAs: string): void {
    this.#counts.set(countedAs, (this.#counts.get(countedAs) ?? 0) + 1)
  }

  block(countedAs: string): void {
    this.#counts.set(countedAs, MAX_OFFENCES)
  }

  blocks(countedAs: string): boolean {
    return (this.#counts.get(countedAs) ?? 0) >= MAX_OFFENCES
  }
}
