// Texts as they are compared.

/** Lower case, without accents: `Ñuñoa` is `nunoa`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * A name as it is compared: `La Unión` is `la-union`. Letters of other scripts separate words, as blanks do. This is the
 * rule by which the API makes slugs (`lib/text/plain-letters.ts`); the package imports nothing of the API.
 */
export const plain = (name: string) =>
  fold(name)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
