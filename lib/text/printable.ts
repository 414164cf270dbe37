// What a terminal or a log may show. Records, addresses and names come from others and may hold anything.

// SECURITY: control characters move the cursor, recolour, rename windows or run what a terminal offers, C1 (U+0080 to
// U+009F) just as C0; bidirectional ones show a text in another order than it has. Line feeds and tabs stay: our own
// messages have them.
const UNPRINTABLE = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

const asEscape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text with its control characters as `\u009b`. JSON stays the same JSON: it writes them so within its texts. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, asEscape)
}

/** An edge to the outside, e.g. a terminal, through which no control character passes. */
export interface TextOutput {
  write(text: string): unknown
}

export function printableOutput(output: TextOutput): TextOutput {
  return { write: (text) => output.write(printable(text)) }
}
