// Distinguishes the offers of an issuer: by the words of titles and merchants that few of them have, and by addresses that
// only one of them has. Decides whether a record may be the offer that its ref named before.

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
  return fold(text ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Title and merchant, in plain letters and with their figures. Offers with an equal name differ at most in their address. */
export function nameOf({ title, merchant }: Named): string {
  return `${plain(title)}\n${plain(merchant)}`
}

/** Name and address. */
export function withAddress(name: string, { url }: Pick<Named, 'url'>): string {
  return `${name}\n${url ?? ''}`
}

/** The words of a plain text with at least two letters; single letters in a row, as in `T.P.M.`, are one word. */
function wordsOf(plainText: string): string[] {
  const words = plainText.replace(/(?<!\S)\p{L}(?: \p{L}(?!\S))+/gu, (letters) => letters.replaceAll(' ', ''))
  return [...new Set(words.split(/\s/))].filter((word) => (word.match(/\p{L}/gu)?.length ?? 0) > 1)
}

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

/** The names of some offers on two days, by which a word is rare or not. Equal names count once. */
export class NamesOfTwoDays {
  readonly #names = new Map<string, { before: boolean; today: boolean }>()
  readonly #offers = { before: 0, today: 0 }
  /** For each day, the number of names and of those with each word; undefined until it is needed. */
  #counts: Record<DayOfTwo, { names: number; byWord: Map<string, number> }> | undefined

  /**
   * @param name as `nameOf` returns it
   * @param days on which an offer is listed, or in the source, under this name
   */
  add(name: string, days: readonly DayOfTwo[]): void {
    const seen = this.#names.get(name) ?? { before: false, today: false }
    for (const day of days) {
      seen[day] = true
      this.#offers[day] += 1
    }
    this.#names.set(name, seen)
    this.#counts = undefined
  }

  /**
   * Whether the word distinguishes offers: on both days few of all names have it.
   * @param few a number of names that are few in any case
   */
  isRare(word: string, few = 1): boolean {
    this.#counts ??= this.#count()
    return [this.#counts.before, this.#counts.today].every(({ names, byWord }) => {
      return (byWord.get(word) ?? 0) <= Math.max(few, names * MAX_SHARE)
    })
  }

  /** The number of offers of the day that has fewer. */
  get offers(): number {
    return Math.min(this.#offers.before, this.#offers.today)
  }

  #count() {
    const counts = {
      before: { names: 0, byWord: new Map<string, number>() },
      today: { names: 0, byWord: new Map<string, number>() },
    }
    for (const [name, seen] of this.#names) {
      const words = wordsOf(name)
      for (const day of ['before', 'today'] as const) {
        if (!seen[day]) continue
        counts[day].names += 1
        for (const word of words) increment(counts[day].byWord, word)
      }
    }
    return counts
  }
}

/** The previous release, or the source of today. */
export type DayOfTwo = 'before' | 'today'

/** The addresses and merchants of the offers of an issuer on both days. */
export class PlacesOfTwoDays {
  readonly #listedBefore = new Map<string, number>()
  readonly #today = new Map<string, number>()
  readonly #knownIds = new Map<string, string[]>()
  readonly #merchantsBefore = new Set<string>()

  /** @param isListed whether the previous release listed it */
  addKnown(
    { id, name, named: { url } }: { id: string; name: string; named: Named },
    isListed: boolean,
  ): void {
    if (isListed) this.#merchantsBefore.add(name.slice(name.indexOf('\n') + 1))
    if (!url) return
    const ids = this.#knownIds.get(url)
    if (ids) ids.push(id)
    else this.#knownIds.set(url, [id])
    if (isListed) increment(this.#listedBefore, url)
  }

  addToday({ url }: Named): void {
    if (url) increment(this.#today, url)
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
}

/** The address without the ref in it; undefined if it does not contain the ref. */
export function patternOf(ref: string, url: string | null | undefined): string | undefined {
  if (!url) return undefined
  const parts = url.toLowerCase().split(ref.toLowerCase())
  return parts.length > 1 ? parts.join('\n') : undefined
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
 * common, or the address, is enough to agree. A name or address that distinguishes no offers contradicts nothing.
 * @param before the offer that the ref named last
 */
export function isAnother(
  before: Named & { id: string },
  now: Named & { ref: string },
  around: Surroundings,
): boolean {
  const { places } = around
  const [url, urlNow] = [before.url ?? null, now.url ?? null]
  const canTell = url !== null && urlNow !== null && !around.isMadeFromRef(now.ref, urlNow)
  const addressMoved =
    canTell && url !== urlNow && (places.isOfAnother(urlNow, before.id) || places.isCarriedOn(url))
  if (nameOf(before) === nameOf(now)) return addressMoved
  const agree = doNamesAgree(before, now, around)
  if (agree === true || (canTell && url === urlNow && places.isOfOne(url))) return false
  return agree === false || addressMoved || (agree === undefined && around.isNameElsewhere(nameOf(before)))
}

/** Undefined if the names do not distinguish offers. If both days name a merchant, its words decide where they do. */
function doNamesAgree(before: Named, now: Named, around: Surroundings): boolean | undefined {
  const { isRareHere, isRareOfIssuer, places } = around
  const [merchant, merchantNow] = [plain(before.merchant), plain(now.merchant)]
  if (merchant === '' || merchantNow === '') {
    return doWordsAgree(wordsOf(nameOf(before)), wordsOf(nameOf(now)), { ...around, isTelling: isRareHere })
  }
  const [words, wordsNow] = [wordsOf(merchant), wordsOf(merchantNow)]
  // Other issuers may have the same merchants, so their names need not be rare in the source.
  const byMerchant = doWordsAgree(words, wordsNow, { ...around, isTelling: isRareOfIssuer })
  if (byMerchant !== undefined) return byMerchant
  // Merchants of many offers: one of them is not the new name of another.
  if (!shareWord(words, wordsNow) && merchant !== merchantNow && places.wasMerchant(merchantNow)) return false
  const [title, titleNow] = [wordsOf(plain(before.title)), wordsOf(plain(now.title))]
  return doWordsAgree(title, titleNow, { ...around, isTelling: isRareHere })
}

/** Undefined if the words do not distinguish offers. @param isTelling whether two offers that share none of such words are different */
function doWordsAgree(
  before: readonly string[],
  now: readonly string[],
  {
    isRare,
    isRareInSource,
    isTelling,
  }: Pick<Surroundings, 'isRare' | 'isRareInSource'> & { isTelling(word: string): boolean },
): boolean | undefined {
  if (shareWord(before.filter(isRare), now.filter(isRare))) return true
  // All offers of a small issuer may have the same words, which then only tell them from those of others.
  for (const distinguishes of [isTelling, isRareInSource]) {
    const [own, ownNow] = [before.filter(distinguishes), now.filter(distinguishes)]
    if (own.length > 0 && ownNow.length > 0) return shareWord(own, ownNow) ? undefined : false
  }
  return undefined
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
