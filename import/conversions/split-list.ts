// Several things in one cell, as people list them.

const SEPARATORS = [';', ',', '/', '|', '\n', ' y ', ' e ', ' and ', ' & ']

/** The items of a list without blanks around them; empty ones and those that are there already left out. */
export function splitList(text: string, separators: readonly string[] = SEPARATORS): string[] {
  const parts = separators.reduce((all, separator) => all.flatMap((part) => part.split(separator)), [text])
  return distinctTexts(parts)
}

export function distinctTexts(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '')
}
