// Cuts long texts and long lists for messages.

import { formatCount } from './format-numbers.ts'

const MAX_LENGTH = 200

/** A name in a source may be as long as its line. */
export function clip(text: string, maxLength = MAX_LENGTH): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}

/** The first lines, and how many more there are. */
export function andMore(shown: readonly string[], total: number): string[] {
  const more = total - shown.length
  return more > 0 ? [...shown, `and ${formatCount(more)} more`] : [...shown]
}
