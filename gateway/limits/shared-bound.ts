// A bound that callers share, and who pays when it is full: the caller that holds most, and for longest. What moves makes room
// by itself, so an honest client finishes a large page before a slow one finishes a small page. Of a crowd of callers that
// stand about as still, one that would hold about as much is refused: otherwise the crowd would end each other's answers.
//
// SECURITY: with a part for each caller, many addresses would fill the bound together and one honest caller could not use
// the room that is free. Without a rule for the full bound, one slow key would keep everyone else out.

/** The client of a large answer, as far as a bound needs to know it. */
export interface Holder {
  /** Who is counted: the id of a named key, or the address of a demo key. */
  readonly caller: string
  /** Bytes of the answer that the client has taken. */
  readonly taken: number
  /** Milliseconds since it took the last ones. */
  readonly stillMs: number
  /** Ends the answer for the benefit of others. */
  end(): void
}

/** What a caller holds together. */
interface Share {
  weight: number
  /** Weights, each times the milliseconds for which nothing of it was taken. */
  amount: number
}

/** A share that has this part of the largest amount stands about as still, and one of this part of a weight is as heavy. */
const [ABOUT_AS_STILL, ABOUT_AS_HEAVY] = [1 / 2, 3 / 4]

/** The caller holds most, or would with what it asks for, and the bound is full. */
export class TooManyDownloads extends Error {
  override readonly name = 'TooManyDownloads'

  constructor() {
    super('Too many large answers are under way, and most of them are yours: read them, or cancel some.')
  }
}

/** A thing that takes room once, however many hold it. */
interface Held {
  readonly weight: number
  /** An entry for each call of `hold`. */
  readonly holds: Set<{ readonly holder: Holder }>
}

export class SharedBound {
  readonly #max: number
  readonly #held = new Map<object, Held>()
  #used = 0

  /** @param max the most that all things may weigh together; a single thing may weigh more */
  constructor(max: number) {
    this.#max = max
  }

  /**
   * Counts a thing until the returned function is called, or the holder is ended. If there is no room, answers of the caller
   * that holds most are ended, those first that have come least far.
   * @throws {TooManyDownloads} if that caller is the new holder's
   */
  hold(holder: Holder, thing: object, weight: number): () => void {
    if (!this.#held.has(thing)) {
      while (this.#used > 0 && this.#used + weight > this.#max) this.#makeRoomFor(holder, weight)
      this.#held.set(thing, { weight, holds: new Set() })
      this.#used += weight
    }
    const hold = { holder }
    this.#held.get(thing)?.holds.add(hold)
    return () => this.#release(thing, hold)
  }

  #makeRoomFor(newcomer: Holder, weight: number): void {
    const shares = this.#shares()
    const [largest] = [...shares].sort(([, one], [, other]) => other.amount - one.amount)
    if (!largest) throw new Error('a bound is in use, and nobody holds it')
    const [caller, { amount: most }] = largest
    const own = shares.get(newcomer.caller) ?? { weight: 0, amount: 0 }
    shares.delete(newcomer.caller)
    const wouldHoldMost = [...shares.values()].every(
      (other) => own.weight + weight >= ABOUT_AS_HEAVY * other.weight,
    )
    if (caller === newcomer.caller || (wouldHoldMost && own.amount >= ABOUT_AS_STILL * most))
      throw new TooManyDownloads()
    const last = this.#leastAdvancedOf(caller)
    for (const [thing, { holds }] of this.#held) {
      for (const hold of holds) if (hold.holder === last) this.#release(thing, hold)
    }
    last.end()
  }

  #shares(): Map<string, Share> {
    const shares = new Map<string, Share>()
    for (const { weight, holds } of this.#held.values()) {
      /** How long each caller has kept this thing. */
      const times = new Map<string, number>()
      for (const { holder } of holds) {
        times.set(holder.caller, Math.max(times.get(holder.caller) ?? 0, holder.stillMs))
      }
      for (const [caller, stillMs] of times) {
        const share = shares.get(caller) ?? { weight: 0, amount: 0 }
        shares.set(caller, share)
        share.weight += weight
        // At least a millisecond, so that the weight of what began just now decides as well.
        share.amount += weight * (1 + stillMs)
      }
    }
    return shares
  }

  #leastAdvancedOf(caller: string): Holder {
    const holders = [...this.#held.values()].flatMap(({ holds }) => [...holds].map(({ holder }) => holder))
    const [least] = holders
      .filter((holder) => holder.caller === caller)
      .sort((one, other) => one.taken - other.taken)
    if (!least) throw new Error('a share without a holder')
    return least
  }

  #release(thing: object, hold: { readonly holder: Holder }): void {
    const held = this.#held.get(thing)
    if (!held?.holds.delete(hold) || held.holds.size > 0) return
    this.#held.delete(thing)
    this.#used -= held.weight
  }
}
