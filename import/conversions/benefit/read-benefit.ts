// Reads the value of a benefit from a sentence: "20% de descuento, tope $10.000", "$10 off $50", "3x2", "6 cuotas sin
// interés". A value is read only if every figure and every word of benefits in the sentence is explained: by the value,
// or by a condition that does not change it.

import type { BenefitKind } from '../../../contract/offers/offer.ts'
import type { Money, NumberStyle } from '../read-number.ts'
import { CONDITIONS } from './conditions.ts'
import { agrees, faultAfter, faultOf, fits } from './faults.ts'
import { firstOf, has, type Item, isShareOrMoney, itemsOf, mayBeMultiplied } from './items.ts'
import { readFigure, type Value, type Worth } from './read-figure.ts'
import { VALUES } from './values.ts'
import { NUMBER_WORDS, type WordClass } from './vocabulary.ts'

export type { Worth } from './read-figure.ts'

/** The value in a sentence, or why there is none. */
export type ReadWorth =
  | { worth: Worth; cap: Money | null }
  /** `isSilent`: the sentence does not mention any value. */
  | { why: string; isSilent: boolean }

export interface BenefitStyle extends NumberStyle {
  /** The kind in another column; null if there is none. */
  kind: BenefitKind | null
}

/** SECURITY: longer texts are terms and conditions, which are not read. */
const MAX_CHARACTERS = 1000

/** @param text as typed */
export function readWorth(text: string, style: BenefitStyle): ReadWorth {
  if (text.length > MAX_CHARACTERS)
    return { why: `is longer than ${MAX_CHARACTERS} characters`, isSilent: true }
  const items = itemsOf(text, style.currency)
  try {
    return new Sentence(items, style).read()
  } catch (error) {
    if (error instanceof NotUnderstood)
      return { why: error.message, isSilent: isSilent(items) || onlyNames(items, style.kind) }
    throw error
  }
}

/** Whether a cell only says that there is no cap. */
export function saysNoCap(text: string): boolean {
  const [item, ...others] = itemsOf(text, null)
  return has(item, 'noCap') && others.every(({ is }) => is === 'mark')
}

/** A piece of a sentence that no rule explains. */
class NotUnderstood extends Error {}

/** Whether a sentence has neither figures nor words of benefits. */
function isSilent(items: readonly Item[]): boolean {
  const speaks = (item: Item) =>
    item.is === 'percent' ||
    item.is === 'money' ||
    // MSI is also a brand.
    (has(item, 'csi') && item.text !== 'msi') ||
    has(item, 'off', 'save', 'back', 'trap', 'interestFree', 'bogo', 'halfPrice')
  // Buy any 6, pay for 5.
  const isBundle = (item: Item, at: number) =>
    has(item, 'buy', 'pay') && items.slice(at + 1, at + 3).some(({ is }) => is === 'number')
  return (
    !items.some(isBundle) &&
    !items.some(speaks) &&
    !items.some((_, at) => VALUES.some((rule) => rule(items, at)))
  )
}

/** Classes of words that name a kind. */
const NAMES: ReadonlyMap<BenefitKind, readonly WordClass[]> = new Map([
  ['percentage', ['off', 'save']],
  ['amount', ['off', 'save']],
  ['cashback', ['back', 'save']],
])

/** Whether a sentence only repeats the kind in another column, as "Student discount" does. */
function onlyNames(items: readonly Item[], kind: BenefitKind | null): boolean {
  const names = (kind === null ? undefined : NAMES.get(kind)) ?? []
  const harmless: readonly WordClass[] = [...names, 'link', 'skip']
  return (
    names.length > 0 &&
    items.every(
      ({ is, classes }) =>
        is === 'mark' || (is === 'word' && [...classes].every((each) => harmless.includes(each))),
    )
  )
}

class Sentence {
  readonly #items: readonly Item[]
  readonly #style: BenefitStyle
  readonly #values: Value[] = []
  /** Figures without a word for their meaning. */
  readonly #bare: Item[] = []
  readonly #caps: Item[] = []
  readonly #marks = new Set<'each' | 'count'>()
  /** Words of benefits outside any rule: they must agree with the value. */
  readonly #loose: Item[] = []

  constructor(items: readonly Item[], style: BenefitStyle) {
    this.#items = items
    this.#style = style
  }

  /** @throws {NotUnderstood} */
  read(): ReadWorth {
    let at = 0
    while (at < this.#items.length) at += this.#take(at)
    const [only, ...others] = this.#distinctWorths()
    this.#explainBare(only)
    if (!only) throw new NotUnderstood('names no value that is understood')
    if (others.length > 0) throw new NotUnderstood('speaks of several benefits')
    this.#agree(only)
    if (!fits(only, this.#style.kind)) throw new NotUnderstood('contradicts the column of the kind')
    return { worth: only, cap: this.#cap() }
  }

  /** @returns the number of items that are explained from this one on */
  #take(at: number): number {
    const value = firstOf(VALUES, this.#items, at)
    if (value) {
      this.#values.push(value)
      this.#refuseRest(at + value.length)
      return value.length
    }
    const condition = firstOf(CONDITIONS, this.#items, at)
    if (condition) {
      if (condition.cap) this.#caps.push(condition.cap)
      if (condition.mark) this.#marks.add(condition.mark)
      return condition.length
    }
    return this.#takeAlone(at)
  }

  #takeAlone(at: number): 1 {
    const item = this.#items[at]
    if (!item || has(item, 'idle')) return 1
    if (isShareOrMoney(item)) {
      const kind = this.#kindOf(item)
      if (kind === null || mayBeMultiplied(this.#items, at)) this.#bare.push(item)
      else this.#values.push({ length: 1, kind, of: item })
      this.#refuseRest(at + 1)
      return 1
    }
    const why = faultOf(this.#items, at)
    if (why !== undefined) throw new NotUnderstood(why)
    if (has(item, 'off', 'back', 'save', 'interestFree', 'csi', 'voucher', 'codeLead')) this.#loose.push(item)
    return 1
  }

  /** The kind of a figure without a word: from another column, or a percentage if the cell holds nothing else. */
  #kindOf(item: Item): BenefitKind | null {
    const { kind } = this.#style
    const fitting: readonly BenefitKind[] =
      item.is === 'percent' ? ['percentage', 'cashback'] : ['amount', 'fixed_price', 'cashback']
    if (kind !== null && fitting.includes(kind)) return kind
    return item.is === 'percent' && this.#items.length === 1 ? 'percentage' : null
  }

  /** A figure without a word must repeat the value, as in "20%; 20% de reintegro". */
  #explainBare(worth: Worth | undefined): void {
    const other = this.#bare.find((item) => {
      const read = readFigure({ length: 1, kind: 'percentage', of: item }, this.#style)
      return !worth || 'why' in read || read.value !== worth.value || read.currency !== worth.currency
    })
    if (!other) return
    const figure = `the ${other.is === 'percent' ? 'percentage' : 'amount'} "${other.typed}"`
    throw new NotUnderstood(`has ${figure} without a word for its meaning`)
  }

  #refuseRest(end: number): void {
    const why = faultAfter(this.#items, end)
    if (why !== undefined) throw new NotUnderstood(why)
  }

  #distinctWorths(): Worth[] {
    const worths = this.#values.map((value) => {
      const worth = readFigure(value, this.#style)
      if ('why' in worth) throw new NotUnderstood(worth.why)
      return worth
    })
    return [
      ...new Map(worths.map((worth) => [`${worth.kind} ${worth.value} ${worth.currency}`, worth])).values(),
    ]
  }

  #agree(worth: Worth): void {
    const stray = this.#loose.find((item) => !agrees(item, worth))
    if (stray) throw new NotUnderstood(`says "${stray.typed}" as well`)
    if (worth.currency !== null && this.#marks.has('each'))
      throw new NotUnderstood('has an amount for each piece')
    const isForSeveral =
      this.#marks.has('count') || this.#items.some(({ text }) => (NUMBER_WORDS.get(text) ?? 1) > 1)
    if (worth.kind === 'fixed_price' && isForSeveral)
      throw new NotUnderstood('has a price for several pieces')
  }

  #cap(): Money | null {
    const [only, ...others] = this.#caps.map((item) =>
      readFigure({ length: 1, kind: 'amount', of: item }, this.#style),
    )
    if (!only) return null
    if ('why' in only) throw new NotUnderstood(only.why)
    if (others.length > 0 || only.currency === null) throw new NotUnderstood('names several caps')
    return { value: only.value, currency: only.currency }
  }
}
