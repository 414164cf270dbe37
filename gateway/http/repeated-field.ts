// Fields that may come once only, of which Node keeps the first.

/** @param rawHeaders names and values in turn @param name in lower case */
export function occursTwice(rawHeaders: readonly string[], name: string): boolean {
  let count = 0
  // By hand: every request passes here, and a callback for each field takes longer than all comparisons.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index]
    if (field?.length === name.length && field.toLowerCase() === name) count += 1
  }
  return count > 1
}
