// Access to an index or key that must exist, groups of items, and an order of texts that is the same on every machine.

/** Access that must succeed: a wrong index is a bug, and must be loud. @throws {RangeError} if there is no such element */
export function elementAt<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index]
  if (value === undefined) throw new RangeError(`no element ${index} in a list of ${list.length}`)
  return value
}

/** The value of a key that the map must have. @throws {RangeError} if it has none */
export function valueAt<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new RangeError('no value for a key that must have one')
  return value
}

/** The items of each key, in their order; the keys in the order of their first items. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Orders texts by UTF-16 code units, for `sort`. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
