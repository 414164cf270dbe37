// Several things in one cell, as people list them.

const SEPARATORS = [';', ',', '/', '|', ' y ', ' e ', ' and ', ' & ']

/**
 * The distinct items of a list, trimmed, without empty ones.
 * @param separators the texts between items, if not the usual ones; each of them splits the text
 */
export function splitList(text: string, separators: readonly string[] = SEPARATORS): string[] {
  const parts = separators.reduce((all, separator) => all.flatMap((part) => part.split(separator)), [text])
  return distinctTexts(parts)
}

/** The texts, trimmed, each once, without empty ones. */
export function distinctTexts(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '')
}
