// Makes text safe for a terminal or a log. Records, addresses and names come from others and may hold anything.

// SECURITY: control characters, C0 and C1 (U+0080 to U+009F), move the cursor, recolour, rename windows or run functions of
// the terminal; bidirectional ones change the order in which text is shown. Messages need line feeds and tabs:
// `[^\P{Cc}\n\t]` is any other control character. U+2028 and U+2029 break lines, U+FEFF is invisible.
const UNPRINTABLE = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** A UTF-16 code unit as `\u009b`. */
export const unicodeEscape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text with unprintable characters as escapes like `\u009b`, which in JSON are the same characters. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, unicodeEscape)
}

/** Something that texts are written to. */
export interface TextOutput {
  write(text: string): unknown
}

export function printableOutput(output: TextOutput): TextOutput {
  return { write: (text) => output.write(printable(text)) }
}
