// The options of a run. The one place that reads environment variables.

export const PARTS = ['gateway', 'memory', 'build'] as const
export type Part = (typeof PARTS)[number]

export interface BenchOptions {
  parts: readonly Part[]
  quick: boolean
  /** How often each server is measured, in turns. */
  rounds: number
  /** The length of one measurement of one server. */
  seconds: number
  /** Offers in the catalogue by which servers are compared. */
  small: number
  /** Offers in the catalogue for which memory and build are promised. */
  large: number
}

/**
 * - `BENCH_ONLY=gateway,build`: only these parts
 * - `BENCH_QUICK=1`: a few minutes, a smaller large catalogue: shows that everything works, not to be quoted
 */
export function readOptions(env: NodeJS.ProcessEnv): BenchOptions {
  const quick = env.BENCH_QUICK === '1'
  return {
    parts: partsOf(env.BENCH_ONLY),
    quick,
    rounds: quick ? 2 : 5,
    seconds: quick ? 1 : 3,
    small: quick ? 4_000 : 10_000,
    large: quick ? 10_000 : 100_000,
  }
}

function partsOf(text: string | undefined): readonly Part[] {
  if (!text) return PARTS
  return text.split(',').map((name) => {
    const part = PARTS.find((each) => each === name.trim())
    if (!part) throw new Error(`BENCH_ONLY: expected some of ${PARTS.join(', ')}, found ${name}`)
    return part
  })
}
