// Long texts and long lists, cut for messages.

import { formatCount } from './format-numbers.ts'

const MAX_LENGTH = 200

/** The text, cut if it is long: a name out of a source may be as long as a line. */
export function clip(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}

/** The first lines of many, and how many more there are. */
export function andMore(shown: readonly string[], total: number): string[] {
  const more = total - shown.length
  return more > 0 ? [...shown, `and ${formatCount(more)} more`] : [...shown]
}
