// Index access that must succeed: a wrong index is a bug, and a bug must be loud.

/** @throws {RangeError} if the list has no element at the index */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index]
  if (value === undefined) throw new RangeError(`no element ${index} in a list of ${list.length}`)
  return value
}
