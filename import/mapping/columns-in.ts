// The columns that a mapping names.

/** Every column that a part of a mapping names. */
export function columnsIn(value: unknown): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(columnsIn))]
  if (typeof value !== 'object' || value === null) return []
  const found = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    // The members of a lookup are texts of the table, and no columns.
    if (name === 'lookup') return []
    if (name === 'column') return typeof member === 'string' ? [member] : []
    const isList = (name === 'columns' || name === 'first_of') && Array.isArray(member)
    return isList ? member.filter((each) => typeof each === 'string') : columnsIn(member)
  })
  return [...new Set(found)]
}
