// Access to an index that must exist, groups of items, and an order of texts that is the same on every machine.

/** Access that must succeed: a wrong index is a bug, and must be loud. @throws {RangeError} if there is no such element */
export function elementAt<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index]
  if (value === undefined) throw new RangeError(`no element ${index} in a list of ${list.length}`)
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
