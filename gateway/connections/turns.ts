// Work that may wait is done a little in each turn of the event loop, so that everything else comes in between.

/** Pieces of work in one turn. Node accepts one new connection in each turn: longer turns would leave others waiting. */
const WORKS_PER_TURN = 2

/** While there are new connections, work is done only in every eighth turn: accepting is quicker than answering. */
const TURNS_BETWEEN = 8

export class Turns {
  readonly #waiting = new Set<() => void>()
  #hasNewConnection = false
  /** Turns since work was done. */
  #turns = 0

  /** Does `work` later, after all that was added before. */
  add(work: () => void): void {
    this.#waiting.add(work)
    if (this.#waiting.size === 1) setImmediate(this.#turn)
  }

  /** Call it for each new connection: more may follow in the next turns. */
  newConnection(): void {
    this.#hasNewConnection = true
  }

  readonly #turn = (): void => {
    this.#turns += 1
    if (!this.#hasNewConnection || this.#turns >= TURNS_BETWEEN) this.#doSome()
    this.#hasNewConnection = false
    if (this.#waiting.size > 0) setImmediate(this.#turn)
  }

  #doSome(): void {
    this.#turns = 0
    let works = 0
    for (const work of this.#waiting) {
      work()
      // Not before: if `work` adds more, `add` must find the set filled, or it would begin a second run of turns.
      this.#waiting.delete(work)
      works += 1
      if (works === WORKS_PER_TURN) break
    }
  }
}
