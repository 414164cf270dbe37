// Distinguishes the offers of an issuer: by the words of titles and merchants that few of them have, and by addresses that
// only one of them has. Decides whether a record may be the offer that its ref named before.

import { remember } from '../../lib/remember.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { editsBetween } from '../../lib/text/suggestion.ts'

/** The members by which people know an offer. */
export interface Named {
  title: string
  merchant?: string | null
  url?: string | null
}

/** A word distinguishes offers if at most this share of the names has it, or only one name. */
const MAX_SHARE = 0.04

/** Words of fewer letters must be equal; among longer ones, one letter of three may differ. */
const MIN_NEARLY = 4
const LETTERS_PER_EDIT = 3

/** Without case, accents and signs: `Café "Ñuñoa"!` is `cafe nunoa`. */
function plain(text: string | null | undefined): string {
  let words = ''
  for (const piece of (text ?? '').split(' ')) {
    const word = plainPiece(piece)
    if (word !== '') words += words === '' ? word : ` ${word}`
  }
  return words
}

/** What stands between two spaces. Most names are made of the same pieces, so each of them is reduced once. */
const plainPiece = remember((piece) => {
  return fold(piece)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
})

/** Title and merchant, in plain letters and with their figures. Offers with an equal name differ at most in their address. */
export function nameOf({ title, merchant }: Named): string {
  return `${plain(title)}\n${plain(merchant)}`
}

/** Name and address. */
export function addressedNameOf(named: Named): string {
  return `${nameOf(named)}\n${named.url ?? ''}`
}

/** The words of a plain text with at least two letters; single letters in a row, as in `T.P.M.`, are one word. */
function wordsOf(plainText: string): string[] {
  const words: string[] = []
  const add = (word: string) => {
    if (hasTwoLetters(word) && !words.includes(word)) words.push(word)
  }
  for (const line of plainText.split('\n')) {
    let letters = ''
    for (const word of line.split(' ')) {
      if (word.length <= LETTER_LENGTH && isLetter(word)) {
        letters += word
        continue
      }
      if (letters.length > 1) add(letters)
      letters = ''
      add(word)
    }
    if (letters.length > 1) add(letters)
  }
  return words
}

/** A letter beyond the basic plane has two code units. */
const LETTER_LENGTH = 2

const isLetter = remember((word) => /^\p{L}$/u.test(word))

const hasTwoLetters = remember((word) => /\p{L}.*\p{L}/u.test(word))

/** Whether two words are the same but for a correction, or one begins with the other. */
function areNearlyEqual(a: string, b: string): boolean {
  if (a === b) return true
  const shorter = Math.min(a.length, b.length)
  if (shorter < MIN_NEARLY) return false
  if (a.startsWith(b) || b.startsWith(a)) return true
  const most = Math.floor(shorter / LETTERS_PER_EDIT)
  return Math.abs(a.length - b.length) <= most && editsBetween(a, b) <= most
}

function shareWord(words: readonly string[], others: readonly string[]): boolean {
  return words.some((word) => others.some((other) => areNearlyEqual(word, other)))
}

/** An offer as it is listed, or in the source, under one name. */
interface NamedOfTwoDays {
  /** As `nameOf` returns it. */
  name: string
  /** The days on which it has this name. */
  days: readonly DayOfTwo[]
}

/** The names of some offers on two days, by which a word is rare or not. Equal names count once. */
export class NamesOfTwoDays {
  readonly #offers = { before: 0, today: 0 }
  readonly #names = { before: 0, today: 0 }
  /** By word, the number of names with it. */
  readonly #byWord = new Map<string, Record<DayOfTwo, number>>()

  constructor(offers: Iterable<NamedOfTwoDays>) {
    const seen = new Map<string, readonly DayOfTwo[]>()
    for (const { name, days } of offers) {
      const before = seen.get(name)
      const newDays = before ? days.filter((day) => !before.includes(day)) : days
      for (const day of days) this.#offers[day] += 1
      if (newDays.length === 0) continue
      seen.set(name, before ? [...before, ...newDays] : days)
      for (const day of newDays) this.#names[day] += 1
      for (const word of wordsOf(name)) this.#count(word, newDays)
    }
  }

  /**
   * Whether the word distinguishes offers: on both days few of all names have it.
   * @param few a number of names that are few in any case
   */
  isRare(word: string, few = 1): boolean {
    const counts = this.#byWord.get(word) ?? { before: 0, today: 0 }
    return DAYS.every((day) => counts[day] <= Math.max(few, this.#names[day] * MAX_SHARE))
  }

  /** The number of offers of the day that has fewer. */
  get offers(): number {
    return Math.min(this.#offers.before, this.#offers.today)
  }

  #count(word: string, days: readonly DayOfTwo[]): void {
    const counts = this.#byWord.get(word) ?? { before: 0, today: 0 }
    for (const day of days) counts[day] += 1
    this.#byWord.set(word, counts)
  }
}

/** The previous release, or the source of today. */
export type DayOfTwo = (typeof DAYS)[number]

const DAYS = ['before', 'today'] as const

interface PlacedOfTwoDays {
  id: string
  /** Whether these are its names in the previous release. */
  isKnown: boolean
  named: Named
}

/** The addresses and merchants of the offers of an issuer on both days. */
export class PlacesOfTwoDays {
  readonly #listedBefore = new Map<string, number>()
  readonly #today = new Map<string, number>()
  readonly #knownIds = new Map<string, string[]>()
  readonly #merchantsBefore = new Set<string>()

  /** @param waiting the records that are not among the offers */
  constructor(offers: Iterable<NamedOfTwoDays & PlacedOfTwoDays>, waiting: Iterable<{ record: Named }>) {
    for (const offer of offers) {
      if (offer.isKnown) this.#addKnown(offer)
      if (offer.days.includes('today')) this.#addToday(offer.named)
    }
    for (const { record } of waiting) this.#addToday(record)
  }

  /** Whether one offer alone has the address on both days. */
  isOfOne(url: string): boolean {
    return (this.#listedBefore.get(url) ?? 0) <= 1 && (this.#today.get(url) ?? 0) <= 1
  }

  /** Whether one record alone has the address today, and a known offer other than `id` had it. */
  isOfAnother(url: string, id: string): boolean {
    return (this.#today.get(url) ?? 0) <= 1 && (this.#knownIds.get(url) ?? []).some((each) => each !== id)
  }

  /** Whether the address was that of one offer alone, and is that of one record today. */
  isCarriedOn(url: string): boolean {
    return (this.#listedBefore.get(url) ?? 0) <= 1 && this.#today.get(url) === 1
  }

  wasMerchant(plainMerchant: string): boolean {
    return this.#merchantsBefore.has(plainMerchant)
  }

  #addKnown({ id, name, named: { url }, days }: NamedOfTwoDays & PlacedOfTwoDays): void {
    const isListed = days.includes('before')
    if (isListed) this.#merchantsBefore.add(name.slice(name.indexOf('\n') + 1))
    if (!url) return
    const ids = this.#knownIds.get(url)
    if (ids) ids.push(id)
    else this.#knownIds.set(url, [id])
    if (isListed) increment(this.#listedBefore, url)
  }

  #addToday({ url }: Named): void {
    if (url) increment(this.#today, url)
  }
}

/** The address without the ref in it; undefined if it does not contain the ref. */
export function patternOf(ref: string, url: string | null | undefined): string | undefined {
  if (!url) return undefined
  const address = url.toLowerCase()
  const pattern = address.replaceAll(ref.toLowerCase(), '\n')
  return pattern === address ? undefined : pattern
}

/** What the offers of an issuer have in common on both days. */
export interface Surroundings {
  /**
   * Whether few names of the issuer have a word, and of an issuer with few offers, whose every word is rare, also few names
   * of the whole source. Two offers with such a word in common are the same.
   */
  isRare(word: string): boolean
  /** The same, but other issuers may each have a name with the word. Two offers that share none of these are different. */
  isRareHere(word: string): boolean
  /** Whether few names of the issuer have a word. */
  isRareOfIssuer(word: string): boolean
  /** Whether few names of the source have a word, if the issuer has few offers; otherwise few of the issuer. */
  isRareInSource(word: string): boolean
  places: PlacesOfTwoDays
  /** Whether one offer alone had this name, and another record than that of its ref has it today. */
  isNameElsewhere(name: string): boolean
  /** Whether an address is made from the ref, in the same way as those of other offers. */
  isMadeFromRef(ref: string, url: string): boolean
}

/**
 * Whether names and address contradict that a record is the offer that its ref named before. One distinguishing word in
 * common, or the address, is enough to agree. A name or address that distinguishes no offers contradicts nothing. What needs
 * the names of many offers is asked last.
 * @param before the offer that the ref named last
 */
export function isAnother(
  before: Named & { id: string },
  now: Named & { ref: string },
  around: Surroundings,
): boolean {
  const [url, urlNow] = [before.url ?? null, now.url ?? null]
  const canTell = url !== null && urlNow !== null && !around.isMadeFromRef(now.ref, urlNow)
  const addressMoved =
    canTell &&
    url !== urlNow &&
    (around.places.isOfAnother(urlNow, before.id) || around.places.isCarriedOn(url))
  if (nameOf(before) === nameOf(now)) return addressMoved
  const isDoubtful =
    doNamesContradict(before, now, around) ||
    ((addressMoved || around.isNameElsewhere(nameOf(before))) && !doNamesAgree(before, now, around))
  const keepsAddress = () => canTell && url === urlNow && around.places.isOfOne(url)
  return isDoubtful && !keepsAddress()
}

/** Whether the names distinguish two offers. If both days name a merchant, its words decide where they do. */
function doNamesContradict(before: Named, now: Named, around: Surroundings): boolean {
  const { isRareHere, isRareOfIssuer, isRareInSource } = around
  const { merchants, titles } = comparedWords(before, now)
  if (!merchants) return doWordsContradict(titles, [isRareHere, isRareInSource])
  // Other issuers may have the same merchants, so their names need not be rare in the source.
  if (doWordsContradict(merchants, [isRareOfIssuer, isRareInSource])) return true
  const contradict =
    isReplaced(before, now, around) || doWordsContradict(titles, [isRareHere, isRareInSource])
  return contradict && !shareRareWord(merchants, around)
}

/** Merchants of many offers: one of them is not the new name of another. */
function isReplaced(before: Named, now: Named, around: Surroundings): boolean {
  const [merchant, merchantNow] = [plain(before.merchant), plain(now.merchant)]
  if (merchant === merchantNow || shareWord(wordsOf(merchant), wordsOf(merchantNow))) return false
  return around.places.wasMerchant(merchantNow)
}

/** Whether the names have a distinguishing word in common. Asked only of names that do not contradict each other. */
function doNamesAgree(before: Named, now: Named, around: Surroundings): boolean {
  const { merchants, titles } = comparedWords(before, now)
  return (merchants !== undefined && shareRareWord(merchants, around)) || shareRareWord(titles, around)
}

type WordsOfTwo = [before: readonly string[], now: readonly string[]]

/** Those of merchants and titles, or together if a day names no merchant. */
function comparedWords(before: Named, now: Named): { merchants?: WordsOfTwo; titles: WordsOfTwo } {
  const [merchant, merchantNow] = [plain(before.merchant), plain(now.merchant)]
  if (merchant === '' || merchantNow === '') {
    return { titles: [wordsOf(nameOf(before)), wordsOf(nameOf(now))] }
  }
  return {
    merchants: [wordsOf(merchant), wordsOf(merchantNow)],
    titles: [wordsOf(plain(before.title)), wordsOf(plain(now.title))],
  }
}

/**
 * Whether both have words that distinguish offers, and none of them in common.
 * @param tests all offers of a small issuer may have the same words, which then only distinguish them from those of others:
 *   where the first test finds no words, the next one decides
 */
function doWordsContradict(
  [before, now]: WordsOfTwo,
  tests: readonly ((word: string) => boolean)[],
): boolean {
  // Words that both have contradict nothing.
  if (before.every((word) => now.includes(word)) || now.every((word) => before.includes(word))) return false
  for (const distinguishes of tests) {
    const [own, ownNow] = [before.filter(distinguishes), now.filter(distinguishes)]
    if (own.length > 0 && ownNow.length > 0) return !shareWord(own, ownNow)
  }
  return false
}

function shareRareWord([before, now]: WordsOfTwo, { isRare }: Surroundings): boolean {
  return shareWord(before.filter(isRare), now.filter(isRare))
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
