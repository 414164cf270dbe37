// The words after `as` in an answer such as `--value "Discount as percentage"`: they say what the numbers of a column are.
// The answer, its reading on later days, and all that prints or lists such words use this table.

import type { BenefitKind } from '../../contract/offers/offer.ts'

/** A kind of benefit with a value. */
export type FigureKind = Exclude<BenefitKind, 'other'>

export interface ValueWord {
  word: string
  kind: FigureKind
  /** The numbers are shares of one: 0.25 is 25 %. */
  unit?: 'share'
  /** The only numbers that the word fits, for people; left out if it fits all numbers. */
  only?: string
}

type Words = readonly Omit<ValueWord, 'kind'>[]

/** The first word of a kind is the one that questions print. A kind without a word does not compile. */
const WORDS: Readonly<Record<FigureKind, readonly [Words[number], ...Words]>> = {
  percentage: [{ word: 'percentage' }, { word: 'share', unit: 'share', only: 'if 0.25 is 25 %' }],
  amount: [{ word: 'amount' }],
  cashback: [{ word: 'cashback' }],
  fixed_price: [{ word: 'fixed_price' }],
  installments: [{ word: 'installments' }],
  multibuy: [{ word: 'multibuy', only: 'of forms such as 2x1' }],
}

export const VALUE_WORDS: readonly ValueWord[] = (Object.keys(WORDS) as FigureKind[]).flatMap((kind) =>
  WORDS[kind].map((each) => ({ ...each, kind })),
)

/** The word for a kind, or for its shares of one; the first word of the kind if no word has the unit. */
export function wordFor(kind: FigureKind, unit?: ValueWord['unit']): string {
  const [first] = WORDS[kind]
  return VALUE_WORDS.find((each) => each.kind === kind && each.unit === unit)?.word ?? first.word
}

/** The words that fit all numbers, except some: without `percentage`, `amount, cashback, fixed_price, installments`. */
export function wordsForNumbers(except: readonly (string | undefined)[]): string {
  const others = VALUE_WORDS.filter(({ word, only }) => only === undefined && !except.includes(word))
  return others.map(({ word }) => word).join(', ')
}

/** All words except one, each with the numbers that it fits. */
export function allWordsBut(one: string | undefined): string {
  const others = VALUE_WORDS.filter(({ word }) => word !== one)
  return others.map(({ word, only }) => (only === undefined ? word : `${word} ${only}`)).join(', ')
}
