// Remembers the results of a function for texts that are asked for again and again, as the words of names are.

/** Some megabytes at most. */
const MAX_REMEMBERED = 50_000

/** @param make a pure function of a short text */
export function remember<T>(make: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = make(text)
    if (results.size >= MAX_REMEMBERED) results.clear()
    results.set(text, result)
    return result
  }
}
