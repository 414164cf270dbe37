// Medians, and how far the values are spread.

export interface Measured {
  median: number
  least: number
  most: number
}

export function measured(values: readonly number[]): Measured {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), least: quantile(sorted, 0), most: quantile(sorted, 1) }
}

/** Rounds are compared one by one, because a disturbance of the machine affects a whole round. */
export function ratioByRound(ours: readonly number[], theirs: readonly number[]): Measured {
  return measured(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}

/** @param sorted ascending */
export function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}
