// Records with an entry for each word of a list, and tables looked up by the names of their rows.

/** `{ [key]: make(key) }` for every key, in their order. */
export function recordOf<K extends string, T>(keys: readonly K[], make: (key: K) => T): Record<K, T> {
  // The type of `Object.fromEntries` forgets the keys.
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, T>
}

/** The keys of a record, in their order. */
export function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): K[] {
  // The type of `Object.keys` forgets them, because a value may have more members than its type.
  return Object.keys(table) as K[]
}

/** The rows of a table, by name. */
export function rowsByName<R extends { readonly name: string }>(
  rows: readonly R[],
): { readonly [N in R['name']]: Extract<R, { name: N }> } {
  return Object.fromEntries(rows.map((row) => [row.name, row])) as {
    [N in R['name']]: Extract<R, { name: N }>
  }
}
