// Texts of the catalogue: reduced for comparisons, made safe to show, and words for the days that an offer does not state.

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

/** How a day that an offer does not state is shown to people and agents. Unknown is not "none". */
export const startOf = ({ valid_from }: { valid_from: string | null }) => valid_from ?? 'start not stated'
export const endOf = ({ valid_until }: { valid_until: string | null }) => valid_until ?? 'end not stated'

/**
 * SECURITY: text of the catalogue must not move the cursor of a terminal, run its functions or begin another line, and an
 * agent must not read in it what people don't see. Invisible characters become `\u200b`, with five or six digits beyond
 * U+FFFF. Variation selectors, which only choose between two forms of the character before, are left out.
 */
export function printable(text: string): string {
  return text
    .replace(/\p{Variation_Selector}/gu, '')
    .replace(
      /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
      (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
    )
}
