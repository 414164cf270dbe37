// A name as a slug: "Ñuñoa" as `nunoa`, "Москва" as `moskva`.

import anyAscii from 'any-ascii'
import { fold } from '../../lib/text/plain-letters.ts'

const MAX_LENGTH = 100

/**
 * Undefined if the name has no letter and no digit. Letters of other scripts are transliterated one by one, which is
 * good enough to distinguish names and to read them aloud.
 */
export function slugOf(name: string): string | undefined {
  const slug = inLatinLetters(name)
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replace(/['’`´]/g, '')
    .replace(/&/g, ' ')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, '')
  return slug === '' ? undefined : slug
}

/** Transliterates only words without Latin letters: ids of offers depend on the slugs of all other names. */
function inLatinLetters(name: string): string {
  return name
    .split(/(\s+)/)
    .map((word) => (isForeign(word) ? ` ${fold(anyAscii(word.normalize('NFC')))} ` : fold(word)))
    .join('')
}

function isForeign(word: string): boolean {
  return /\p{L}/u.test(word) && !/\p{Script=Latin}/u.test(word)
}
