// Texts as they are compared, and the existing name that is most like one that does not exist.

/** Lower case, without accents: `Ñuñoa` is `nunoa`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** No name is this long; the work grows with the square of the length. */
const MAX_LENGTH = 100

/** The name that is most like the given one; undefined if none is. Case, accents and separators don't matter. */
export function suggestionFor(given: string, names: Iterable<string>): string | undefined {
  const wanted = plain(given)
  if (wanted === '' || wanted.length > MAX_LENGTH) return undefined
  let best: { name: string; distance: number } | undefined
  for (const name of names) {
    const known = plain(name).slice(0, MAX_LENGTH)
    const isPart = wanted.length > 2 && (known.includes(wanted) || wanted.includes(known))
    // A name that is only cut short comes after those with one wrong letter.
    const distance = isPart ? 1.5 : distanceOf(wanted, known)
    const isNear = isPart || distance <= Math.max(1, Math.floor(wanted.length / 3))
    if (isNear && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { name, distance }
  }
  return best?.name
}

/** A name as it is compared: without case, accents and separators. */
export const plain = (name: string) =>
  fold(name)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')

/** How many letters must be put in, taken out or exchanged to get from one text to the other (Levenshtein). */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1]
    for (let column = 0; column < to.length; column++) {
      const [left = 0, above = 0, before = 0] = [next[column], row[column + 1], row[column]]
      next.push(Math.min(left + 1, above + 1, before + (letter === to[column] ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
