// Medians, and how far what they stand for was spread.

export interface Measured {
  median: number
  least: number
  most: number
  times: number
}

export function measured(values: readonly number[]): Measured {
  const sorted = values.toSorted((a, b) => a - b)
  return {
    median: quantile(sorted, 0.5),
    least: quantile(sorted, 0),
    most: quantile(sorted, 1),
    times: sorted.length,
  }
}

/** Rounds are compared one by one, for what disturbs a machine disturbs a round as a whole. */
export function ratioByRound(ours: readonly number[], theirs: readonly number[]): Measured {
  return measured(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}

/** @param sorted ascending */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}
