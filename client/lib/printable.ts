// Texts of the catalogue as terminals and agents may get them.

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
