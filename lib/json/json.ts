// JSON texts with a fixed member order, safe to be cut at line ends by any reader.

// JSON.stringify leaves these three as they are, but readers that split "lines" in the Unicode sense
// (Python's splitlines, some editors) would break a record there. Escaped, the text means the same.
const UNICODE_LINE_ENDS = /[\u0085\u2028\u2029]/g
const escapeLineEnd = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A value as one line of JSON: members in insertion order, no line end of any kind inside. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(UNICODE_LINE_ENDS, escapeLineEnd)
}

/** JSON for people and diffs: two spaces, a line end at the end. */
export function prettyJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
