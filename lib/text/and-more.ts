// The first lines of many, and how many more there are.

import { formatCount } from './format-numbers.ts'

export function andMore(shown: readonly string[], total: number): string[] {
  const more = total - shown.length
  return more > 0 ? [...shown, `and ${formatCount(more)} more`] : [...shown]
}
