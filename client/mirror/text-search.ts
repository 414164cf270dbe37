// Searching the texts of a copy by words: the only module that knows the library.

import MiniSearch from 'minisearch'
import { type Offer, WEEKDAYS } from '../api/types.ts'
import { inSlices } from '../lib/slices.ts'
import { fold } from '../lib/words.ts'

/** The searched texts of an offer, and how much a word in each counts. */
const BOOSTS = { title: 2, category: 2, merchant: 1, issuer: 1, comunas: 1, weekdays: 1, summary: 1 }

type Texts = Record<keyof typeof BOOSTS, string>

export class TextSearch {
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
    searchOptions: {
      boost: BOOSTS,
      prefix: (stem) => stem.length > 2,
      processTerm: stemOf,
      boostTerm: (stem) => this.#weightOf(stem),
    },
  })

  /** Indexes offers by their numbers, in slices. */
  static async of(offers: readonly Offer[]): Promise<TextSearch> {
    const search = new TextSearch()
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

  /** The rarer a word, the more it counts: in titles, "el" is rare, too. From 0 for a word of all offers to 1. */
  #weightOf(stem: string): number {
    const offers = this.#index.documentCount
    return Math.log((offers + 1) / ((this.#uses.get(stem) ?? 0) + 1)) / Math.log(offers + 1)
  }

  /** The numbers of the offers that have the words of a text, or any of them, the best first. */
  numbersOf(text: string, match: 'all' | 'any'): number[] {
    return this.#index
      .search(text, { combineWith: match === 'all' ? 'AND' : 'OR' })
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .map(({ id }) => id)
  }
}

/** Singular and plural are one word: `cines`, `hoteles` and `pizzas` are `cine`, `hotel` and `pizza`. */
function stemOf(word: string): string {
  const folded = fold(word)
  return folded.length > 3 ? folded.replace(/e?s?$/, '') : folded
}

/** SECURITY: longer texts are searched by their beginnings, or an index could be larger than its copy. */
const [MAX_NAME, MAX_TEXT] = [200, 2000]

function textsOf({ title, category, merchant, issuer, comunas, weekdays, benefit }: Offer): Texts {
  const nameOf = ({ name }: { name: string }) => name.slice(0, MAX_NAME)
  return {
    title: title.slice(0, MAX_TEXT),
    category: nameOf(category),
    merchant: (merchant ?? '').slice(0, MAX_NAME),
    issuer: nameOf(issuer),
    comunas: comunas.map(nameOf).join(' '),
    weekdays: (weekdays ?? []).map((day) => `${day} ${weekdayNames(issuer.country)[day] ?? ''}`).join(' '),
    summary: benefit.summary.slice(0, MAX_TEXT),
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
