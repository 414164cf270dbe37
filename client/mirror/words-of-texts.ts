// The words of texts, as they are indexed and as they are searched.

import { type Offer, WEEKDAYS, type Weekday } from '../api/types.ts'
import { fold } from '../lib/fold.ts'
import { EQUAL_WORDS } from './equal-words.ts'

/** The terms of the texts of an offer, a blank between each two; `benefit` has those that its kind and value mean. */
export type Texts = Record<
  'title' | 'category' | 'merchant' | 'issuer' | 'comunas' | 'summary' | 'benefit',
  string
>

/** In characters. SECURITY: longer texts are searched by their beginnings, or an index could be larger than its copy. */
const [MAX_NAME, MAX_TEXT] = [200, 2000]

/** Words that only join others: they find nothing, and no offer must have them. */
const JOINING: ReadonlySet<string> = new Set(
  (
    'a al con cual cuando de del desde e el en es esta este hay la las lo los me o para por que se su sus un una y ' +
    'an and are at by for from i in is it of on or that the there to with'
  ).split(' '),
)

/** Words of questions that do not distinguish offers: a search leaves them out. */
const OF_QUESTIONS: ReadonlySet<string> = new Set(
  (
    'beneficio beneficios dcto descuento descuentos oferta ofertas promo promocion promociones promos ' +
    'algo algun alguna alguno busco buscar cualquier mas mi mis necesito pero puedo quiero tengo tiene tienen ' +
    'toda todas todo todos tu ' +
    'benefit benefits deal deals discount discounts offer offers ' +
    'all any can do does find has have more my need off please show some want'
  ).split(' '),
)

/** They deny the word behind them. */
const DENYING: ReadonlySet<string> = new Set(['no', 'not', 'sin', 'without', 'except', 'excepto', 'salvo'])

/** In a search they exclude what is behind them, as in `other than Banco Uno` and `nada de sushi`. */
const EXCLUDING: ReadonlySet<string> = new Set([
  ...DENYING,
  ...'aparte descartando distinta distintas distinto distintos excepcion excluyendo nada ni ninguna ninguno nunca'.split(
    ' ',
  ),
  ...'apart arent avoid besides dont excluding instead isnt minus never none nor nothing outside than'.split(
    ' ',
  ),
])

/** They exclude names only: with other words they mean something else. */
const EXCLUDING_NAMES: ReadonlySet<string> = new Set([...EXCLUDING, 'but', 'fuera', 'menos', 'vez'])

/** Words between one that excludes and what it excludes. */
const BETWEEN: ReadonlySet<string> = new Set(
  'sea sean son es tengo tiene uso be any have has use anything ones either both'.split(' '),
)

/** Stands before a stem that a text denies, and before the number of a row of equal words. No word of a text has either. */
const [DENIED, EQUAL] = ['¬', '=']

/** A function that reads the texts of offers: they repeat the same names, whose words are made once. */
export function textReader(): (offer: Offer) => Texts {
  const known = new Map<string, string>()
  const termsOfNames = (names: readonly string[]) =>
    names
      .map((name) => {
        const terms = known.get(name) ?? termsOf(tokensOf(name.slice(0, MAX_NAME)))
        known.set(name, terms)
        return terms
      })
      .join(' ')

  return (offer) => {
    const { category, issuer, comunas, merchant } = offer
    const title = offer.title.slice(0, MAX_TEXT)
    const summary = offer.benefit.summary.slice(0, MAX_TEXT)
    const [titleTokens, summaryTokens] = [tokensOf(title), tokensOf(summary)]
    const around = [...titleTokens, ...summaryTokens]
    return {
      title: termsOf(titleTokens, around),
      summary: termsOf(summaryTokens, around),
      merchant: termsOfNames(merchant === null ? [] : [merchant]),
      category: termsOfNames([category.name]),
      issuer: termsOfNames([issuer.name]),
      comunas: termsOfNames(comunas.map(({ name }) => name)),
      benefit: EQUAL_WORDS.flatMap(({ isMeantBy }, row) => (isMeantBy?.(offer) ? [termOfRow(row)] : [])).join(
        ' ',
      ),
    }
  }
}

/** The words of a text, in lower case and without accents. `2 x 1` is the word `2x1`, and `Domingo's` is `domingos`. */
export function tokensOf(text: string): string[] {
  return fold(text)
    .replace(/(\p{L})['’`´](?=\p{L})/gu, '$1')
    .replace(/(\d) ?[x×] ?(?=\d)/g, '$1x')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

export const isJoining = (word: string): boolean => JOINING.has(word)

/** Adjectives of these endings are one word in both genders. Other words are not: `puerto` and `puerta` differ. */
const GENDERED = /(?:[aiu]d|im|it|os|iv|ari)[ao]$/
/** In letters: shorter words with these endings are other words, such as `lado` and `vida`. */
const GENDERED_LENGTH = 6

/** Days whose singular ends in s. */
const WITHOUT_PLURAL: ReadonlySet<string> = new Set(['lunes', 'martes', 'miercoles', 'jueves', 'viernes'])

/** In letters: up to this length, a word and the same with an e are two words, such as `car` and `care`, `sal` and `sale`. */
const SHORT = 4
/** Nouns whose plural, of five letters, takes an e. Other words of that form end in e themselves: `cines`. */
const SHORT_NOUNS: ReadonlySet<string> = new Set(
  'bar box bus gas gel gol mal mar mes pan red rol sal sol tos tul'.split(' '),
)

/**
 * A word without its plural and gender, the same for all its forms: `clase` and `clases` are `clas`, `luces` and `luz` are
 * `luc`, `minimas` and `minimo` are `minim`. It never shortens a word to another one, as `restaura`.
 */
export function stemOf(word: string): string {
  if (WITHOUT_PLURAL.has(word)) return word
  if (word.endsWith('z')) return `${word.slice(0, -1)}c`
  if (word.length <= 3) return word
  if (word.endsWith('es')) {
    const noun = word.slice(0, -2)
    const hasE = word.length <= SHORT + 1 && !SHORT_NOUNS.has(noun) && !noun.endsWith('c')
    return hasE ? word.slice(0, -1) : noun
  }
  if (word.length <= SHORT && word.endsWith('e')) return word
  const singular = word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
  if (singular.endsWith('e')) return singular.slice(0, -1)
  return singular.length >= GENDERED_LENGTH && GENDERED.test(singular) ? singular.slice(0, -1) : singular
}

/** A word of a text that is searched for. */
export interface Word {
  /** As it is written in the text, without accents: a word, a phrase of a row of equal words, or a denied word. */
  word: string
  /** What is sought in the index. */
  term: string
  /** The term of its row of equal words, if it is a word of one. */
  equal?: string
  /** Whether it begins with a word that denies: it is found only where an offer says it so. */
  isDenial?: boolean
}

/** The words of a search, each once. Words that only join others are left out. */
export function wordsOf(tokens: readonly string[]): Word[] {
  const words = new Map<string, Word>()
  const put = (word: Word) => words.set(word.term, words.get(word.term) ?? word)
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] ?? ''
    const found = phraseAt(tokens, at, tokens)
    const length = found?.length ?? 1
    const phrase = tokens.slice(at, at + length).join(' ')
    const isDenial = EXCLUDING.has(token)
    if (found?.row !== undefined) {
      const equal = termOfRow(found.row)
      // Where the word may mean something else, only the row is sought.
      const isRowAlone = length > 1 || EQUAL_WORDS[found.row]?.not !== undefined
      put(isRowAlone ? { word: phrase, term: equal, isDenial } : { word: phrase, term: stemOf(token), equal })
    } else if (found) {
      for (const each of tokens.slice(at, at + length)) put({ word: each, term: stemOf(each) })
    } else if (isDenial) {
      const behind = behindDenial(tokens, at, (each) => isJoining(each) || BETWEEN.has(each))
      const denied = tokens[behind]
      if (denied !== undefined) {
        put({ word: `${token} ${denied}`, term: deniedTerm(denied), isDenial })
        at = behind
      }
    } else if (!isJoining(token)) put({ word: token, term: stemOf(token) })
    at += length
  }
  return [...words.values()]
}

/** The place of the word that excludes the name at a place; undefined if none does. */
export function exclusionBefore(tokens: readonly string[], at: number): number | undefined {
  const before = tokens.slice(0, at).findLastIndex((token) => !isJoining(token) && !BETWEEN.has(token))
  return EXCLUDING_NAMES.has(tokens[before] ?? '') ? before : undefined
}

/** Words that compare with a number next to them, as in `más de 40%` and `20% or more`. */
const COMPARING: ReadonlySet<string> = new Set(
  'above al below desde hasta least less mas mayor menor menos minimo more most over sobre under up'.split(
    ' ',
  ),
)
/** In words. */
const NEXT_TO_NUMBER = 2

/** The places of words that compare with a number, and of the words up to it. */
export function comparisonsIn(tokens: readonly string[]): number[][] {
  return [...tokens.keys()].flatMap((at) => {
    if (!/^\d+$/.test(tokens[at] ?? '')) return []
    const near = [...tokens.keys()].filter(
      (place) => Math.abs(place - at) <= NEXT_TO_NUMBER && COMPARING.has(tokens[place] ?? ''),
    )
    if (near.length === 0) return []
    const [first = at, last = at] = [Math.min(at, ...near), Math.max(at, ...near)]
    return [Array.from({ length: last - first + 1 }, (_, index) => first + index)]
  })
}

export const isOfQuestions = (word: string): boolean => OF_QUESTIONS.has(word)

/** What the index has of a word that a text denies. */
export const deniedTerm = (word: string): string => DENIED + stemOf(word)

/** The place of the word that is denied at a place: the next one that does not only join. */
function behindDenial(tokens: readonly string[], at: number, isPassed = isJoining): number {
  const behind = tokens.slice(at + 1).findIndex((token) => !isPassed(token))
  return behind < 0 ? tokens.length : at + 1 + behind
}

/**
 * What the index has of a text: its words but those that only join, the words that it denies, and the rows of equal words that it has.
 * @param around all texts of the offer
 */
function termsOf(tokens: readonly string[], around: readonly string[] = tokens): string {
  const terms = tokens.filter((token) => !isJoining(token))
  for (const [at, token] of tokens.entries()) {
    if (!DENYING.has(token)) continue
    const behind = behindDenial(tokens, at)
    // `sin monto minimo` also says `sin minimo`.
    for (const denied of tokens.slice(behind, behind + 2)) {
      if (isJoining(denied)) break
      terms.push(DENIED + denied)
    }
  }
  for (let at = 0; at < tokens.length; ) {
    const found = phraseAt(tokens, at, around)
    if (found?.row !== undefined) terms.push(termOfRow(found.row))
    at += found?.length ?? 1
  }
  return terms.join(' ')
}

/** The stem of a term of a text; a denied word keeps its sign. */
export function stemOfTerm(term: string): string {
  if (term.startsWith(EQUAL)) return term
  return term.startsWith(DENIED) ? DENIED + stemOf(term.slice(DENIED.length)) : stemOf(term)
}

/** Whether a term is a word as people write it: no denied one, and no row of equal words. */
export const isPlainTerm = (term: string): boolean => !term.startsWith(DENIED) && !term.startsWith(EQUAL)

/** A phrase of the table. Without a row it means something else than the phrase that it contains. */
interface Phrase {
  stems: readonly string[]
  row: number | undefined
  /** Stems of words next to which it means something else. */
  unlessNear: ReadonlySet<string> | undefined
}

const termOfRow = (row: number) => `${EQUAL}${row}`

/** The words of a list of the table, by their commas. */
const listed = (list = '') => list.split(', ').filter(Boolean)
const stemsOf = (phrase: string) => phrase.split(' ').map(stemOf)

/** The phrases by their first stems, the longest first. */
const PHRASES: ReadonlyMap<string, readonly Phrase[]> = phrasesByFirst()

function phrasesByFirst(): Map<string, Phrase[]> {
  const byFirst = new Map<string, Phrase[]>()
  for (const [row, { phrases, not, notNear }] of EQUAL_WORDS.entries()) {
    const near = new Set(listed(notNear?.near).map(stemOf))
    const excepted = listed(notNear?.phrases)
    const all = [
      ...listed(phrases).map((phrase) => ({
        stems: stemsOf(phrase),
        row,
        unlessNear: excepted.includes(phrase) ? near : undefined,
      })),
      ...listed(not).map((phrase) => ({ stems: stemsOf(phrase), row: undefined, unlessNear: undefined })),
    ]
    for (const phrase of all) {
      const [first = ''] = phrase.stems
      byFirst.set(first, [...(byFirst.get(first) ?? []), phrase])
    }
  }
  for (const phrases of byFirst.values()) phrases.sort((a, b) => b.stems.length - a.stems.length)
  return byFirst
}

/** The longest phrase of the table at a place of a text. @param around words that may exclude a meaning */
function phraseAt(
  tokens: readonly string[],
  at: number,
  around: readonly string[],
): { length: number; row: number | undefined } | undefined {
  const candidates = PHRASES.get(stemOf(tokens[at] ?? ''))
  const found = candidates?.find(
    ({ stems, unlessNear }) =>
      stems.every((stem, index) => stemOf(tokens[at + index] ?? '') === stem) &&
      !(unlessNear && around.some((token) => unlessNear.has(stemOf(token)))),
  )
  return found && { length: found.stems.length, row: found.row }
}

/** The rows of equal words, each with the stems of its single words. */
export const STEMS_OF_ROWS: ReadonlyMap<string, readonly string[]> = new Map(
  EQUAL_WORDS.map(({ phrases }, row) => [
    termOfRow(row),
    listed(phrases)
      .filter((phrase) => !phrase.includes(' '))
      .map(stemOf),
  ]),
)

/** The first phrase of a row of equal words. */
export function nameOfRow(term: string): string {
  return listed(EQUAL_WORDS[Number(term.slice(EQUAL.length))]?.phrases)[0] ?? ''
}

const weekdaysByCountry = new Map<string, ReadonlyMap<string, Weekday>>()

/** The words for weekdays, in English and in the language that most people of a country speak, in singular and plural. */
export function weekdayWords(country: string): ReadonlyMap<string, Weekday> {
  const words = weekdaysByCountry.get(country) ?? weekdayWordsIn(country)
  weekdaysByCountry.set(country, words)
  return words
}

/** Days from 1 January 1970, a Thursday, to the first Sunday. */
const FIRST_SUNDAY = 3
const DAY_MS = 24 * 3600 * 1000

function weekdayWordsIn(country: string): Map<string, Weekday> {
  const words = new Map<string, Weekday>()
  for (const [index, day] of WEEKDAYS.entries())
    for (const name of [day, localName(country, (FIRST_SUNDAY + index) * DAY_MS)])
      for (const word of [name, `${name}s`]) words.set(word, day)
  words.delete('')
  words.delete('s')
  return words
}

/** The name of the weekday of a moment as one word, without accents; empty if it is not known, or no single word. */
function localName(country: string, moment: number): string {
  try {
    const { language } = new Intl.Locale(`und-${country}`).maximize()
    const { format } = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
    const [name = '', more] = tokensOf(format(moment))
    return more === undefined ? name : ''
  } catch {
    // The API may have countries that the platform does not know.
    return ''
  }
}
