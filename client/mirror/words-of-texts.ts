// The words of texts, as they are indexed and as they are searched.

import { type Offer, WEEKDAYS } from '../api/types.ts'
import { fold } from '../lib/fold.ts'
import { MEANINGS, THINGS, UNLOCKED } from './meanings.ts'

/** The words of the texts of an offer, a blank between each two; `benefit` has the meanings of its kind and value. */
export type Texts = Record<
  'title' | 'category' | 'merchant' | 'issuer' | 'comunas' | 'weekdays' | 'summary' | 'benefit',
  string
>

/** In characters. SECURITY: longer texts are searched by their beginnings, or an index could be larger than its copy. */
const [MAX_NAME, MAX_TEXT] = [200, 2000]

/** A function that reads the texts of offers: they repeat the same names, whose words are made once. */
export function textReader(): (offer: Offer) => Texts {
  const known = new Map<string, string>()
  const wordsOfNames = (names: readonly string[]) =>
    names
      .map((name) => {
        const words = known.get(name) ?? tokensOf(name).join(' ')
        known.set(name, words)
        return words
      })
      .join(' ')

  return (offer) => {
    const { category, issuer, comunas, weekdays } = namesOf(offer)
    const title = tokensOf(offer.title.slice(0, MAX_TEXT))
    const summary = tokensOf(offer.benefit.summary.slice(0, MAX_TEXT))
    const isAboutPhones = namesPhone([...title, ...summary])
    const withMeanings = (words: readonly string[]) =>
      [...words, ...meaningsIn(words, isAboutPhones).keys()].join(' ')
    return {
      title: withMeanings(title),
      summary: withMeanings(summary),
      merchant: wordsOfNames(offer.merchant === null ? [] : [offer.merchant.slice(0, MAX_NAME)]),
      category: wordsOfNames(category),
      issuer: wordsOfNames(issuer),
      comunas: wordsOfNames(comunas),
      weekdays: wordsOfNames(weekdays),
      benefit: MEANINGS.flatMap(({ word, isMeantBy }) => (isMeantBy(offer) ? [word] : [])).join(' '),
    }
  }
}

/** The names in an offer by which offers are also filtered; weekdays in English and in the language of its country. */
export function namesOf({ category, issuer, comunas, weekdays }: Offer) {
  const nameOf = ({ name }: { name: string }) => name.slice(0, MAX_NAME)
  const localized = weekdayNames(issuer.country)
  return {
    category: [nameOf(category)],
    issuer: [nameOf(issuer)],
    comunas: comunas.map(nameOf),
    weekdays: (weekdays ?? []).flatMap((day) => [day, localized[day] ?? '']),
  }
}

/** The words of a text, in lower case and without accents. `2 x 1` is the word `2x1`. */
export function tokensOf(text: string): string[] {
  return fold(text)
    .replace(/(\d) ?[x×] ?(?=\d)/g, '$1x')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Singular and plural are one word: `cine` and `cines` are `cin`, `hoteles` is `hotel`, `pizzas` is `pizza`. */
export function stemOf(word: string): string {
  if (word.length <= 3) return word
  if (word.endsWith('es')) return word.slice(0, -2)
  return word.endsWith('s') || word.endsWith('e') ? word.slice(0, -1) : word
}

/** A word of a text that is searched for. */
export interface Word {
  /** As it is written in the text, or the phrase of a meaning. */
  word: string
  stem: string
}

/** The words of a text that is searched for, each once; a phrase with a meaning is one word. */
export function wordsOf(text: string): Word[] {
  const words = tokensOf(text)
  const meanings = meaningsIn(words, namesPhone(words))
  const meant = new Set([...meanings.values()].flatMap((phrase) => stemsOf(phrase).trim().split(' ')))
  const stems = new Map(words.map((word) => [stemOf(word), word]))
  return [
    ...[...meanings].map(([stem, phrase]) => ({ word: phrase, stem })),
    ...[...stems].flatMap(([stem, word]) => (meant.has(stem) ? [] : [{ word, stem }])),
  ]
}

/** The meanings in a text, each by its `word`, with the longest phrase in the text that has it. */
function meaningsIn(words: readonly string[], isAboutPhones: boolean): Map<string, string> {
  const found = new Map<string, string>()
  const stems = ` ${words.map(stemOf).join(' ')} `
  for (const { word, phrases, others, othersOfPhones } of STEMMED_MEANINGS) {
    // Most texts have no phrase, and this is done for every text of a catalogue.
    if (!phrases.some(([stemmed]) => stems.includes(stemmed))) continue
    let text = stems
    for (const other of isAboutPhones ? othersOfPhones : others) text = text.replaceAll(other, ' ')
    const longest = phrases.find(([stemmed]) => text.includes(stemmed))?.[1]
    if (longest !== undefined) found.set(word, longest)
  }
  return found
}

const PHONES: ReadonlySet<string> = new Set(UNLOCKED.phones.map(stemOf))
const namesPhone = (words: readonly string[]) => words.some((word) => PHONES.has(stemOf(word)))

/** Stems of the words for a thing, by each of them. */
export const THINGS_BY_STEM: ReadonlyMap<string, readonly string[]> = new Map(
  THINGS.flatMap((words) => {
    const stems = words.split(' ').map(stemOf)
    return stems.map((stem) => [stem, stems])
  }),
)

/** The stems of a phrase of the lists, between blanks. */
const stemsOf = (phrase: string) => ` ${phrase.split(' ').map(stemOf).join(' ')} `

/** Each phrase as its stems and as it is written, the longest first; the longer phrases that mean something else as stems. */
const STEMMED_MEANINGS = MEANINGS.map(({ word, phrases, not = [] }) => ({
  word,
  phrases: [...phrases].sort((a, b) => b.length - a.length).map((each) => [stemsOf(each), each] as const),
  others: not.map(stemsOf),
  othersOfPhones: [...not, ...UNLOCKED.words].map(stemsOf),
}))

const namesByCountry = new Map<string, Readonly<Record<string, string>>>()

/** The names of weekdays in the language that most people of a country speak. */
function weekdayNames(country: string): Readonly<Record<string, string>> {
  const names = namesByCountry.get(country) ?? namesIn(country)
  namesByCountry.set(country, names)
  return names
}

/** Days from 1 January 1970, a Thursday, to the first Sunday. */
const FIRST_SUNDAY = 3
const DAY_MS = 24 * 3600 * 1000

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
