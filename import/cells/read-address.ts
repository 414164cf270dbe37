// Web addresses as people paste them.

import { type Cell, textOf } from './cell.ts'

/** Several addresses in one cell. */
const SEVERAL = /[\s;,|]https?:\/\//i

/** Undefined unless the cell holds one http or https address, without user and password. */
export function readAddress(cell: Cell): string | undefined {
  // Control characters of this range come from a wrong encoding. `textOf` makes blanks of them: escaped as %20, they would
  // give another address.
  if (typeof cell === 'string' && /[\u0080-\u009f]/.test(cell)) return undefined
  const text = textOf(cell)
  if (SEVERAL.test(text)) return undefined
  if (isAddress(text)) return text
  // Escapes blanks and letters of other alphabets as a browser does.
  const escaped = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : ''
  return isAddress(escaped) ? escaped : undefined
}

/** A host of letters, digits, points and hyphens, so no user and password; then only what RFC 3986 allows. */
function isAddress(text: string): boolean {
  return (
    /^https?:\/\/[A-Za-z0-9.-]+(?::\d+)?(?:[/?#][A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]*)?$/.test(text) &&
    !/%(?![0-9a-fA-F]{2})|#.*#/.test(text) &&
    URL.canParse(text)
  )
}
