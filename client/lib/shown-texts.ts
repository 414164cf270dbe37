// Texts of the catalogue as they are shown to people and agents.

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
