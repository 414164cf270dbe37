// Detects numbers of a column that grew or shrank by a power of ten between two imports.

/** Fewer numbers prove nothing: all of them may change. */
const MIN_NUMBERS = 10
/** Without -1 and 1: prices that are ten times as high may be other prices. */
const SCALES = [-6, -5, -4, -3, -2, 2, 3, 4, 5, 6]

/**
 * The power of ten by which the numbers differ, from 2 up or from -2 down; undefined if there is none.
 * @param before the number of values by meaning and power of ten: `cap 4`
 */
export function scaleBetween(
  before: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
): number | undefined {
  const then = byKind(before)
  for (const [kind, powers] of byKind(now)) {
    const known = then.get(kind) ?? new Map<number, number>()
    if (total(known) < MIN_NUMBERS || total(powers) < MIN_NUMBERS) continue
    const scale = SCALES.find((each) => overlap(known, powers, each) > 0.8)
    if (scale !== undefined && overlap(known, powers, 0) < 0.5) return scale
  }
  return undefined
}

function byKind(counts: ReadonlyMap<string, number>): Map<string, Map<number, number>> {
  const found = new Map<string, Map<number, number>>()
  for (const [key, count] of counts) {
    const [kind = '', power] = key.split(' ')
    const powers = found.get(kind) ?? new Map<number, number>()
    found.set(kind, powers.set(Number(power), count))
  }
  return found
}

/** The share of the numbers, 0 to 1, with the same power of ten after scaling the earlier ones. */
function overlap(
  before: ReadonlyMap<number, number>,
  now: ReadonlyMap<number, number>,
  scale: number,
): number {
  const shares = Array.from(before, ([power, count]) =>
    Math.min(count / total(before), (now.get(power + scale) ?? 0) / total(now)),
  )
  return shares.reduce((sum, share) => sum + share, 0)
}

function total(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
