// Notices a pointer that goes back and forth, as from an edge of which some caches still have the day before. A rollback
// is followed at once. If the pointer turns again within a minute, only newer releases are taken until it has rested.

import type { Clock } from '../../lib/time/clock.ts'

/** Milliseconds within which a second change of direction is no rollback, and for which the pointer must then rest. */
export const REST_MS = 60_000

export class PointerTurns {
  readonly #clock: Clock
  /** Changes of direction so far. */
  total = 0
  /** The release that the pointer names, and since when. */
  #seen: string | undefined
  #seenAt = 0
  /** Whether its last change led to an older release; undefined before the first change. */
  #goesBack: boolean | undefined
  #turnedAt = Number.NEGATIVE_INFINITY
  #isUnsteady = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Call it for each check of the pointer. Ids of releases begin with the moment of their data, so the later one is newer.
   * @param named the id of the release that the pointer names
   * @param current the id of the release that answers requests
   * @returns whether the named release may be taken
   */
  follows(named: string, current: string | undefined): boolean {
    const now = this.#clock()
    if (now - this.#seenAt >= REST_MS) this.#isUnsteady = false
    if (named !== this.#seen) this.#move(named, now)
    return !this.#isUnsteady || current === undefined || named >= current
  }

  #move(named: string, now: number): void {
    const goesBack = this.#seen !== undefined && named < this.#seen
    const isTurn = this.#goesBack !== undefined && goesBack !== this.#goesBack
    if (isTurn) {
      if (now - this.#turnedAt < REST_MS) this.#isUnsteady = true
      this.total += 1
      this.#turnedAt = now
    }
    if (this.#seen !== undefined) this.#goesBack = goesBack
    this.#seen = named
    this.#seenAt = now
  }
}
