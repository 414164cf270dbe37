// Texts with accents in one form (NFC): programs for the Mac write é as two characters. Rare letters that NFC would
// replace as well, such as the compatibility ideographs of Chinese, stay as they are.

import { isRecord } from './json.ts'

/** Marks, letters of Hangul, and the signs of ohm, kelvin and ångström: all that NFC replaces in usual texts. */
const MAY_CHANGE = /[\p{M}\u1100-\u11ff\u2126\u212a\u212b]/u

/** A text in NFC: `e` and U+0301 become `é`. */
export function composed(text: string): string {
  return MAY_CHANGE.test(text) ? text.normalize('NFC') : text
}

/** A JSON value with all its texts and names composed. Of two names that become the same, the last counts. */
export function composedJson(value: unknown): unknown {
  if (typeof value === 'string') return composed(value)
  if (Array.isArray(value)) return value.map(composedJson)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [composed(name), composedJson(member)]),
  )
}
