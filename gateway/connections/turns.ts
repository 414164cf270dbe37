// Work that may wait is done a little at a time, so that everything else comes in between.

/** In one turn of the event loop. Node accepts one new connection in each: longer turns would leave others waiting. */
const WORKS_PER_TURN = 2

export class Turns {
  readonly #waiting = new Set<() => void>()

  /** Does `work` later, after all that was added before. */
  add(work: () => void): void {
    this.#waiting.add(work)
    if (this.#waiting.size === 1) setImmediate(this.#doSome)
  }

  readonly #doSome = (): void => {
    let left = WORKS_PER_TURN
    for (const work of this.#waiting) {
      work()
      this.#waiting.delete(work)
      if (--left === 0) break
    }
    if (this.#waiting.size > 0) setImmediate(this.#doSome)
  }
}
