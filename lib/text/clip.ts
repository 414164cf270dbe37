// Cuts long texts and long lists for messages.

import { formatCount } from './format-numbers.ts'

/** In characters. */
const MAX_LENGTH = 200

/** Cuts a text, with `…` as its last character. A name in a source may be as long as its line. */
export function clip(text: string, maxLength = MAX_LENGTH): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}

/** The lines that are shown, and a line like `and 12 more` for the others. */
export function andMore(shown: readonly string[], total: number): string[] {
  const more = total - shown.length
  return more > 0 ? [...shown, `and ${formatCount(more)} more`] : [...shown]
}
