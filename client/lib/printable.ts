// Texts of the catalogue as terminals and agents may get them.

/**
 * SECURITY: text of the catalogue must not reach a terminal as an order, or as another line. Characters that are not
 * seen, such as marks of direction and tags, become `\uXXXX`: an agent could read in them what people don't see.
 */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}
