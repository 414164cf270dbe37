// Searching the texts of a copy by words: the only module that uses MiniSearch.

import MiniSearch from 'minisearch'
import SearchableMap from 'minisearch/SearchableMap'
import type { Offer } from '../api/types.ts'
import { fold } from '../lib/fold.ts'
import { inSlices } from '../lib/slices.ts'
import {
  namesOf,
  stemOf,
  type Texts,
  THINGS_BY_STEM,
  textReader,
  tokensOf,
  type Word,
  wordsOf,
} from './words-of-texts.ts'

/** The searched texts of an offer, and how much a word in each counts: title and category say what it is about. */
const BOOSTS: Readonly<Record<keyof Texts, number>> = {
  title: 2,
  category: 2,
  merchant: 1,
  issuer: 1,
  comunas: 1,
  weekdays: 1,
  summary: 1,
  benefit: 1,
}

/** How much more an offer counts for each of its names that are in the text as a whole: `Banco de Chile`, `martes`. */
const NAME_BOOST = 3

/** A word of more than this share of all offers is left out if the text has rarer ones: it takes long, and means little. */
const COMMON_SHARE = 1 / 2

/** Shorter words count less, for in most languages they are those that join others: `que`, `con`, `the`. In letters. */
const FULL_LENGTH = 4

/** A near word of an unknown one may differ in one letter for each this many letters: `starbuks`. */
const LETTERS_FOR_ONE_WRONG = 6

/** Or both words have the same beginning, of this many letters and this share of the longer word: `peluqueria`, `peluquero`. */
const [SAME_BEGINNING, SAME_SHARE] = [5, 2 / 3]

/**
 * In letters: for a longer word of a search, no alike words are sought. SECURITY: the memory and the time for near words grow
 * with the length.
 */
const MAX_NEAR = 30

/** The weight of a near word if the word itself is known, so that offers with the word itself come first. */
const NEAR_WEIGHT = 1 / 8

/** A word of offers. */
interface Known {
  /** How many offers have it, in whatever field. */
  offers: number
  /** As it is written where it was first found. */
  word: string
}

/** A word of a text, and what it finds. */
interface Sought extends Word {
  isKnown: boolean
  /** Stems of near words. */
  near: string[]
  weight: number
}

const THINGS: SearchableMap<readonly string[]> = SearchableMap.from(THINGS_BY_STEM)

/** The answer to a search by text. */
export interface TextFound {
  /** The best first. */
  offers: Offer[]
  /** Words that were replaced or left out, a sentence each. */
  hints: string[]
}

export class TextSearch {
  readonly #offers: readonly Offer[]
  readonly #known = new SearchableMap<Known>()
  /** The words of the offer that is being indexed, by their stems. */
  readonly #wordsOfOffer = new Map<string, string>()
  readonly #index = new MiniSearch<Texts & { id: number }>({
    fields: Object.keys(BOOSTS),
    // An empty text gives an empty word, which MiniSearch leaves out, and no search asks for.
    tokenize: (text) => text.split(' '),
    processTerm: (word) => {
      const stem = stemOf(word)
      this.#wordsOfOffer.set(stem, word)
      return stem
    },
    // A search asks for stems.
    searchOptions: { boost: BOOSTS, tokenize: (stem) => [stem], processTerm: (stem) => stem },
  })

  private constructor(offers: readonly Offer[]) {
    this.#offers = offers
  }

  /** Indexes offers by their numbers, in slices. */
  static async of(offers: readonly Offer[]): Promise<TextSearch> {
    const search = new TextSearch(offers)
    const textsOf = textReader()
    // Counted in a map first, which is faster than the tree.
    const known = new Map<string, Known>()
    const turn = inSlices()
    for (const [id, offer] of offers.entries()) {
      search.#add({ id, ...textsOf(offer) }, known)
      await turn()
    }
    for (const [stem, word] of known) search.#known.set(stem, word)
    return search
  }

  #add(texts: Texts & { id: number }, known: Map<string, Known>): void {
    this.#wordsOfOffer.clear()
    this.#index.add(texts)
    for (const [stem, word] of this.#wordsOfOffer) {
      const found = known.get(stem)
      if (found) found.offers += 1
      else known.set(stem, { offers: 1, word })
    }
  }

  /** How many offers have the most frequent of these stems. */
  #usesOf(stems: readonly string[]): number {
    return Math.max(0, ...stems.map((stem) => this.#known.get(stem)?.offers ?? 0))
  }

  /**
   * The rarer a word, the more it counts: from 0 for a word of all offers to 1. Short words count less: in a catalogue of
   * short texts even `el` is rare.
   * @param length of the word that is searched, in letters
   */
  #weightOf(stems: readonly string[], length: number): number {
    const offers = this.#index.documentCount
    const rarity = Math.log((offers + 1) / (this.#usesOf(stems) + 1)) / Math.log(offers + 1)
    return rarity * Math.min(1, length / FULL_LENGTH)
  }

  #namesOf(id: number): string[] {
    const offer = this.#offers[id]
    return offer ? Object.values(namesOf(offer)).flat() : []
  }

  #sought({ word, stem }: Word): Sought {
    const isKnown = this.#known.has(stem)
    const near = this.#nearTo(stem, isKnown)
    return { word, stem, isKnown, near, weight: this.#weightOf(isKnown ? [stem] : near, stem.length) }
  }

  /** Stems that also answer a search for a stem: of other words for the same thing, and of words that are alike. */
  #nearTo(stem: string, isKnown: boolean): string[] {
    const meant = isKnown ? [] : this.#misspeltFrom(stem)
    const others = [stem, ...meant].flatMap((each) => THINGS.get(each) ?? [])
    const near = new Set([...others, ...this.#beginningLike(stem), ...meant])
    return [...near].filter((other) => other !== stem && this.#known.has(other))
  }

  #beginningLike(stem: string): string[] {
    if (stem.length < SAME_BEGINNING || stem.length > MAX_NEAR) return []
    // Words that begin alike have at least this many letters in common.
    const shared = Math.max(SAME_BEGINNING, Math.ceil(stem.length * SAME_SHARE))
    const found = [...this.#known.atPrefix(stem.slice(0, shared)).keys()]
    return found.filter((other) => beginAlike(stem, other))
  }

  /** Words of which this may be a misspelt form: of the offers, and those for things, whose other words offers may have. */
  #misspeltFrom(stem: string): string[] {
    const wrong = Math.floor(stem.length / LETTERS_FOR_ONE_WRONG)
    if (wrong === 0 || stem.length > MAX_NEAR) return []
    return [this.#known, THINGS].flatMap((words) => [...words.fuzzyGet(stem, wrong).keys()])
  }

  /** The offers that have all words of a text, or any of them. */
  find(text: string, match: 'all' | 'any'): TextFound {
    const words = wordsOf(text).map((word) => this.#sought(word))
    const isRare = ({ stem }: Sought) => this.#usesOf([stem]) <= this.#offers.length * COMMON_SHARE
    const finding = words.filter(({ isKnown, near }) => isKnown || near.length > 0)
    const rare = finding.filter(isRare)
    const findersOfAny = rare.length > 0 ? rare : finding
    // With `all`, an unknown word leaves nothing to be found.
    const finders = match === 'all' ? words : findersOfAny
    return {
      offers: this.#ranked(finders, match, isNamedIn(new Set(words.map(({ stem }) => stem)))),
      hints: this.#hintsOf(words, finders),
    }
  }

  #ranked(finders: readonly Sought[], match: 'all' | 'any', isNamed: (name: string) => boolean): Offer[] {
    const weightOf = (sought: Sought, isExact: boolean) =>
      sought.weight * (isExact || !sought.isKnown ? 1 : NEAR_WEIGHT)
    const queries = finders.map((sought) => ({
      combineWith: 'OR' as const,
      queries: [sought.stem, ...sought.near],
      boostTerm: (term: string) => weightOf(sought, term === sought.stem),
    }))
    return this.#index
      .search({ combineWith: match === 'all' ? 'AND' : 'OR', queries })
      .map(({ id, score, terms }) => {
        // The more of the words an offer has, and the rarer these are, the more its score counts.
        let covered = 0
        for (const sought of finders) {
          const isExact = terms.includes(sought.stem)
          if (isExact || sought.near.some((stem) => terms.includes(stem)))
            covered += weightOf(sought, isExact)
        }
        return { id, score: score * covered * NAME_BOOST ** this.#namesOf(id).filter(isNamed).length }
      })
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .flatMap(({ id }) => this.#offers[id] ?? [])
  }

  #hintsOf(words: readonly Sought[], finders: readonly Sought[]): string[] {
    const shown = (stems: readonly string[]) =>
      stems
        .slice(0, MAX_SHOWN)
        .map((stem) => this.#known.get(stem)?.word.slice(0, MAX_SHOWN_LETTERS) ?? stem)
        .join(', ')
    const replaced = words.flatMap(({ word, isKnown, near }) => {
      const name = word.slice(0, MAX_SHOWN_LETTERS)
      if (near.length > 0) return [`${name}: ${isKnown ? 'also' : 'not found;'} searched ${shown(near)}.`]
      return isKnown ? [] : [`${name}: not found.`]
    })
    const common = words.filter((sought) => sought.isKnown && !finders.includes(sought))
    const names = common.map(({ word }) => word).join(', ')
    return common.length > 0 ? [...replaced, `Left out, as most offers have it: ${names}.`] : replaced
  }
}

/** Near words that a hint names for one word, and letters of each word that it names. */
const [MAX_SHOWN, MAX_SHOWN_LETTERS] = [5, 30]

/** Whether the same beginning makes words near, by SAME_BEGINNING and SAME_SHARE. */
function beginAlike(a: string, b: string): boolean {
  const longer = Math.max(a.length, b.length)
  let same = 0
  while (same < longer && a[same] === b[same]) same += 1
  return same >= SAME_BEGINNING && same >= longer * SAME_SHARE
}

/** How many letters of a name may be wrong for a proposal: this share of them, and at most this many. */
const [WRONG_SHARE, MAX_WRONG] = [0.2, 2]
/** Characters of a name that are compared. */
const MAX_NAME = 200

/**
 * The value that is most like a misspelt one, or like the beginning of a name; undefined if none is.
 * @param values each value once, as MiniSearch requires
 */
export function valueLike(
  given: string,
  values: readonly { value: string; name: string }[],
): string | undefined {
  const index = new MiniSearch({ fields: ['value', 'name'], idField: 'value', processTerm: fold })
  index.addAll(values)
  const spelling = { prefix: true, fuzzy: WRONG_SHARE, maxFuzzy: MAX_WRONG }
  const [best] = index.search(given.slice(0, MAX_NAME), spelling)
  return best && String(best.id)
}

/** A function that checks whether all words of a name are in a text with these stems. */
function isNamedIn(stems: ReadonlySet<string>): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    const words = known.has(name) ? [] : tokensOf(name)
    const isNamed = known.get(name) ?? (words.length > 0 && words.every((word) => stems.has(stemOf(word))))
    known.set(name, isNamed)
    return isNamed
  }
}
