// Invented names of shops, no two of which are nearly equal.

import { elementAt } from '../../../lib/lists.ts'
import { editsBetween } from '../../../lib/text/suggestion.ts'

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va ye zi'.split(' ')
const NAMES: string[] = []
let seed = 1

/** The name of a number, e.g. `Kidisoce`. */
export function shopName(index: number): string {
  while (NAMES.length <= index) {
    seed = (seed * 48_271) % 2_147_483_647
    const name = [1, 18, 18 ** 2, 18 ** 3]
      .map((power) => elementAt(SYLLABLES, Math.floor(seed / power) % SYLLABLES.length))
      .join('')
    if (NAMES.every((each) => editsBetween(each, name) > name.length / 4)) NAMES.push(name)
  }
  const name = elementAt(NAMES, index)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
