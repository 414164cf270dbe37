// Searching the texts of a copy by words: the only module that knows the library.

import MiniSearch from 'minisearch'
import { type Offer, WEEKDAYS } from '../api/types.ts'
import { inSlices } from '../lib/slices.ts'
import { fold } from '../lib/words.ts'

/** The searched texts of an offer, and how much a word in each counts. */
const BOOSTS = { title: 2, category: 2, merchant: 1, issuer: 1, comunas: 1, weekdays: 1, summary: 1 }

type Texts = Record<keyof typeof BOOSTS, string>

/** How much more an offer counts for each of its names that are in the text as a whole: `Banco de Chile`, `martes`. */
const NAME_BOOST = 3

/** Words of more offers than this share find none if the text has rarer ones: it takes long, and means little. */
const COMMON_SHARE = 1 / 2

/** Shorter words count less, for in most languages they are those that join others: `que`, `con`, `the`. In letters. */
const FULL_LENGTH = 4

/** Words of at least so many letters that no offer has are taken for misspelt: `starbuks`. */
const MIN_MISSPELT = 5

/** SECURITY: the memory and the time for a misspelt word grow with its length. */
const MAX_MISSPELT = 30

/** How many letters of such a word may be wrong, as a share of all, and at most. */
const [WRONG_SHARE, MAX_WRONG] = [0.2, 2]

/** Shorter words begin too many others: `con`, `concierto`. In letters. */
const MIN_BEGINNING = 4

export class TextSearch {
  readonly #offers: readonly Offer[]
  /** How many offers have each word, in whatever field. */
  readonly #uses = new Map<string, number>()
  readonly #wordsOfOffer = new Set<string>()
  readonly #index = new MiniSearch<Texts & { id: number }>({
    fields: Object.keys(BOOSTS),
    processTerm: (word) => {
      const stem = stemOf(word)
      this.#wordsOfOffer.add(stem)
      return stem
    },
    searchOptions: { boost: BOOSTS, processTerm: (word) => word },
  })

  private constructor(offers: readonly Offer[]) {
    this.#offers = offers
  }

  /** Indexes offers by their numbers, in slices. */
  static async of(offers: readonly Offer[]): Promise<TextSearch> {
    const search = new TextSearch(offers)
    const turn = inSlices()
    for (const [id, offer] of offers.entries()) {
      search.#add({ id, ...textsOf(offer) })
      await turn()
    }
    return search
  }

  #add(texts: Texts & { id: number }): void {
    this.#wordsOfOffer.clear()
    this.#index.add(texts)
    for (const stem of this.#wordsOfOffer) this.#uses.set(stem, (this.#uses.get(stem) ?? 0) + 1)
  }

  /** The rarer a word, the more it counts: from 0 for a word of all offers to 1. Where texts are short, "el" is rare, too. */
  #weightOf(stem: string): number {
    const offers = this.#index.documentCount
    const rarity = Math.log((offers + 1) / ((this.#uses.get(stem) ?? 0) + 1)) / Math.log(offers + 1)
    return rarity * Math.min(1, stem.length / FULL_LENGTH)
  }

  #namesOf(id: number): string[] {
    const offer = this.#offers[id]
    return offer ? Object.values(namesOf(offer)).flat() : []
  }

  #areInUse(words: readonly string[]): boolean {
    return words.some((word) => this.#uses.has(word))
  }

  /** The words of offers that one of a text may mean, and how much it counts. */
  #understood({ stem, start }: Word) {
    const isUnknown = start.length <= MAX_MISSPELT && !this.#areInUse([start, stem])
    const spelling = {
      prefix: start.length >= MIN_BEGINNING,
      fuzzy: isUnknown && start.length >= MIN_MISSPELT && WRONG_SHARE,
      maxFuzzy: MAX_WRONG,
    }
    return { stem, start, weight: this.#weightOf(stem), spelling }
  }

  /** The offers that have the words of a text, or any of them, the best first. */
  find(text: string, match: 'all' | 'any'): Offer[] {
    const words = wordsOf(text).map((word) => this.#understood(word))
    const rare = words.filter(({ stem }) => (this.#uses.get(stem) ?? 0) <= this.#offers.length * COMMON_SHARE)
    const isKnown = rare.some(({ start, stem }) => this.#areInUse([start, stem]))
    const finders = match === 'all' || !isKnown ? words : rare
    const queries = finders.map(({ stem, start, weight, spelling }) => ({
      combineWith: 'OR' as const,
      boostTerm: (term: string) => (term === stem || term === start ? weight : weight / 2),
      queries: [stem, { queries: [start], ...spelling }],
    }))
    const isNamed = isNamedIn(new Set(words.map(({ stem }) => stem)))
    return this.#index
      .search({ combineWith: match === 'all' ? 'AND' : 'OR', queries })
      .map(({ id, score, queryTerms }) => {
        let covered = 0
        for (const { start, stem, weight } of finders)
          if (queryTerms.includes(start) || queryTerms.includes(stem)) covered += weight
        return { id, score: score * covered * NAME_BOOST ** this.#namesOf(id).filter(isNamed).length }
      })
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .flatMap(({ id }) => this.#offers[id] ?? [])
  }
}

/** The value that is most like a misspelt one, or like the beginning of a name; undefined if none is. */
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

interface Word {
  stem: string
  /** Longer words that begin so are meant, too. Not by the stem: `cin` is in `cinco`. */
  start: string
}

const tokenize: (text: string) => string[] = MiniSearch.getDefault('tokenize')

function wordsOf(text: string): Word[] {
  const folded = new Set(tokenize(text).map(fold).filter(Boolean))
  return [...folded].map((word) => ({ stem: stemOf(word), start: wholeOf(word) }))
}

/** Whether all words of a name are in a text. */
function isNamedIn(stems: ReadonlySet<string>): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    const words = known.has(name) ? [] : wordsOf(name)
    const isNamed = known.get(name) ?? (words.length > 0 && words.every(({ stem }) => stems.has(stem)))
    known.set(name, isNamed)
    return isNamed
  }
}

/** A folded word without the `s` of a plural. */
const wholeOf = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word)

/** Singular and plural are one word: `cines`, `hoteles` and `pizzas` are `cin`, `hotel` and `pizza`. */
function stemOf(word: string): string {
  const folded = fold(word)
  return folded.length > 3 ? folded.replace(/e?s?$/, '') : folded
}

/** SECURITY: longer texts are searched by their beginnings, or an index could be larger than its copy. */
const [MAX_NAME, MAX_TEXT] = [200, 2000]

function textsOf(offer: Offer): Texts {
  const { title, merchant, benefit } = offer
  const texts = Object.entries(namesOf(offer)).map(([field, names]) => [field, names.join(' ')])
  return {
    title: title.slice(0, MAX_TEXT),
    merchant: (merchant ?? '').slice(0, MAX_NAME),
    summary: benefit.summary.slice(0, MAX_TEXT),
    ...(Object.fromEntries(texts) as Record<keyof ReturnType<typeof namesOf>, string>),
  }
}

function namesOf({ category, issuer, comunas, weekdays }: Offer) {
  const nameOf = ({ name }: { name: string }) => name.slice(0, MAX_NAME)
  const localized = weekdayNames(issuer.country)
  return {
    category: [nameOf(category)],
    issuer: [nameOf(issuer)],
    comunas: comunas.map(nameOf),
    weekdays: (weekdays ?? []).flatMap((day) => [day, localized[day] ?? '']),
  }
}

const namesByCountry = new Map<string, Readonly<Record<string, string>>>()

/** The names of weekdays in the language that most people of a country speak. */
function weekdayNames(country: string): Readonly<Record<string, string>> {
  const names = namesByCountry.get(country) ?? namesIn(country)
  namesByCountry.set(country, names)
  return names
}

/** The fourth of January 1970 was a Sunday. */
const [FIRST_SUNDAY, DAY_MS] = [3, 24 * 3600 * 1000]

function namesIn(country: string): Readonly<Record<string, string>> {
  try {
    const { language } = new Intl.Locale(`und-${country}`).maximize()
    const { format } = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
    return Object.fromEntries(WEEKDAYS.map((day, index) => [day, format((FIRST_SUNDAY + index) * DAY_MS)]))
  } catch {
    // The API may have countries that the platform does not know.
    return {}
  }
}
