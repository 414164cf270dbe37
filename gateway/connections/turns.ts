// Work that may wait is done a little at a time, so that everything else comes in between.

/** In one turn of the event loop. Node accepts one new connection in each: longer turns would leave others waiting. */
const WORKS_PER_TURN = 2

/** While there are new connections, work is done only in every eighth turn: to accept one is quicker than to answer it. */
const TURNS_BETWEEN = 8

export class Turns {
  readonly #waiting = new Set<() => void>()
  #hasNewConnection = false
  /** Since work was done. */
  #turns = 0

  /** Does `work` later, after all that was added before. */
  add(work: () => void): void {
    this.#waiting.add(work)
    if (this.#waiting.size === 1) setImmediate(this.#turn)
  }

  /** To be called for each new connection: there may be more. */
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
    let left = WORKS_PER_TURN
    for (const work of this.#waiting) {
      work()
      this.#waiting.delete(work)
      if (--left === 0) break
    }
  }
}
