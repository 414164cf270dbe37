// The vocabulary by phrase, and the words for numbers.

import { PHRASES, type WordClass } from './vocabulary.ts'

const CLASSES = new Map<string, Set<WordClass>>()
for (const [name, phrases] of PHRASES) {
  for (const phrase of phrases.split('|')) {
    CLASSES.set(phrase, (CLASSES.get(phrase) ?? new Set<WordClass>()).add(name))
  }
}

export const LONGEST_PHRASE = Math.max(...Array.from(CLASSES.keys(), (phrase) => phrase.split(' ').length))

/** The first words of phrases. */
export const BEGINNINGS: ReadonlySet<string> = new Set(
  Array.from(CLASSES.keys()).flatMap((phrase) =>
    phrase.includes(' ') ? [phrase.split(' ', 1)[0] ?? ''] : [],
  ),
)

const NONE: ReadonlySet<WordClass> = new Set()

/** The classes of a folded phrase; none if it is unknown. */
export function classesOf(phrase: string): ReadonlySet<WordClass> {
  return CLASSES.get(phrase) ?? NONE
}

/** Numbers of pieces that people write as words. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...numbered('uno dos tres cuatro cinco seis'),
  ...numbered('one two three four five six'),
  ...numbered('um dois tres quatro cinco seis'),
  ['una', 1],
  ['un', 1],
  ['uma', 1],
  ['duas', 2],
])

function numbered(words: string): [string, number][] {
  return words.split(' ').map((word, index): [string, number] => [word, index + 1])
}
