// Counts faults by cause, because one cause often has many faults.

/** Enough to understand a cause. */
const DEFAULT_EXAMPLES = 3

/** A cause, with the number of its faults. */
export type Tallied<Cause, Example> = { count: number } & Cause & {
    /** Those of its first faults. */
    examples: Example[]
  }

interface TallyOptions {
  /** Further causes are only counted: a source with ever new faults must fill neither memory nor report. */
  maxCauses: number
  /** The most examples of one cause; 3 if left out. */
  maxExamples?: number
}

/** @typeParam Cause the common facts of faults; causes that are the same as JSON are one */
export class CauseTally<Cause extends object, Example> {
  /** The number of faults whose causes are beyond `maxCauses`. */
  more = 0
  readonly #causes = new Map<string, Tallied<Cause, Example>>()
  readonly #maxCauses: number
  readonly #maxExamples: number

  constructor({ maxCauses, maxExamples = DEFAULT_EXAMPLES }: TallyOptions) {
    this.#maxCauses = maxCauses
    this.#maxExamples = maxExamples
  }

  /** Counts a fault. */
  add(cause: Cause, example: Example): void {
    const tallied = this.#tallied(cause)
    if (!tallied) {
      this.more += 1
      return
    }
    tallied.count += 1
    if (tallied.examples.length < this.#maxExamples) tallied.examples.push(example)
  }

  /** Undefined if the cause is beyond `maxCauses`. */
  #tallied(cause: Cause): Tallied<Cause, Example> | undefined {
    const key = JSON.stringify(cause)
    const known = this.#causes.get(key)
    if (known || this.#causes.size >= this.#maxCauses) return known
    const tallied = { count: 0, ...cause, examples: [] }
    this.#causes.set(key, tallied)
    return tallied
  }

  /** The most frequent first. */
  list(): Tallied<Cause, Example>[] {
    return [...this.#causes.values()].sort((a, b) => b.count - a.count)
  }
}
