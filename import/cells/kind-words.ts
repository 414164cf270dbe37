// Words for the kinds of benefits and for the units of their figures: in a column that says whether a discount is a
// percentage, an amount, …, in any other cell, and in headings.

import type { BenefitKind } from '../../contract/offers/offer.ts'
import { currencyOf } from './countries.ts'
import { isRunning, isYesOrNo } from './read-status.ts'
import { lastWords, wordsOf } from './words.ts'

/** The heading of a column, and the texts of its cells. */
interface ColumnTexts {
  name: string
  texts: readonly string[]
}

/** The words of a kind, folded as `wordsOf` does, by what they decide. */
interface KindWords {
  /** As a whole cell of any column. */
  cell: string
  /** Anywhere in a short cell of a column of kinds: by_percent, fixed_cart. */
  part?: string
  /** In the heading of a column of yes and no: `is_amount`. */
  heading?: string
}

/** "Discount" may be a percentage or an amount; alone, it is most likely a percentage. */
const DISCOUNT = 'descuento, discount, desconto, rabatt, remise, sconto, korting'
const PERCENT =
  'percent, percentage, pct, porcent[a-z]*, percentual, pourcentage, percentuale, prozent, procent'

/** In the order in which they decide. */
const WORDS: Readonly<Record<BenefitKind, KindWords>> = {
  other: {
    cell: 'absoluta, absoluto, absolute, combo, otro, otros, other, regalo, brinde',
    part: 'shipping, delivery, envio, frete, gift, points, puntos, pontos, punti, punkte, miles, millas, milhas',
  },
  percentage: {
    cell: `${DISCOUNT}, ${PERCENT}, por ciento, por cento, per cento, pour cent`,
    part: PERCENT,
    heading: PERCENT,
  },
  amount: {
    cell: 'monto, monto fijo, importe, importe fijo, valor fijo, valor fixo, dollars, euro, amount, amount off, money off, descuento fijo, betrag, festbetrag, montant, montant fixe, importo, importo fisso, bedrag',
    part: 'fixed, flat, (?:per|by) (?:total|item|order)',
    heading: 'amount, monto, importe, betrag, montant, importo, fixed, fijo, fixo, flat, absolut[eo]',
  },
  cashback: {
    cell: 'reintegro, cashback, cash back, cashback percent, reembolso, devolucion, dinheiro de volta, store credit, wallet credit, account credit, statement credit',
    heading: 'cashback, cash back, reintegro, reembolso',
  },
  installments: {
    cell: 'cuotas, cuotas sin interes, cuotas sin intereses, meses sin intereses, parcelas, parcelas sem juros, installments',
  },
  multibuy: {
    cell: '2x1, 3x2, bogo, buy one get one, buy one get one free, buy 1 get 1, buy 1 get 1 free, buy x get y, multibuy',
  },
  fixed_price: { cell: 'precio fijo, precio especial, fixed price' },
}

const KINDS = Object.keys(WORDS) as BenefitKind[]

function alternatives(words: string): string {
  return words.replaceAll(', ', '|')
}

function patterns(place: keyof KindWords, pattern: (alternatives: string) => string) {
  return KINDS.flatMap((kind) => {
    const words = WORDS[kind][place]
    return words === undefined ? [] : [[kind, new RegExp(pattern(alternatives(words)))] as const]
  })
}

const PATTERNS = {
  cell: patterns('cell', (words) => `^(?:${words})$`),
  part: patterns('part', (words) => `\\b(?:${words})\\b`),
  heading: patterns('heading', (words) => `\\b(?:${words})\\b`),
}

/** The first kind that has such a word: the one rule of all these words. */
function kindBy(place: keyof KindWords, words: string): BenefitKind | undefined {
  return PATTERNS[place].find(([, pattern]) => pattern.test(words))?.[0]
}

/** Longer texts are sentences. */
const MAX_WORDS = 4

/** The kind that a whole cell names, by a word that means it in any column, or `%`. Undefined if it names none. */
export function kindOfWord(text: string): BenefitKind | undefined {
  // `wordsOf` drops signs.
  return text.trim() === '%' ? 'percentage' : kindBy('cell', wordsOf(text))
}

/** The kind that a cell of a column of kinds names, also by a currency: `$` is an amount. Undefined if it names none. */
export function kindNamed(text: string): BenefitKind | undefined {
  const exact = kindOfWord(text)
  const words = wordsOf(text)
  if (exact !== undefined || words.split(' ').length > MAX_WORDS) return exact
  return currencyOf(text.trim(), null) === undefined ? kindBy('part', words) : 'amount'
}

/** A column of yes and no that says of each row whether its value is of a kind: `is_percentage`, "Es monto". */
interface Flag {
  kind: BenefitKind
  /** Whether its heading says that its cells are answers: then they may be 1 and 0. */
  isQuestion: boolean
}

const ANY_FLAG = new RegExp(PATTERNS.heading.map(([, pattern]) => pattern.source).join('|'), 'g')
/** The other words of such a heading. With any more, it asks something else: `min_amount_reached`. */
const OF_FLAGS =
  /^(?:is|es|e|ist|est|flag|in|en|em|by|por|per|de|del|value|valor|off|discount|descuento|desconto|dcto|rabatt|remise|sconto|type|tipo|offer|oferta|coupon|cupon|promo|deal|benefit|beneficio)$/

function flagOf(heading: string): Flag | undefined {
  const words = lastWords(heading)
  const kind = kindBy('heading', words)
  if (kind === undefined) return undefined
  const others = words.replace(ANY_FLAG, ' ').split(' ').filter(Boolean)
  return others.every((word) => OF_FLAGS.test(word))
    ? { kind, isQuestion: /^(?:is|es|e|ist|est)\b|\bflag\b/.test(words) }
    : undefined
}

/** What a yes or no says: that the value of its row is of this kind, or that it is not. */
export interface FlagAnswer {
  kind: Flag['kind']
  isTrue: boolean
}

/** What a cell says under a heading such as `is_amount`; undefined if it is no such heading, or neither yes nor no. */
export function flagIn(heading: string, text: string): FlagAnswer | undefined {
  const flag = flagOf(heading)
  const isAnswer = isYesOrNo(text) || (flag?.isQuestion === true && /^[01]$/.test(text))
  // Of these texts, `isRunning` calls "no" not running, and no other.
  return flag && isAnswer ? { kind: flag.kind, isTrue: isRunning('', text) !== false } : undefined
}

/** Whether the heading asks whether values are of a kind, and at least half of the cells say yes or no. */
export function isFlag({ name, texts }: ColumnTexts): boolean {
  const answers = texts.filter((text) => flagIn(name, text) !== undefined).length
  return answers > 0 && answers * 2 >= texts.length
}

/** The kind that a cell of a column names. Under "isPercentage", "yes" is a percentage and "no" is an amount. */
export function kindIn({ name }: ColumnTexts, text: string): BenefitKind | undefined {
  const answer = flagIn(name, text)
  if (!answer) return kindNamed(text)
  if (answer.isTrue) return answer.kind
  return answer.kind === 'cashback' ? undefined : answer.kind === 'amount' ? 'percentage' : 'amount'
}

const ANY_DISCOUNT = new RegExp(`^(?:${alternatives(DISCOUNT)})s?$`)

/** Whether a cell says "discount", which may be a percentage or an amount. */
export function isAnyDiscount(text: string): boolean {
  return ANY_DISCOUNT.test(wordsOf(text))
}

/** Enough different texts to see what a column holds. */
const MAX_TEXTS_CHECKED = 30

/** Whether at least half of the first different texts name kinds of benefits. */
export function areKinds(column: ColumnTexts): boolean {
  const different = [...new Set(column.texts)].slice(0, MAX_TEXTS_CHECKED)
  return different.filter((text) => kindIn(column, text) !== undefined).length * 2 >= different.length
}

/** Whether all cells name kinds, and not all the same one; or all say yes or no under "isPercentage". */
export function showsKinds(column: ColumnTexts): boolean {
  const kinds = new Set(column.texts.map((text) => kindIn(column, text)))
  return (kinds.size > 1 || isFlag(column)) && !kinds.has(undefined)
}
