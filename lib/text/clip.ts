// Texts out of a source, for messages: a name may be as long as a line.

const MAX_LENGTH = 200

/** The text, cut if it is long. */
export function clip(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}
