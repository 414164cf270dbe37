// Random choices that a seed repeats.

export interface Random {
  /** A whole number from 0, below `bound`. */
  below(bound: number): number
  pick<T>(from: readonly T[]): T
  /** True once in `n` times, on average. */
  oneIn(n: number): boolean
}

/** Mulberry32: small, and good enough to choose test cases. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const below = (bound: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
  return {
    below,
    pick: <T>(from: readonly T[]): T => {
      const item = from[below(from.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    oneIn: (n) => below(n) === 0,
  }
}
