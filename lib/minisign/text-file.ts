// The text files of minisign: lines of Base64 below comments. Read strictly, so that one file has one meaning.

/** In bytes; minisign's own limits on comments are lower. */
export const MAX_TEXT_BYTES = 16 * 1024

export const UNTRUSTED = 'untrusted comment: '

/** The lines of a text, each byte one character. @throws {TypeError} if there are not as many as expected */
export function linesOf(what: string, bytes: Uint8Array, expected: number): string[] {
  if (bytes.length > MAX_TEXT_BYTES) {
    throw new TypeError(`${what}: expected at most ${MAX_TEXT_BYTES} bytes, found ${bytes.length}`)
  }
  const lines = Buffer.from(bytes).toString('latin1').split('\n')
  if (lines.at(-1) === '') lines.pop()
  if (lines.length !== expected) {
    throw new TypeError(`${what}: expected ${expected} lines, found ${lines.length}`)
  }
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/** What follows the words that a comment begins with. @throws {TypeError} if it begins otherwise */
export function commentIn(what: string, line: string | undefined, prefix: string): string {
  if (!line?.startsWith(prefix)) throw new TypeError(`${what}: expected a line that begins with "${prefix}"`)
  return line.slice(prefix.length)
}

/**
 * So many bytes out of Base64.
 * @throws {TypeError} if it is none, or not as anybody would write it: Node passes over what it does not understand
 */
export function bytesIn(what: string, text: string | undefined, length: number): Buffer {
  const bytes = Buffer.from(text ?? '', 'base64')
  if (bytes.length !== length || bytes.toString('base64') !== text) {
    throw new TypeError(`${what}: expected ${length} bytes in Base64`)
  }
  return bytes
}
