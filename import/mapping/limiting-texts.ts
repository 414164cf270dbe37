// Finds another text of a row that makes the figure of its benefit uncertain: "Hasta 40%" next to a column with 40, "$39 per
// month" next to a price of 39. A clause that repeats the figure must say the same benefit, in words that are understood.

import type { BenefitKind } from '../../contract/offers/offer.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { ABBREVIATIONS, has, type Item, isFigure, itemsOf } from '../conversions/benefit/items.ts'
import { type BenefitStyle, readWorth, type Worth } from '../conversions/benefit/read-benefit.ts'
import { headingWords } from '../conversions/words.ts'
import { isList, textOf } from '../tables/cell.ts'
import type { Row } from '../tables/table.ts'
import { isForSeveral, MAX_CHARACTERS_OF_SEVERAL, numbersOf } from './price-for-several.ts'

/** SECURITY: bounds the work; a benefit stands at the beginning of a text. */
const MAX_CHARACTERS = 3000

/** The end of a sentence, a picture, a parenthesis, a semicolon after a figure, or a comma or dash before words. */
const CLAUSE_END = new RegExp(
  String.raw`(?<!(?<!\p{L})(?:${ABBREVIATIONS.join('|')}))[.!?](?=\s|$)|[\n|•\p{Extended_Pictographic}]|(?<=[\d%]);|,\s(?=\p{L})|(?=\()|(?<=\p{L})\s[-–—]\s(?=\p{L})`,
  'iu',
)

/** In "OFERTA -38%" and "do -50%" the mark is that of a discount; "20 -30%" is a range. */
const MINUS = /(?<![\d%]\s?)[-–−](?=\d{1,3}\s?%)/g

/** The first column with a text that limits the value; undefined if there is none. */
export function limitingColumn(
  row: Row,
  columns: readonly string[],
  worth: Worth,
  style: BenefitStyle,
): string | undefined {
  return columns.find((column) => {
    const cell = row.get(column)
    if (typeof cell !== 'string' && !isList(cell)) return false
    const text = textOf(cell).slice(0, MAX_CHARACTERS)
    if (/^https?:/.test(text)) return false
    const folded = fold(text)
    if (worth.kind === 'fixed_price' && isForSeveral(folded.trim(), worth.value)) return true
    if (worth.kind !== 'multibuy' && isOfSeveral(text, style)) return true
    if (worth.kind === 'fixed_price' && Number(text) > 1 && MIN_COUNT.test(headingWords(column))) return true
    if (OFF.has(worth.kind) && (BACK.test(text) || isOtherGain(folded, worth.kind))) return true
    if (worth.kind === 'installments' && WITH_INTEREST.test(folded)) return true
    if (worth.currency === null && namesOtherShares(text, worth.value)) return true
    return text
      .replace(MINUS, '')
      .split(CLAUSE_END)
      .some((clause) => isLimiting(clause, worth, style))
  })
}

/** What these words give back is not taken off. */
const BACK = /(?<!\p{L})(?:cash ?back|reintegro)(?!\p{L})/iu
const OFF: ReadonlySet<BenefitKind> = new Set(['percentage', 'amount'])
const WITH_INTEREST = /\b(?:con interes|com juros|with interest)/
const MIN_COUNT =
  /^(?:min(?:imum|imo|ima)?|ab|mindest) ?(?:order )?(?:qty|quantity|cantidad|quantidade|menge|bestellmenge)$/

/** What is given instead of money off: points, a voucher, free delivery, or a lower price of the second piece. */
const OTHER_GAIN =
  /^(?:puntos|points|pontos|punkte|millas|miles|milhas|refunds?|gift ?cards?|(?:free )?(?:shipping|delivery)|envio|frete|versand)$|\b(?:en|as|in|em|como|als) (?:puntos|points|pontos|punkten|millas|miles|milhas|gutschein|bon d.achat|vouchers?)\b|statement credit|(?:next|proxima) (?:purchase|compra)|rimborso su|(?:bonificacion|devolucion) en (?:el resumen|cuenta)|\b(?:segund[oa]|second|2nd|2da|deuxieme|zweite[nrs]?|tweede) (?:unidade?|units?|items?|pairs?|par|pieza|prenda|producto|produto|article|artikel)\b/
/** "Statt 1,19": the money is a price. */
const INSTEAD = /^(?:statt|anstatt|au lieu de|invece di|instead of|en vez de|i stedet for|zamiast)\s.{0,5}\d/

function isOtherGain(text: string, kind: BenefitKind): boolean {
  if (text.length > MAX_CHARACTERS_OF_SEVERAL) return false
  return OTHER_GAIN.test(text) || (kind === 'amount' && INSTEAD.test(text))
}

/** "40% con Black y 20% resto" next to 20. */
function namesOtherShares(text: string, value: number): boolean {
  if (text.length > MAX_CHARACTERS_OF_SHARES) return false
  const shares = new Set(text.match(SHARES)?.flatMap(numbersOf))
  return shares.has(value) && new Set([...shares].map(Math.round)).size > 1
}

const SHARES = /\d{1,3}(?:[.,]\d{1,2})?(?=\s?%)/g
const MAX_CHARACTERS_OF_SHARES = 300

/** "29,90 Kč / 1 ks": the price of one piece is that of the thing. */
const PER_PIECE = /\/ ?1 ?(?!(?:kg|g|l|ml|cl|lb|oz)(?!\p{L}))\p{L}{1,9}\.?/iu

/** "Buy 1 get 1 free", "buy 2": the benefit is not that of one piece. */
function isOfSeveral(text: string, style: BenefitStyle): boolean {
  if (text.length > MAX_CHARACTERS_OF_SEVERAL || !/\p{L}/u.test(text)) return false
  if (OTHER_PIECES.test(fold(text))) return true
  const items = itemsOf(text, style.currency)
  if (!items.some((item) => item.is === 'number' || has(item, 'bogo', 'buy'))) return false
  const read = readWorth(text, { ...style, kind: null })
  if ('worth' in read) return read.worth.kind === 'multibuy'
  return items.some((item, at) => {
    const next = items[at + 1]
    return has(item, 'bogo') || (has(item, 'buy') && next?.is === 'number' && Number(next.digits) > 1)
  })
}

/** "4+2 zadarmo", "2e halve prijs": some pieces are free or cheaper. */
const OTHER_PIECES =
  /(?<![\d+.,])(?:\d\s?\+\s?\d(?![\d+.,])|2 (?:fur|pour|voor|za|per|for) 1(?!\d)|2(?:e|de|eme|nd|a|ª|º|\.)\s(?:\p{L}{1,12}\s){0,2}(?:halbe[nrs]?|halve|half|moitie|mitad|metade|gratis|free|offert))/u

/** "The second": the benefit is not that of one piece. */
const ORDINAL =
  /(?<!\p{L})(?:drugi[eaj]?|druh[yae]|andra|anden|toinen|masodik|a doua|al doilea|teine|второ[йе]|втора|zweite[rsn]?|tweede|second[oa]|deuxieme|2eme)(?!\p{L})/u

/** A letter of a script that is not read. */
const UNREAD = /(?!\p{Script=Latin})\p{L}/u

function isLimiting(text: string, worth: Worth, style: BenefitStyle): boolean {
  if (!/\d/.test(text)) return false
  const clause = text.replace(PER_PIECE, '')
  const items = itemsOf(clause, style.currency)
  const isEqual = ({ is, digits }: Item) => is !== 'percent' && numbersOf(digits).includes(worth.value)
  if (worth.currency !== null && namesBound(clause) && items.some(isEqual)) return true
  const at = items.findIndex((_, index) => repeats(items, index, worth))
  if (at < 0) return false
  // €19/Monat
  if (worth.currency !== null && items[at + 1]?.text === '/' && items[at + 2]?.is === 'word') return true
  if (ORDINAL.test(fold(clause))) return true
  if (UNREAD.test(clause)) return namesBound(clause)
  // A figure without a word for its meaning has the kind of the value, unless it is bounded: "hingga 50%".
  const kinds = [style.kind, null, ...(namesBound(clause) ? [] : [worth.kind])]
  return !kinds.some((kind) => {
    const read = readWorth(clause, { ...style, kind })
    return 'worth' in read && read.worth.value === worth.value && read.worth.currency === worth.currency
  })
}

/** Whether an item has the figure of a value, with a sign of the same sort. */
function repeats(items: readonly Item[], at: number, { kind, value, currency }: Worth): boolean {
  const [item, next, last] = items.slice(at, at + 3)
  if (!item || !numbersOf(item.digits).includes(value)) return false
  if (currency !== null)
    return item.is === 'money' || isAmount(items, at, kind) || isRange([item, next, last], 'money')
  if (kind === 'installments') return has(next, 'instalments', 'csi') || next?.text === 'x'
  // "Hasta 40 sin tope"
  const isShare = item.is === 'percent' || has(next, 'off', 'noCap') || isRange([item, next, last], 'percent')
  return kind !== 'multibuy' && isShare
}

/** Whether a number stands for money: desde 4.990, from QR 10; of a discount also 30 øre per liter. */
function isAmount(items: readonly Item[], at: number, kind: BenefitKind): boolean {
  const [bound, sign, item, next] = [at - 2, at - 1, at, at + 1].map((index) => items[index])
  const isSign = sign?.is === 'word' && sign.text.length <= 3
  const isBounded = has(sign, 'bound') || (isSign && has(bound, 'bound'))
  return item?.is === 'number' && (isBounded || (kind !== 'fixed_price' && next?.is === 'word'))
}

/** 30-50%, $600-800, 10% a 20%. */
function isRange([first, mark, last]: readonly (Item | undefined)[], is: 'percent' | 'money'): boolean {
  const isTo = ['-', '–', 'a', 'to', 'bis'].includes(mark?.text ?? '')
  return isTo && [first, last].every(isFigure) && [first?.is, last?.is].includes(is)
}

/** Words for "up to" and "from", folded. */
const BOUNDS = [
  String.raw`hasta|up to|bis zu|jusqu['’]?\s?a|fino al?|sino al?|ate|do|до|tot|tot wel|pana la|inntil|opptil|s\.?d\.?|s\/d|hingga`,
  String.raw`đen|toi đa|upp till|jopa|akar|kuni|nawet|az|(?:max|min|mind|ca|avg)\.?|minim[a-z]{1,6}`,
  // Maximum discount 20%, sconto massimo 20%
  String.raw`(?:maxi?|maxim[a-z]{0,6}|maks[a-z]{0,10}|massim[oa])(?:\s[a-z]{1,12})?|[a-z]{1,12} (?:maximale|massimo)`,
  'desde|des|a partir de|a partire dal?|εως|from|fra|fran|ab|vanaf|od|от|at least|al menos|pelo menos',
]
/** Such a word before a figure. SECURITY: linear time. */
const BOUND = new RegExp(
  String.raw`(?<![a-z])(?:${BOUNDS.join('|')})[:;]?\s(?:un |uma? |el |a |de |of |nur )?(?:[$€£]\s?)?\d`,
)

/** Whether a text, in any of some languages, has a word such as "up to" before a figure. */
export function namesBound(text: string): boolean {
  return fold(text).search(BOUND) >= 0
}
