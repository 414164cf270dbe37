// Searching the texts of a copy by words: the only module that uses MiniSearch.

import MiniSearch from 'minisearch'
import SearchableMap from 'minisearch/SearchableMap'
import type { Offer } from '../api/types.ts'
import { fold } from '../lib/fold.ts'
import { inSlices } from '../lib/slices.ts'
import {
  isJoining,
  isPlainTerm,
  nameOfRow,
  STEMS_OF_ROWS,
  stemOf,
  stemOfTerm,
  type Texts,
  textReader,
  tokensOf,
  type Word,
} from './words-of-texts.ts'

/** The searched texts of an offer, and how much a word in each counts: title and category say what it is about. */
const BOOSTS: Readonly<Record<keyof Texts, number>> = {
  title: 2,
  category: 2,
  merchant: 1,
  issuer: 1,
  comunas: 1,
  summary: 1,
  benefit: 1,
}

/** The texts that say what an offer is about. */
const ABOUT: readonly string[] = ['title', 'category', 'merchant', 'benefit'] satisfies (keyof Texts)[]

/** What a word counts if it is only in another text. */
const ASIDE_WEIGHT = 1 / 2

/** A word of more than this share of all offers is left out if the text has rarer ones: it takes long, and means little. */
const COMMON_SHARE = 1 / 2

/** A near word of an unknown one may differ in one letter for each this many letters: `starbuks`. */
const LETTERS_FOR_ONE_WRONG = 6

/**
 * In letters: for a longer word of a search, no alike words are sought. SECURITY: the memory and the time for near words grow
 * with the length.
 */
const MAX_NEAR = 30

/** In letters: a word of which longer ones are named, and what these have more. At most this many are named for a word. */
const [MIN_BEGINNING, MIN_REST, MAX_LONGER] = [4, 3, 3]

/** In letters: a part of a word that is sought as two, and the longer one of them. */
const [MIN_PART, MIN_LONGER_PART] = [2, 4]

/** The weight of an equal word if the word itself is known, so that offers with the word itself come first. */
const EQUAL_WEIGHT = 1 / 8

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
  /** Further terms that it finds: that of its row of equal words, and of an unknown word those that are alike. */
  others: string[]
  weight: number
}

const STEMS_WITH_EQUALS: SearchableMap<string> = SearchableMap.from(
  [...STEMS_OF_ROWS].flatMap(([row, stems]) => stems.map((stem): [string, string] => [stem, row])),
)

const EQUAL_STEMS: ReadonlySet<string> = new Set([...STEMS_OF_ROWS.values()].flat())

/** An offer that a text finds. */
export interface Match {
  offer: Offer
  /** How much of the text it has: offers of one level are equally relevant. */
  level: number
  /** The words of the text that it does not have. */
  lacks: readonly string[]
}

/** Whether it is a word as people write it: no phrase, and not denied. */
const isOneWord = ({ word, isDenial }: Word): boolean => !isDenial && !word.includes(' ')

/** The answer to a search by text. */
export interface TextFound {
  /** Those of the highest level first, within a level the best match. */
  matches: Match[]
  /** The words that were searched. */
  words: string[]
  /** The words that no offer of the copy has. */
  unknown: string[]
  /** Words that were replaced or left out, or that no offer has: a sentence each. */
  hints: string[]
}

export class TextSearch {
  readonly #offers: readonly Offer[]
  readonly #known = new SearchableMap<Known>()
  /** The words of the offer that is being indexed, by their terms in the index. */
  readonly #wordsOfOffer = new Map<string, string>()
  readonly #index = new MiniSearch<Texts & { id: number }>({
    fields: Object.keys(BOOSTS),
    // An empty text gives an empty word, which MiniSearch leaves out, and no search asks for.
    tokenize: (text) => text.split(' '),
    processTerm: (word) => {
      const stem = stemOfTerm(word)
      this.#wordsOfOffer.set(stem, word)
      return stem
    },
    // A search asks for terms of the index.
    searchOptions: { boost: BOOSTS, tokenize: (term) => [term], processTerm: (term) => term },
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
    for (const [term, word] of known) search.#known.set(term, word)
    return search
  }

  #add(texts: Texts & { id: number }, known: Map<string, Known>): void {
    this.#wordsOfOffer.clear()
    this.#index.add(texts)
    for (const [term, word] of this.#wordsOfOffer) {
      const found = known.get(term)
      if (found) found.offers += 1
      else known.set(term, { offers: 1, word })
    }
  }

  /** Whether an offer has a term. */
  has(term: string): boolean {
    return this.#known.has(term)
  }

  /** How many offers have a name, word for word, in their titles, or in their merchants. */
  countNamed(name: readonly string[]): number {
    const stems = name.filter((word) => !isJoining(word)).map(stemOf)
    const phrase = ` ${name.join(' ')} `
    const has = (text: string | null | undefined) => ` ${tokensOf(text ?? '').join(' ')} `.includes(phrase)
    const found = (['title', 'merchant'] as const).map(
      (field) =>
        this.#index
          .search({ combineWith: 'AND', queries: stems, fields: [field] })
          .filter(({ id }) => has(this.#offers[id]?.[field])).length,
    )
    return Math.max(...found)
  }

  /** How many offers have the most frequent of these terms. */
  #usesOf(terms: readonly string[]): number {
    return Math.max(0, ...terms.map((term) => this.#known.get(term)?.offers ?? 0))
  }

  /** The rarer a word, the more it counts: from nearly 0 for a word of all offers to 1. */
  #weightOf(terms: readonly string[]): number {
    const offers = this.#index.documentCount
    return Math.log((offers + 2) / (this.#usesOf(terms) + 1)) / Math.log(offers + 2)
  }

  #sought(word: Word): Sought {
    const isKnown = this.#known.has(word.term)
    const equals = [word.equal ?? []].flat()
    const alike = isKnown || word.isDenial ? [] : this.#alike(word.term)
    const others = [...new Set([...equals, ...alike])].filter((term) => this.#known.has(term))
    return { ...word, isKnown, others, weight: this.#weightOf(isKnown ? [word.term] : others) }
  }

  /**
   * Terms of which an unknown one may be a misspelt form: of the offers, and of words with equal ones, which offers may
   * have.
   */
  #alike(stem: string): string[] {
    const wrong = Math.floor(stem.length / LETTERS_FOR_ONE_WRONG)
    if (wrong === 0 || stem.length > MAX_NEAR) return []
    const misspelt = [...this.#known.fuzzyGet(stem, wrong).keys()].filter(isPlainTerm)
    return [...misspelt, ...[...STEMS_WITH_EQUALS.fuzzyGet(stem, wrong).values()].map(([row]) => row)]
  }

  /** The offers that have all words, or any of them. */
  find(asked: readonly Word[], match: 'all' | 'any'): TextFound {
    const { words, hints } = this.#asOffersWrite(asked)
    const sought = words.map((word) => this.#sought(word))
    const isFound = ({ isKnown, others }: Sought) => isKnown || others.length > 0
    const isRare = ({ term }: Sought) => this.#usesOf([term]) <= this.#offers.length * COMMON_SHARE
    const finding = sought.filter(isFound)
    const rare = finding.filter(isRare)
    const finders = match === 'all' || rare.length === 0 ? finding : rare
    const unknown = sought.filter((each) => !isFound(each))
    const isNone = match === 'all' && unknown.length > 0
    return {
      matches: isNone ? [] : this.#ranked(finders, match),
      words: finders.map(({ word }) => word),
      unknown: unknown.map(({ word }) => word),
      hints: [...hints, ...this.#hintsOf(sought, finders)],
    }
  }

  /**
   * Words that no offer has, written as names of offers are: `mc donalds` as `mcdonalds`, and `burgerking` as two words.
   */
  #asOffersWrite(asked: readonly Word[]): { words: Word[]; hints: string[] } {
    const words: Word[] = []
    const hints: string[] = []
    for (const word of asked) {
      const joined = this.#joined(words.at(-1), word)
      const parts = joined ? [joined] : this.#partsOf(word)
      if (joined) {
        const first = words.pop()
        hints.push(`${first?.word} ${word.word}: not found; searched ${this.#wordOf(joined.term)}.`)
      } else if (parts.length > 1) {
        hints.push(`${word.word}: not found; searched ${parts.map((part) => part.word).join(' ')}.`)
      }
      words.push(...parts)
    }
    return { words, hints }
  }

  /** Two words as one that offers have, if they do not have both. */
  #joined(first: Word | undefined, second: Word): Word | undefined {
    if (!first || !isOneWord(first) || !isOneWord(second)) return undefined
    if (this.has(first.term) && this.has(second.term)) return undefined
    const word = first.word + second.word
    const term = stemOf(word)
    return this.has(term) ? { word, term } : undefined
  }

  /** A word that no offer has as two words of one name, or by itself. */
  #partsOf(whole: Word): Word[] {
    const { word, term } = whole
    if (!isOneWord(whole) || this.has(term) || word.length > MAX_NEAR) return [whole]
    for (let at = MIN_PART; at <= word.length - MIN_PART; at++) {
      const parts = [word.slice(0, at), word.slice(at)]
      const [first = '', last = ''] = parts
      if (Math.max(first.length, last.length) < MIN_LONGER_PART) continue
      const areKnown = (isJoining(first) || this.has(stemOf(first))) && this.has(stemOf(last))
      if (areKnown && this.countNamed(parts) > 0)
        return parts.map((part) => ({ word: part, term: stemOf(part) }))
    }
    return [whole]
  }

  #ranked(finders: readonly Sought[], match: 'all' | 'any'): Match[] {
    const weightOf = ({ weight, isKnown }: Sought, isExact: boolean) =>
      weight * (isExact || !isKnown ? 1 : EQUAL_WEIGHT)
    const queries = finders.map((sought) => ({
      combineWith: 'OR' as const,
      queries: [sought.term, ...sought.others],
      boostTerm: (term: string) => weightOf(sought, term === sought.term),
    }))
    return this.#index
      .search({ combineWith: match === 'all' ? 'AND' : 'OR', queries })
      .map(({ id, score, match: fieldsOf }) => {
        const lacks: string[] = []
        // The more of the words an offer has, the rarer these are, and the more it is about them, the higher its level.
        let level = 0
        for (const sought of finders) {
          const isExact = fieldsOf[sought.term] !== undefined
          const fields = [sought.term, ...sought.others].flatMap((term) => fieldsOf[term] ?? [])
          if (fields.length === 0) lacks.push(sought.word)
          else {
            const isAbout = fields.some((field) => ABOUT.includes(field))
            level += weightOf(sought, isExact) * (isAbout ? 1 : ASIDE_WEIGHT)
          }
        }
        // What has all words is what was asked for.
        if (lacks.length === 0) level += finders.length
        return { id, score, level, lacks }
      })
      .sort((a, b) => b.level - a.level || b.score - a.score || a.id - b.id)
      .flatMap(({ id, level, lacks }) => {
        const offer = this.#offers[id]
        return offer ? [{ offer, level, lacks }] : []
      })
  }

  #hintsOf(words: readonly Sought[], finders: readonly Sought[]): string[] {
    const replaced: string[] = words.flatMap(({ word, isKnown, isDenial, others }) => {
      const name = word.slice(0, MAX_SHOWN_LETTERS)
      if (isKnown) return []
      if (others.length > 0) return [`${name}: not found; searched ${this.#shown(others)}.`]
      return [isDenial ? `No offer says "${name}", and no search excludes anything.` : `${name}: not found.`]
    })
    const longer = words.flatMap((sought) => this.#longerNames(sought))
    if (longer.length > 0) replaced.push(`Words that only begin so are not searched: ${longer.join(', ')}.`)
    const common = words.filter((sought) => sought.isKnown && !finders.includes(sought))
    const names = common.map(({ word }) => word).join(', ')
    return common.length > 0 ? [...replaced, `Left out, as most offers have it: ${names}.`] : replaced
  }

  /** Words of offers that begin with a sought one and are another word, such as `cineplanet` for `cine`; the most used ones. */
  #longerNames({ word, term, isDenial }: Sought): string[] {
    if (isDenial || term.length < MIN_BEGINNING || !isPlainTerm(term)) return []
    const longer = [...this.#known.atPrefix(term)].filter(
      ([each]) => each.length >= term.length + MIN_REST && !EQUAL_STEMS.has(each),
    )
    return longer
      .sort(([, one], [, other]) => other.offers - one.offers)
      .map(([, known]) => known.word)
      .filter((each) => each.startsWith(word))
      .slice(0, MAX_LONGER)
  }

  /** Terms as words: for a row of equal words those of them that offers have. */
  #shown(terms: readonly string[]): string {
    const words = terms.flatMap((term) => {
      if (isPlainTerm(term)) return this.#wordOf(term)
      const known = (STEMS_OF_ROWS.get(term) ?? []).flatMap((stem) => this.#wordOf(stem))
      return known.length > 0 ? known : nameOfRow(term)
    })
    return [...new Set(words)].slice(0, MAX_SHOWN).join(', ')
  }

  #wordOf(term: string): string[] {
    const word = this.#known.get(term)?.word
    return word === undefined ? [] : [word.slice(0, MAX_SHOWN_LETTERS)]
  }
}

/** Words that a hint names for one word, and letters of each word that it names. */
const [MAX_SHOWN, MAX_SHOWN_LETTERS] = [5, 30]

/** How many letters of a word may be wrong for a proposal: this share of them, and at most this many. */
const [WRONG_SHARE, MAX_WRONG] = [0.2, 2]
/** Characters of a name that are compared. */
const MAX_NAME = 200

/**
 * The values that share a word with a given name, or nearly: one that is misspelt, or begun. The most alike come first.
 * @param words that distinguish the values
 * @param values each value once, as MiniSearch requires
 */
export function valuesLike(
  words: readonly string[],
  values: readonly { value: string; name: string }[],
): string[] {
  const index = new MiniSearch({ fields: ['value', 'name'], idField: 'value', processTerm: fold })
  index.addAll(values)
  const spelling = { prefix: true, fuzzy: WRONG_SHARE, maxFuzzy: MAX_WRONG }
  return index.search(words.join(' ').slice(0, MAX_NAME), spelling).map(({ id }) => String(id))
}
