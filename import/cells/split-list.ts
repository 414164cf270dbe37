// Several things in one cell, as people list them.

const SEPARATORS = [';', ',', '/', '|', '\n', ' y ', ' e ', ' and ', ' & ']

/** The distinct items of a list, trimmed, without empty ones. */
export function splitList(text: string, separators: readonly string[] = SEPARATORS): string[] {
  const parts = separators.reduce((all, separator) => all.flatMap((part) => part.split(separator)), [text])
  return distinctTexts(parts)
}

/** The texts, trimmed, each once, without empty ones. */
export function distinctTexts(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '')
}
