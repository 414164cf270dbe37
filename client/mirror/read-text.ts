// What the text of a search asks for: weekdays and whole names are filters, the rest is words.

import { FILTERS } from '../api/description.ts'
import { type FilterName, type Offer, WEEKDAYS, type Weekday } from '../api/types.ts'
import { daysAfter, weekdayNumberOf } from '../lib/days.ts'
import { FILTERS_OF_COPY, type OfferFilter } from './filters.ts'
import { knownValues } from './known-values.ts'
import { oncePerCopy, textSearchOf } from './once-per-copy.ts'
import type { CatalogueCopy } from './store.ts'
import { nearDayIn, weekdaysIn } from './weekdays-in-text.ts'
import {
  comparisonsIn,
  deniedTerm,
  exclusionBefore,
  isJoining,
  isOfQuestions,
  stemOf,
  tokensOf,
  type Word,
  weekdayWords,
  wordsOf,
} from './words-of-texts.ts'

/** A search whose text was read. */
export interface ReadSearch {
  /** With the filters that the text names. */
  filter: OfferFilter
  /** The weekdays that the text names: an offer must hold on one of them. */
  weekdays: readonly Weekday[]
  /** The words that are searched for; undefined if there is no text, or all of it is filters. */
  words: readonly Word[] | undefined
  /** What was read as a filter, and what might be one and counts as text: a sentence each. */
  hints: string[]
}

/** A filter that a name in the text may be a value of. */
type NameFilter = FilterName | 'region'
const NAME_FILTERS: readonly NameFilter[] = [...FILTERS.map(({ name }) => name), 'region']

/** A whole name in a text. */
interface Named {
  at: number
  length: number
  /** Filters of which it is a value. */
  values: { filter: NameFilter; value: string }[]
}

/**
 * Reads the text of a search. A filter that is given wins over a word; a word that it says already is left out.
 * @param filter checked
 * @param today `YYYY-MM-DD`
 */
export async function readText(copy: CatalogueCopy, filter: OfferFilter, today: string): Promise<ReadSearch> {
  // `-santander` excludes, as in other searches.
  const tokens = tokensOf((filter.text ?? '').replace(/(?<=^|\s)[-!](?=\p{L})/gu, 'no '))
  if ((filter.text ?? '').trim() === '') return { filter, weekdays: [], words: undefined, hints: [] }
  const reading = new Reading(copy, filter, tokens)
  reading.takeComparisons()
  for (const named of namesIn(tokens, await namesOf(copy, today))) await reading.takeName(named)
  await reading.takeWeekdays()
  reading.takeNearDay(today)
  await reading.takeExcludedMerchants()
  reading.takeWordsOfQuestions()
  return reading.result()
}

/** One text on its way to filters and words. */
class Reading {
  readonly #copy: CatalogueCopy
  readonly #given: OfferFilter
  readonly #tokens: readonly string[]
  /** Places of tokens that a filter says. */
  readonly #taken = new Set<number>()
  /** Places of tokens of names, whether they are filters or text. */
  readonly #named = new Set<number>()
  readonly #found: { phrase: string; filter: NameFilter; value: string; places: number[] }[] = []
  readonly #weekdays = new Map<string, readonly Weekday[]>()
  #day: string | undefined
  /** Places of what is excluded, and so ignored. */
  readonly #excluded = new Set<number>()
  readonly #hints: string[] = []

  constructor(copy: CatalogueCopy, given: OfferFilter, tokens: readonly string[]) {
    this.#copy = copy
    this.#given = given
    this.#tokens = tokens
    // A kind is no name, but a given one may be in the text.
    for (const { name, words, valuesOf } of FILTERS_OF_COPY) {
      const value = words && valuesOf && given[name]
      for (const [at, token] of tokens.entries()) if (token === value) this.#taken.add(at)
    }
  }

  /** No filter compares numbers: of `más de 40%`, the number is sought. */
  takeComparisons(): void {
    for (const places of comparisonsIn(this.#tokens)) {
      const isNumber = (place: number) => /^\d+$/.test(this.#tokens[place] ?? '')
      const phrase = this.#phraseAt(places)
      for (const place of places) if (!isNumber(place)) this.#taken.add(place)
      const number = this.#tokens[places.find(isNumber) ?? -1]
      this.#hints.push(
        `No filter compares values: "${phrase}" finds ${number} alone. sort value with a kind, without this text, begins with the largest.`,
      )
    }
  }

  async takeName({ at, length, values }: Named): Promise<void> {
    const choices = values.map(({ filter, value }) => `${filter} ${value}`).join(' or ')
    if (await this.#takeExcluded(at, length, choices)) return
    const places = placesFrom(at, at + length)
    const words = this.#tokens.slice(at, at + length)
    const phrase = words.join(' ')
    for (const place of places) this.#named.add(place)
    if (values.some((each) => this.#isSaid(each))) {
      for (const place of places) this.#taken.add(place)
      return
    }
    const asText = (why: string) => this.#hints.push(`"${phrase}" is text, not ${choices}: ${why}.`)
    const [only, another] = values
    if (!only) return
    const denied = values.map((each) => this.#deniedBy(each)).find((given) => given !== undefined)
    const named = (await textSearchOf(this.#copy)).countNamed(words)
    if (denied !== undefined) asText(`${denied} is given`)
    else if (named > 0) asText(`in title or merchant of ${named}`)
    else if (another) asText('it may be each of them')
    else if (this.#isJoined(at, length)) asText('another word is joined to it')
    else this.#found.push({ phrase, places, ...only })
  }

  /**
   * Takes a name or a weekday that a word excludes out of the text: no filter excludes, and the words of the name would find
   * what is not wanted. If an offer says it so, it stays text.
   */
  async #takeExcluded(at: number, length: number, choices: string): Promise<boolean> {
    const start = exclusionBefore(this.#tokens, at) ?? this.#secondOfExclusion(at)
    // `Banco Uno no`, at the end.
    const isDeniedBehind =
      at + length === this.#tokens.length - 1 && DENIALS_BEHIND.has(this.#tokens.at(-1) ?? '')
    if (start === undefined && !isDeniedBehind) return false
    const [first = ''] = this.#tokens.slice(at)
    if ((await textSearchOf(this.#copy)).has(deniedTerm(first))) return true
    const places = placesFrom(start ?? at, isDeniedBehind ? at + length + 1 : at + length)
    for (const place of places) {
      this.#named.add(place)
      this.#taken.add(place)
      this.#excluded.add(place)
    }
    const phrase = this.#phraseAt(places)
    this.#hints.push(
      `No search excludes anything: "${phrase}" is ignored, and offers of ${choices} may be among these.`,
    )
    return true
  }

  /** The place of the `or` between an excluded name and the next one. */
  #secondOfExclusion(at: number): number | undefined {
    const joined = this.#tokens.slice(0, at).findLastIndex((token) => AND_OR.has(token))
    const between = this.#tokens.slice(joined + 1, at)
    return joined > 0 && between.every(isJoining) && this.#excluded.has(joined - 1) ? joined : undefined
  }

  /** A merchant is no filter, but its name finds it: one that is excluded is ignored as well. */
  async takeExcludedMerchants(): Promise<void> {
    for (const [at, token] of this.#tokens.entries()) {
      if (this.#taken.has(at)) continue
      const name = merchantsOf(this.#copy)
        .get(token)
        ?.find((each) => isIn(each, this.#tokens, at))
      if (name) await this.#takeExcluded(at, name.length, `merchant ${name.join(' ')}`)
    }
  }

  /** Whether a weekday is rather a merchant of this name: it is the whole text, or written as a name, such as `Domingo's`. */
  #isNameAlone(at: number): boolean {
    const isWhole = this.#tokens.every((token, place) => place === at || isJoining(token))
    const quoted = (this.#given.text ?? '').split(/\s/).filter((word) => /['’`´]/.test(word))
    const written = tokensOf(quoted.join(' '))
    return isWhole || written.includes(this.#tokens[at] ?? '')
  }

  /** Whether a name is one of several that are joined by `and` or `or`, of which others may be words. */
  #isJoined(at: number, length: number): boolean {
    return [at - 1, at + length].some((place) => AND_OR.has(this.#tokens[place] ?? ''))
  }

  /** Whether a given filter says a value already. */
  #isSaid({ filter, value }: { filter: NameFilter; value: string }): boolean {
    if (this.#given[filter] === value) return true
    const { comuna } = this.#given
    return filter === 'region' && comuna !== undefined && this.#copy.regions[comuna] === value
  }

  /** The given filter that does not hold together with a value. */
  #deniedBy({ filter, value }: { filter: NameFilter; value: string }): string | undefined {
    const { comuna, region } = this.#given
    if (this.#given[filter] !== undefined) return `${filter} ${this.#given[filter]}`
    if (filter === 'region' && comuna !== undefined) return `comuna ${comuna}`
    if (filter === 'comuna' && region !== undefined && this.#copy.regions[value] !== region)
      return `region ${region}`
    return undefined
  }

  async takeWeekdays(): Promise<void> {
    const { weekday, day } = this.#given
    const given = weekday ?? (day === undefined ? undefined : WEEKDAYS[weekdayNumberOf(day)])
    for (const { at, length, days } of weekdaysIn(this.#tokens, weekdayWordsOf(this.#copy))) {
      const places = placesFrom(at, at + length)
      const phrase = this.#phraseAt(places)
      if (places.some((place) => this.#named.has(place))) continue
      if (await this.#takeExcluded(at, length, `weekday ${days.join(' or ')}`)) continue
      const merchant = merchantsWithWeekdays(this.#copy).find(
        (name) => isIn(name, this.#tokens, at) && (name.length > 1 || this.#isNameAlone(at)),
      )
      const isSaid = given !== undefined && days.includes(given) && days.length === 1
      const take = () => {
        for (const place of places) this.#taken.add(place)
      }
      if (days.length === 0) {
        take()
        this.#hints.push(`"${phrase}" is ignored: no filter asks for offers of every day.`)
      } else if (isSaid) take()
      else if (given !== undefined) this.#hints.push(`"${phrase}" is text: ${given} is given.`)
      else if (merchant)
        this.#hints.push(
          `"${merchant.join(' ')}" is text, not ${days.join(' or ')}: a merchant has this name.`,
        )
      else {
        take()
        this.#weekdays.set(phrase, days)
      }
    }
  }

  /** `hoy` and `mañana` are a day, unless a day or weekdays are given. */
  takeNearDay(today: string): void {
    const found = nearDayIn(this.#tokens)
    if (!found || this.#named.has(found.at)) return
    const { at, later } = found
    const word = this.#tokens[at]
    if (this.#given.day ?? this.#given.weekday) return
    if (this.#weekdays.size > 0) this.#hints.push(`"${word}" is text: a weekday is named.`)
    else {
      this.#day = daysAfter(today, later)
      this.#taken.add(at)
      this.#hints.push(`"${word}" is read as day ${this.#day}.`)
    }
  }

  /** Takes words that do not distinguish offers. */
  takeWordsOfQuestions(): void {
    for (const [at, token] of this.#tokens.entries())
      if (isOfQuestions(token) && !this.#named.has(at)) this.#taken.add(at)
  }

  #phraseAt(places: readonly number[]): string {
    return places.map((place) => this.#tokens[place]).join(' ')
  }

  result(): ReadSearch {
    const added: Partial<Record<NameFilter, string>> = {}
    for (const { phrase, filter, value, places } of this.#found) {
      const isOne = this.#found.every((other) => other.filter !== filter || other.value === value)
      if (isOne) {
        added[filter] = value
        for (const place of places) this.#taken.add(place)
        this.#hints.push(`"${phrase}" is read as ${filter} ${value}.`)
      } else this.#hints.push(`"${phrase}" is text, not ${filter} ${value}: the text names several.`)
    }
    const weekdays = [...new Set([...this.#weekdays.values()].flat())]
    if (weekdays.length > 0)
      this.#hints.push(
        `"${[...this.#weekdays.keys()].join(', ')}" is read as weekday ${weekdays.join(' or ')}.`,
      )
    const words = wordsOf(this.#tokens.filter((_, at) => !this.#taken.has(at)))
    const isAllTaken = words.length === 0 && this.#taken.size > 0
    if (words.length === 0 && !isAllTaken) this.#hints.push('The text has no word to search for.')
    return {
      filter: { ...this.#given, ...added, ...(this.#day && { day: this.#day }) },
      weekdays,
      words: isAllTaken ? undefined : words,
      hints: this.#hints,
    }
  }
}

/** The names of values by their first stems, the longest first. */
type Names = ReadonlyMap<string, readonly { stems: string[]; values: Named['values'] }[]>

const namesOf = oncePerCopy(async (copy, today): Promise<Names> => {
  const known = await knownValues(copy, today)
  const byStems = new Map<string, Named['values']>()
  for (const filter of NAME_FILTERS)
    for (const { value, name, offers } of known(filter)) {
      // A place without offers, such as Navidad, is a word.
      if (offers === 0) continue
      const stems = tokensOf(name).map(stemOf).join(' ')
      if (stems !== '') byStems.set(stems, [...(byStems.get(stems) ?? []), { filter, value }])
    }
  const names = new Map<string, { stems: string[]; values: Named['values'] }[]>()
  for (const [joined, values] of byStems) {
    const stems = joined.split(' ')
    const [first = ''] = stems
    names.set(first, [...(names.get(first) ?? []), { stems, values }])
  }
  for (const each of names.values()) each.sort((a, b) => b.stems.length - a.stems.length)
  return names
})

/** The whole names in a text, the longest at each place. */
function namesIn(tokens: readonly string[], names: Names): Named[] {
  const stems = tokens.map(stemOf)
  const found: Named[] = []
  for (let at = 0; at < stems.length; ) {
    const name = names.get(stems[at] ?? '')?.find((each) => isIn(each.stems, stems, at))
    if (name) found.push({ at, length: name.stems.length, values: name.values })
    at += name?.stems.length ?? 1
  }
  return found
}

const placesFrom = (start: number, end: number): number[] =>
  Array.from({ length: end - start }, (_, index) => start + index)

/** Whether words stand in others, from a place on. */
function isIn(words: readonly string[], others: readonly string[], at: number): boolean {
  return words.every((word, index) => others[at + index] === word)
}

const weekdayWordsOf = oncePerCopy(({ offers }): ReadonlyMap<string, Weekday> => {
  const countries = new Set(offers.map(({ issuer }) => issuer.country))
  return new Map([...countries].flatMap((country) => [...weekdayWords(country)]))
})

const DENIALS_BEHIND: ReadonlySet<string> = new Set(['no', 'not', 'nunca', 'never'])

/** Between the names of a list. */
const AND_OR: ReadonlySet<string> = new Set(['o', 'u', 'y', 'e', 'or', 'and'])

/** The words of the names of merchants, by their first, the longest first. */
const merchantsOf = oncePerCopy(({ offers }): ReadonlyMap<string, readonly string[][]> => {
  const names = new Map<string, string[][]>()
  for (const merchant of new Set(offers.flatMap(({ merchant }) => merchant ?? []))) {
    const words = tokensOf(merchant)
    const [first = ''] = words
    names.set(first, [...(names.get(first) ?? []), words])
  }
  for (const each of names.values()) each.sort((a, b) => b.length - a.length)
  return names
})

/** The words of the names of merchants that begin with a weekday. */
const merchantsWithWeekdays = oncePerCopy((copy): readonly string[][] => {
  const days = weekdayWordsOf(copy)
  const names = new Set(copy.offers.flatMap(({ merchant }: Offer) => merchant ?? []))
  return [...names].map(tokensOf).filter(([first = '']) => days.has(first))
})
