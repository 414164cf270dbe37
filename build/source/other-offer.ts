// Whether a record is another offer than the one that its id named last: everything that people know it by is different.

import { fold } from '../../lib/text/plain-letters.ts'
import type { Named } from './moved-refs.ts'

const NAMING_MEMBERS = ['title', 'merchant', 'url'] as const

/** One alone may change because a text was corrected. */
const MIN_MEMBERS = 2

/** Whether enough members are known on both days. */
export function canBeCompared(before: Named, now: Named): boolean {
  return knownPairs(before, now).length >= MIN_MEMBERS
}

/** Whether title, merchant and address are all different, as far as both days have them. Case, accents and signs don't count. */
export function isOther(before: Named, now: Named): boolean {
  return knownPairs(before, now).every(([text, textNow]) => plain(text) !== plain(textNow))
}

/** A merchant that is the title on both days counts once. */
function knownPairs(before: Named, now: Named): [before: string, now: string][] {
  return NAMING_MEMBERS.flatMap((member): [string, string][] => {
    const [text, textNow] = [before[member] ?? null, now[member] ?? null]
    if (text === null || textNow === null) return []
    if (member === 'merchant' && text === before.title && textNow === now.title) return []
    return [[text, textNow]]
  })
}

function plain(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
