// The forms of a value with a word for its meaning: "20% de descuento", "Save $40", "2x1", "6 cuotas sin interés". A form
// is a whole text: a word that is in no list here makes it unread.

import type { BenefitKind } from '../../contract/offers/offer.ts'
import { type NumberStyle, readMoney, readPercentage } from './read-number.ts'
import { wordsOf } from './words.ts'
import type { Worth } from './worth.ts'

/** What a word says about a figure: taken off, given back, or the number of instalments. */
export type Meaning = keyof typeof BEHIND

/** Words behind a figure, folded as `wordsOf` gives them. */
const BEHIND = {
  off: 'off, discount, extra off, descuento, de descuento, descuento adicional, de descuento adicional, dcto, de dcto, dcto adicional, de dcto adicional, dscto, de dscto, dto, de dto, desc, de desc, desconto, de desconto, rabatt, nachlass, korting, remise, de remise, de reduction, sconto, di sconto, indirim',
  back: 'back, cashback, cash back, de cashback, reintegro, de reintegro, reembolso, de reembolso, devolucion, de devolucion, de volta, de vuelta, en cashback, in cashback, di cashback, bonificacion en saldo, en saldo, en monedero, en monedero electronico',
  installments:
    'cuotas sin interes, cuotas sin intereses, meses sin interes, meses sin intereses, cuotas s interes, cuotas s intereses, meses s interes, meses s intereses, csi, msi, x sem juros, vezes sem juros, parcelas sem juros, interest free installments, interest free instalments',
}

/** Words before a figure, folded. Instalments are always counted before their word. */
const BEFORE = {
  off: 'save, ahorra, ahorre, economize, descuento, descuento de, descuento del, dcto, dcto de, dto, dto de, discount, discount of, desconto, desconto de',
  back: 'cashback, cash back, cashback de, cashback del, reintegro, reintegro de, reintegro del, devolucion, devolucion de, devolucion del',
}

/** Words that only stress the figure: "Extra 20%", "Get 5% cashback". */
const STRESS: ReadonlySet<string> = new Set(['extra', 'get', 'flat'])

const MEANING_BEHIND = meanings(BEHIND)
const MEANING_BEFORE = meanings(BEFORE)

function meanings(lists: Partial<Record<Meaning, string>>): ReadonlyMap<string, Meaning> {
  const rows = Object.entries(lists) as [Meaning, string][]
  return new Map(
    rows.flatMap(([meaning, texts]) => texts.split(', ').map((text) => [text, meaning] as const)),
  )
}

/** The meaning of a text without a figure: "dto." */
export function meaningOf(text: string): Meaning | undefined {
  return MEANING_BEHIND.get(wordsOf(text))
}

/** The kind of a figure with this meaning; it is money if it has a currency, otherwise a percentage. */
export function kindOf(meaning: Meaning, currency: string | null): BenefitKind {
  if (meaning === 'installments') return meaning
  if (meaning === 'back') return 'cashback'
  return currency === null ? 'percentage' : 'amount'
}

/** Benefits without a figure. */
const IN_WORDS: readonly (readonly [texts: string, worth: Worth])[] = [
  [
    'bogo, bogo free, buy one get one free, two for one, dos por uno, dois por um',
    withoutMoney('multibuy', 2),
  ],
  [
    'half price, half off, mitad de precio, a mitad de precio, metade do preco',
    withoutMoney('percentage', 50),
  ],
]

/** Forms in lower case, and their numbers as pieces received and pieces paid: "buy 2 get 1 free" is 3 and 2. */
const PIECES: readonly (readonly [form: RegExp, pieces: (a: number, b: number) => [number, number]])[] = [
  [/^(\d{1,2}) ?[x×] ?(\d{1,2})$/, (a, b) => [a, b]],
  [/^(\d)[ -]?(?:for|por|pour|f[uü]r)[ -]?(\d)$/, (a, b) => [a, b]],
  [/^(?:lleva|llevas|leve) (\d)(?: y| e|,)? (?:paga|pagas|pague) (\d)$/, (a, b) => [a, b]],
  [/^buy (\d),? get (\d) free$/, (a, b) => [a + b, a]],
]
/** More pieces are a pack or a size, no benefit. */
const MAX_PIECES = 10

interface Form {
  example: string
  read(text: string, style: NumberStyle): Worth | undefined
}

const FORMS: readonly Form[] = [
  { example: '20% de descuento', read: figureWithWord },
  { example: '2x1', read: pieces },
  { example: '6 cuotas sin interés', read: installments },
  { example: 'BOGO', read: inWords },
]

export const FORM_EXAMPLES = FORMS.map(({ example }) => example)

/** Undefined if the text is none of the forms. */
export function readForm(text: string, style: NumberStyle): Worth | undefined {
  return FORMS.map(({ read }) => read(text, style)).find((worth) => worth !== undefined)
}

function withoutMoney(kind: BenefitKind, value: number): Worth {
  return { kind, value, currency: null }
}

function inWords(text: string): Worth | undefined {
  const words = wordsOf(text)
  return IN_WORDS.find(([texts]) => texts.split(', ').includes(words))?.[1]
}

function pieces(text: string): Worth | undefined {
  for (const [form, count] of PIECES) {
    const [, a, b] = form.exec(text.toLowerCase()) ?? []
    if (a === undefined) continue
    const [received, paid] = count(Number(a), Number(b))
    // The value is the units received for one paid: 1.3333 for 4x3.
    const isBenefit = paid >= 1 && received > paid && received <= MAX_PIECES
    return isBenefit ? withoutMoney('multibuy', Number((received / paid).toFixed(4))) : undefined
  }
  return undefined
}

function installments(text: string): Worth | undefined {
  const [, count = '', words = ''] = /^(\d{1,2}) ?(\D.*)$/.exec(text) ?? []
  const isMeant = meaningOf(words) === 'installments' && Number(count) > 1
  return isMeant ? withoutMoney('installments', Number(count)) : undefined
}

/** No entry of `BEHIND` or `BEFORE` has more words. */
const MAX_WORDS = 4

/** A percentage or an amount, with words for its meaning before or behind it. */
function figureWithWord(text: string, style: NumberStyle): Worth | undefined {
  const words = text.split(' ')
  const join = (from: number, to?: number) => words.slice(from, to).join(' ')
  if (STRESS.has(wordsOf(join(0, 1)))) {
    // "Extra 20%" is a discount; "Get 5% cashback" says what it is.
    const rest = join(1)
    return figureOf(rest, 'off', style) ?? figureWithWord(rest, style)
  }
  for (let count = 1; count <= MAX_WORDS && count < words.length; count++) {
    // "20% de descuento", then "descuento de 20%"
    const worth =
      figureOf(join(0, -count), meaningOf(join(-count)), style) ??
      figureOf(join(count), MEANING_BEFORE.get(wordsOf(join(0, count))), style)
    if (worth) return worth
  }
  // "Save 20% off"
  const isSaved = MEANING_BEFORE.get(wordsOf(join(0, 1))) === 'off' && meaningOf(join(-1)) === 'off'
  return isSaved ? figureOf(join(1, -1), 'off', style) : undefined
}

const IN_PERCENT = /\s?(?:por ciento|por cento|percent)$/i

/**
 * Undefined without a meaning, or if the text is no figure with a sign. A minus is read only of a percentage, as in
 * "-20% dcto."
 */
function figureOf(text: string, meaning: Meaning | undefined, style: NumberStyle): Worth | undefined {
  if (meaning === undefined || meaning === 'installments') return undefined
  const typed = text.replace(IN_PERCENT, '%')
  const share = typed.endsWith('%') ? readPercentage(typed, style, { isDeduction: true }) : undefined
  if (share && 'value' in share) return withoutMoney(kindOf(meaning, null), share.value)
  // A number without a sign may be of anything.
  const money = /^[\d.,]+$/.test(typed) ? undefined : readMoney(typed, style)
  if (!money || !('value' in money)) return undefined
  const { value, currency } = money.value
  return { kind: kindOf(meaning, currency), value, currency }
}
