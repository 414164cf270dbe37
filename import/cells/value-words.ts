// The words for what the numbers of a column are, as an answer such as `--value "Discount as percentage"` has them behind
// `as`. The answer, its reading on later days, and all that prints or lists such words use this table.

import type { BenefitKind } from '../../contract/offers/offer.ts'

/** A kind of benefit with a value. */
export type FigureKind = Exclude<BenefitKind, 'other'>

export interface ValueWord {
  word: string
  kind: FigureKind
  /** Of numbers that are shares of one. */
  unit?: 'share'
  /** Of a word that does not fit all numbers: those that it fits. */
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

/** The word for a kind, or for shares of one. */
export function wordFor(kind: FigureKind, unit?: ValueWord['unit']): string {
  const [first] = WORDS[kind]
  return VALUE_WORDS.find((each) => each.kind === kind && each.unit === unit)?.word ?? first.word
}

/** The words that fit any number, except these: `amount, cashback, fixed_price, installments`. */
export function wordsForNumbers(except: readonly (string | undefined)[]): string {
  const others = VALUE_WORDS.filter(({ word, only }) => only === undefined && !except.includes(word))
  return others.map(({ word }) => word).join(', ')
}

/** All words except one, each with what it fits. */
export function allWordsBut(one: string | undefined): string {
  const others = VALUE_WORDS.filter(({ word }) => word !== one)
  return others.map(({ word, only }) => (only === undefined ? word : `${word} ${only}`)).join(', ')
}
