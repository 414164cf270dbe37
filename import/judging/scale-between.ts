// Whether the numbers of a column grew or shrank by a power of ten from one import to the next.

/** Fewer numbers may all change. */
const MIN_NUMBERS = 10
/** Prices that are ten times higher may be other prices. */
const SCALES = [-6, -5, -4, -3, -2, 2, 3, 4, 5, 6]

/**
 * The power of ten by which the numbers differ, at least 2 or at most -2; undefined if they do not differ so.
 * @param before how many numbers are of which power of ten, by what they are: `cap 4`
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

/** The share of the numbers that are in the same power, if those of before were scaled: from 0 to 1. */
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
