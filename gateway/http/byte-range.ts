// Range (RFC 9110 §14.2) for downloads that resume: one range of bytes. Anything else gets the whole file,
// which the RFC allows for every form that a server does not support.

/** The first and the last byte, both included. */
export interface ByteRange {
  first: number
  last: number
}

/** The range to send, `unsatisfiable` if it lies outside, or undefined for the whole file of `size` bytes. */
export function byteRangeOf(
  field: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  // `bytes=0-99`, `bytes=100-` up to the end, `bytes=-50` for the last 50. Units are case-insensitive (RFC 9110 §14.1).
  const match = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i.exec(field?.trim() ?? '')
  if (!match) return undefined
  const [, from, to, suffix] = match
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to ? Number(to) : size - 1
  if (to && last < first) return undefined
  return first >= size ? 'unsatisfiable' : { first, last: Math.min(last, size - 1) }
}

/** Whether If-Range (RFC 9110 §13.1.5) allows a range: absent, or the same strong tag. */
export function ifRangeHolds(field: string | undefined, tag: string): boolean {
  return field === undefined || field.trim() === tag
}
