// Texts as they are compared.

/** Lower case, without accents: `Ñuñoa` is `nunoa`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** A name as it is compared: without case, accents and separators. */
export const plain = (name: string) =>
  fold(name)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
