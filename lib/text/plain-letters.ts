// Reduces texts to letters that can be compared, without accents and case.

/** Lower case, without accents: `Ñuñoa` is `nunoa`. */
export function fold(text: string): string {
  const isAscii = !/\P{ASCII}/u.test(text)
  if (isAscii) return text.toLowerCase()
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

/** Folded, words joined by hyphens: `La Unión` is `la-union`. All but a to z and digits separates words. */
export function hyphenated(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
