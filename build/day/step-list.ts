// A list of steps. Each gets what was given and what the steps before it found, and adds its own results.

/** A step that returns one of these is the last: nothing is left to do. */
export type Outcome = 'published' | 'unchanged' | 'mended' | 'taken'

export interface Ending {
  outcome?: Outcome
}

/** The results of a run so far, also of one that fails. */
export type StepResults<Known> = Partial<Known> & Ending

type Step<Known> = (known: Known) => object | Promise<object>

/** `Known` is what all its steps were given and found. A step that needs more does not compile. */
export class StepList<Given extends object, Known extends object = Given> {
  // Each step needs only what those before it have found, which no type of an array can state.
  readonly #steps: readonly Step<never>[]

  private constructor(steps: readonly Step<never>[]) {
    this.#steps = steps
  }

  static given<Given extends object>(): StepList<Given> {
    return new StepList<Given>([])
  }

  /** The same steps, for a list that is given more. */
  and<More extends object>(): StepList<Given & More, Known & More> {
    return new StepList(this.#steps)
  }

  step<Found extends object>(step: (known: Known) => Found | Promise<Found>): StepList<Given, Known & Found> {
    return new StepList([...this.#steps, step])
  }

  /** Runs the steps one after the other. If one throws, `found` has the results until then. */
  async run(given: Given, found: StepResults<Known>): Promise<void> {
    const known = { ...given }
    for (const step of this.#steps) {
      const result = await step(known as never)
      Object.assign(known, result)
      Object.assign(found, result)
      if (found.outcome !== undefined) return
    }
  }
}

/** The facts that are known after the last step of a list. */
export type KnownOf<List> = List extends StepList<infer _, infer Known> ? Known : never
