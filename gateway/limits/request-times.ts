// The times of a subject's admitted requests, oldest first, in a ring that grows as far as the subject is busy.

const FIRST_CAPACITY = 4

export class RequestTimes {
  /** A power of two long. */
  #ring: number[] = new Array(FIRST_CAPACITY).fill(0)
  #first = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  /** The time at an index; the oldest has index 0. */
  at(index: number): number {
    const time = this.#ring[(this.#first + index) & (this.#ring.length - 1)]
    if (time === undefined || index >= this.#length) throw new RangeError(`no time ${index}`)
    return time
  }

  add(time: number): void {
    if (this.#length === this.#ring.length) this.#grow()
    this.#ring[(this.#first + this.#length) & (this.#ring.length - 1)] = time
    this.#length += 1
  }

  /** Drops the times up to this one. */
  dropUntil(time: number): void {
    while (this.#length > 0 && this.at(0) <= time) {
      this.#first = (this.#first + 1) & (this.#ring.length - 1)
      this.#length -= 1
    }
  }

  #grow(): void {
    const times = [...this.#ring.slice(this.#first), ...this.#ring.slice(0, this.#first)]
    this.#ring = times.concat(new Array(times.length).fill(0))
    this.#first = 0
  }
}
