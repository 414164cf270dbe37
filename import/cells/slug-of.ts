// A name as a slug: "Ñuñoa" as `nunoa`, "Москва" as `moskva`.

import anyAscii from 'any-ascii'
import { MAX_SLUG_LENGTH } from '../../lib/text/patterns.ts'
import { fold } from '../../lib/text/plain-letters.ts'

/**
 * Undefined if the name has no letter and no digit. Letters of other scripts are transliterated one by one, which is
 * good enough to distinguish names and to read them aloud.
 */
export function slugOf(name: string): string | undefined {
  const slug = inLatinLetters(name)
    .replace(/['’`´]/g, '')
    .replace(/&/g, ' ')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '')
  return slug === '' ? undefined : slug
}

/** Letters of other scripts become separate words. */
function inLatinLetters(name: string): string {
  // `FOREIGN` is a group, so its letters are at the odd places. any-ascii reads them composed.
  return name
    .split(FOREIGN)
    .map((part, index) =>
      index % 2 === 1
        ? ` ${fold(anyAscii(part.normalize('NFC')))} `
        : fold(part).replace(FOLDED_LATIN, (letter) => anyAscii(letter)),
    )
    .join('')
}

/** `ł`, `ı`, `ß`: letters without an accent that could be dropped. */
const FOLDED_LATIN = /(?!\p{ASCII})\p{Script=Latin}/gu

/** Letters of scripts other than Latin, and their marks. */
const FOREIGN = /((?:(?!\p{Script=Latin})\p{L}\p{M}*)+)/u
const EACH_FOREIGN = new RegExp(FOREIGN, 'gu')

/**
 * Whether two names of one slug are spellings of one name: `Ñuñoa` and `NUNOA`, `Москва` and `Moskva`; not `食品` and
 * `饰品`, nor `Canal` and `Canal+`.
 */
export function isOneName(a: string, b: string): boolean {
  const [foreignOfA, foreignOfB] = [a, b].map((name) => fold(name).match(EACH_FOREIGN)?.join(''))
  const [partsOfA, partsOfB] = [a, b].map((name) => name.split('+').length)
  const isLatin = foreignOfA === undefined || foreignOfB === undefined
  return (isLatin || foreignOfA === foreignOfB) && partsOfA === partsOfB
}
