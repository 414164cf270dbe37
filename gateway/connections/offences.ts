// Whose connections were closed for what was sent on them, again and again. SECURITY: a connection costs something
// before it is closed. Who comes back at once makes the gateway go on as if it had not been, and all others wait.

import type { Clock } from '../../lib/time/clock.ts'
import { type LruMap, lruMap } from '../lib/lru-map.ts'

/** So many connections of an address are closed, one soon after the other, before it is refused. */
export const MAX_OFFENCES = 10

/** How long an address is refused, and how soon after the other connections count together, in milliseconds. */
export const REFUSED_MS = 10_000

/** Who has more addresses than that pays with them. */
const MAX_ADDRESSES = 10_000

export class Offences {
  readonly #counts: LruMap<number>

  constructor(clock: Clock) {
    this.#counts = lruMap(MAX_ADDRESSES, { afterMs: REFUSED_MS, clock })
  }

  /** Counts a connection that was closed. */
  add(countedAs: string): void {
    this.#counts.set(countedAs, (this.#counts.get(countedAs) ?? 0) + 1)
  }

  /** Whether new connections of the address are refused for now. Those that it has go on. */
  refuses(countedAs: string): boolean {
    return (this.#counts.get(countedAs) ?? 0) >= MAX_OFFENCES
  }
}
