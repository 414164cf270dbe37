// The words in the texts of a copy, and where they are: a search reads each different word once instead of every text.
// 100,000 offers have some ten thousand different words; one search takes 10 ms instead of 100.

import type { Offer } from '../api/types.ts'
import { fold } from './fold.ts'

/** The offers of a word by their numbers in the copy, in rising order. */
type Places = Map<string, number[]>

/** How good a place is: a part of a word or all of it, in the title or elsewhere. */
const [PART, WHOLE, IN_TITLE] = [1, 2, 2]
const BEST = WHOLE + IN_TITLE

export class WordIndex {
  readonly #size: number
  readonly #titles: Places = new Map()
  readonly #others: Places = new Map()

  constructor(offers: readonly Offer[]) {
    this.#size = offers.length
    // Few names are in many offers.
    const names = new Map<string, readonly string[]>()
    const wordsOfName = ({ name }: { name: string }) => {
      const words = names.get(name) ?? splitWords(name)
      names.set(name, words)
      return words
    }
    for (const [number, offer] of offers.entries()) {
      const { title, merchant, benefit, issuer, category, comunas } = offer
      add(this.#titles, splitWords(title), number)
      add(this.#others, splitWords(`${merchant ?? ''} ${benefit.summary}`), number)
      for (const named of [issuer, category, ...comunas]) add(this.#others, wordsOfName(named), number)
    }
  }

  /**
   * How well each offer matches, by its number; 0 if it does not. The more words the better, then the better their
   * places.
   * @param isAny whether one word is enough
   */
  ranksOf(words: readonly string[], isAny: boolean): Float64Array {
    const ranks = new Float64Array(this.#size)
    // More than all places together.
    const perWord = words.length * BEST + 1
    for (const word of words) {
      for (const [number, place] of this.#placesOf(word).entries()) {
        if (place > 0) ranks[number] = (ranks[number] ?? 0) + perWord + place
      }
    }
    return isAny ? ranks : ranks.map((rank) => (rank < words.length * perWord ? 0 : rank))
  }

  /** The best place of a word in each offer. */
  #placesOf(word: string): Uint8Array {
    const best = new Uint8Array(this.#size)
    for (const [places, more] of [
      [this.#others, 0],
      // After the others, for each of its places is as good as theirs, or better.
      [this.#titles, IN_TITLE],
    ] as const) {
      for (const [known, numbers] of places) {
        const place = placeIn(known, word)
        if (place === 0) continue
        for (const number of numbers) best[number] = Math.max(best[number] ?? 0, place + more)
      }
    }
    return best
  }
}

/** The different words of a text, as they are compared. */
export function wordsIn(text: string): string[] {
  return [...new Set(splitWords(text))].filter(Boolean)
}

const splitWords = (text: string) => fold(text).split(/\s+/)

function add(places: Places, words: readonly string[], number: number): void {
  for (const word of words) {
    const numbers = places.get(word)
    if (!numbers) places.set(word, [number])
    else if (numbers[numbers.length - 1] !== number) numbers.push(number)
  }
}

/** Where a word is in another one, which may have punctuation: `cine` is the whole of `(cine)`. */
function placeIn(known: string, word: string): number {
  for (let at = known.indexOf(word), place = 0; ; at = known.indexOf(word, at + 1)) {
    if (at === -1) return place
    if (!isLetter(known, at - 1) && !isLetter(known, at + word.length)) return WHOLE
    place = PART
  }
}

/** Whether it is a letter or a digit; all beyond ASCII count as such. */
function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 128 || (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}
