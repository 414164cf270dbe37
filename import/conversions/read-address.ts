// Web addresses as people paste them.

import { type Cell, textOf } from '../tables/cell.ts'

/** Undefined if the cell holds no address that begins with http:// or https://, or one with a user or a password. */
export function readAddress(cell: Cell): string | undefined {
  // The text of a cell has blanks in their place: that would be another address.
  if (typeof cell === 'string' && /[\u0080-\u009f]/.test(cell)) return undefined
  const text = textOf(cell)
  if (isAddress(text)) return text
  // An address with blanks or letters of other alphabets: as a browser would ask for it.
  const escaped = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : ''
  return isAddress(escaped) ? escaped : undefined
}

/** By the characters of RFC 3986. */
function isAddress(text: string): boolean {
  return (
    /^https?:\/\/[A-Za-z0-9.-]+(?::\d+)?(?:[/?#][A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]*)?$/.test(text) &&
    !/%(?![0-9a-fA-F]{2})|#.*#/.test(text) &&
    URL.canParse(text)
  )
}
