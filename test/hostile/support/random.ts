// Random choices from a seed.

import { between, oneOf, seededRandom } from '../../../fixtures/generator/seeded-random.ts'

export interface Random {
  /** A whole number from 0, below `bound`. */
  below(bound: number): number
  pick<T>(from: readonly T[]): T
  /** True once in `n` times, on average. */
  oneIn(n: number): boolean
}

export function randomFrom(seed: number): Random {
  const random = seededRandom(seed)
  const below = (bound: number) => between(random, 0, bound - 1)
  return { below, pick: (from) => oneOf(random, from), oneIn: (n) => below(n) === 0 }
}
