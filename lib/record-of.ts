// Records with one entry for each of a list of known words, and tables looked up by the names of their rows.

/** `{ [key]: make(key) }` for every key, in their order. */
export function recordOf<K extends string, T>(keys: readonly K[], make: (key: K) => T): Record<K, T> {
  // `Object.fromEntries` forgets which keys it was given.
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, T>
}

/** The keys of a table that is written as one record, in their order. */
export function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): K[] {
  // `Object.keys` forgets them, for a value may have more members than its type.
  return Object.keys(table) as K[]
}

/** Looks up the row of each name in a table of rows. */
export function rowsByName<R extends { readonly name: string }>(
  rows: readonly R[],
): { readonly [N in R['name']]: Extract<R, { name: N }> } {
  return Object.fromEntries(rows.map((row) => [row.name, row])) as {
    [N in R['name']]: Extract<R, { name: N }>
  }
}
