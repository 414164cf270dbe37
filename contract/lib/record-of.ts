// Records with one entry for each of a list of known words.

/** `{ [key]: make(key) }` for every key, in their order. */
export function recordOf<K extends string, T>(keys: readonly K[], make: (key: K) => T): Record<K, T> {
  // `Object.fromEntries` forgets which keys it was given.
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, T>
}
