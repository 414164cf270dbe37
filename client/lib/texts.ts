// Texts of the catalogue: as they are compared, as terminals and agents may get them, and for what an offer does not state.

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

/** How a day that an offer does not state is shown to people and agents. Unknown is not "none". */
export const startOf = ({ valid_from }: { valid_from: string | null }) => valid_from ?? 'start not stated'
export const endOf = ({ valid_until }: { valid_until: string | null }) => valid_until ?? 'end not stated'

/**
 * SECURITY: text of the catalogue must not reach a terminal as an order, or as another line, and an agent must not read
 * in it what people don't see. Characters without a picture become `\uXXXX`; those that choose between two pictures of
 * the one before are left out.
 */
export function printable(text: string): string {
  return text
    .replace(/\p{Variation_Selector}/gu, '')
    .replace(
      /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
      (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
    )
}
