// Strings and names in the forms in which they are compared.

/** Lower case, without accents: `Ñuñoa` is `nunoa`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * A name as it is compared: `La Unión` is `la-union`. Everything but a to z and digits separates words, also letters of
 * other scripts. The API makes slugs by the same rule (`hyphenated`), but the package imports nothing of the API.
 */
export const plain = (name: string) =>
  fold(name)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
