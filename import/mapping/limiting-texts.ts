// Finds another text of a row that makes the figure of its benefit uncertain: "Hasta 40%" next to a column with 40, "$39 per
// month" next to a price of 39. A clause that repeats the figure must say the same benefit, in words that are understood.

import { fold } from '../../lib/text/plain-letters.ts'
import { has, type Item, isFigure, itemsOf } from '../conversions/benefit/items.ts'
import { type BenefitStyle, readWorth, type Worth } from '../conversions/benefit/read-benefit.ts'
import { isList, textOf } from '../tables/cell.ts'
import type { Row } from '../tables/table.ts'

/** SECURITY: bounds the work; a benefit stands at the beginning of a text. */
const MAX_CHARACTERS = 3000

/** The end of a sentence, a picture, a parenthesis, a semicolon after a figure, or a comma or dash before words. */
const CLAUSE_END =
  /[.!?](?=\s|$)|[\n|•\p{Extended_Pictographic}]|(?<=[\d%]);|,\s(?=\p{L})|(?=\()|(?<=\p{L})\s[-–—]\s(?=\p{L})/u

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
    if (worth.kind === 'fixed_price' && isForMeasure(fold(text).trim(), worth.value)) return true
    if (worth.kind !== 'multibuy' && isOfSeveral(text, style)) return true
    return text
      .replace(MINUS, '')
      .split(CLAUSE_END)
      .some((clause) => isLimiting(clause, worth, style))
  })
}

/** "29,90 Kč / 1 ks": the price of one piece is that of the thing. */
const PER_PIECE = /\/ ?1 ?(?!(?:kg|g|l|ml|cl|lb|oz)(?!\p{L}))\p{L}{1,9}\.?/iu

/** Longer texts tell of other things as well. */
const MAX_CHARACTERS_OF_SEVERAL = 100

/** "Buy 1 get 1 free", "buy 2": the benefit is not that of one piece. */
function isOfSeveral(text: string, style: BenefitStyle): boolean {
  if (text.length > MAX_CHARACTERS_OF_SEVERAL || !/\p{L}/u.test(text)) return false
  const read = readWorth(text, { ...style, kind: null })
  if ('worth' in read) return read.worth.kind === 'multibuy'
  const items = itemsOf(text, style.currency)
  return items.some((item, at) => {
    const next = items[at + 1]
    return has(item, 'bogo') || (has(item, 'buy') && next?.is === 'number' && Number(next.digits) > 1)
  })
}

/** "The second": the benefit is not that of one piece. */
const ORDINAL =
  /(?<!\p{L})(?:drugi[eaj]?|druh[yae]|andra|anden|toinen|masodik|a doua|al doilea|teine|второ[йе]|втора|zweite[rsn]?|tweede|second[oa]|deuxieme|2eme)(?!\p{L})/u

/** A letter of a script that is not read. */
const UNREAD = /(?!\p{Script=Latin})\p{L}/u

function isLimiting(text: string, worth: Worth, style: BenefitStyle): boolean {
  if (!/\d/.test(text)) return false
  const clause = text.replace(PER_PIECE, '')
  const items = itemsOf(clause, style.currency)
  const at = items.findIndex((_, index) => repeats(items, index, worth))
  if (at < 0) return false
  // €19/Monat
  if (worth.currency !== null && items[at + 1]?.text === '/' && items[at + 2]?.is === 'word') return true
  if (ORDINAL.test(fold(clause))) return true
  if (UNREAD.test(clause)) return namesBound(clause)
  // A figure without a word for its meaning is of the kind of the value, but not in "hingga 50%".
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
    return item.is === 'money' || isUnknownMoney(items, at) || isRange([item, next, last], 'money')
  if (kind === 'installments') return has(next, 'instalments', 'csi') || next?.text === 'x'
  // "Hasta 40 sin tope"
  const isShare = item.is === 'percent' || has(next, 'off', 'noCap') || isRange([item, next, last], 'percent')
  return kind !== 'multibuy' && isShare
}

/** From QR 10: a currency without a known sign. */
function isUnknownMoney(items: readonly Item[], at: number): boolean {
  const [bound, sign, amount] = items.slice(Math.max(0, at - 2), at + 1)
  return has(bound, 'bound') && sign?.is === 'word' && sign.text.length <= 3 && amount?.is === 'number'
}

/** 30-50%, $600-800, 10% a 20%. */
function isRange([first, mark, last]: readonly (Item | undefined)[], is: 'percent' | 'money'): boolean {
  const isTo = ['-', '–', 'a', 'to', 'bis'].includes(mark?.text ?? '')
  return isTo && [first, last].every(isFigure) && [first?.is, last?.is].includes(is)
}

/** "2 voor", "100 gram voor 1.19". */
const FOR_SEVERAL =
  /(?<![\d.,])(\d{1,4})\s?(?:(?:kg|gr?|gram|lbs?|oz|l|ml|cl)\s)?(?:voor|for|fur|por|pour|para)(?:$|\s[€$£]?\s?(\d{1,15}(?:[.,]\d{1,15})?))/g

/** "Ab 3 Stk. je", "przy zakupie 3". */
const FROM_SEVERAL =
  /(?<![a-z])(?:(?:ab|bei)\s(?=\d{1,3}\s?(?:stk|stuck|fl)(?![a-z]))|przy zakupie\s|when you buy\s)(\d{1,3})(?!\d)/g

/** "2 stykker, kr 10/hver" next to 20: of all texts with two figures, those of which the price is the product. */
const COUNT_AND_EACH = /(?<![\d.,])(\d)(?![\d.,])[^\d]{3,30}(\d{1,15}(?:[.,]\d{1,15})?)(?!\d)/g

/** The count in a text with the price of each, if together they are this price. */
function countOf(text: string, price: number): number | undefined {
  const isProduct = (count: string, each: string) =>
    numbersOf(each).some((one) => Math.abs(one * Number(count) - price) < 0.005)
  const found = [...text.matchAll(COUNT_AND_EACH)].find(([, count = '', each = '']) => isProduct(count, each))
  return found && Number(found[1])
}

/** A pound alone, as flyers write it; a kilogram may be that of another column, of unit prices. */
const MEASURE_ALONE = /^lbs?\.?$/

/** "/kg", "je 100 g", "4.37/kg", "/avg.". */
const PER_MEASURE =
  /(?:^|(\d{1,15}(?:[.,]\d{1,15})?)\s?[€$£]?\s?)(?:\/|(?:per|por|je|pro)\s)(?:\d{1,4}\s?)?(?:kg|kilo|gr?|gram|lbs?|oz|l|lt|liter|litro|litre|ml|cl|m[²2]|avg)(?![a-z'’])/g

/** "Tile per m²", in a text without figures that it may belong to. */
const OF_MEASURE = /(?<![a-z])(?:per|pr\.?|por)\s(?:kg|kilo|m[²2]|sqm|lit(?:er|re|ro))(?![a-z'’])/

const EACH_IN_JAPANESE = /当たり|当り|あたり/

/** Whether a folded text says that this price is that of several pieces, or of a measure; it need not repeat the price. */
function isForMeasure(text: string, price: number): boolean {
  if (EACH_IN_JAPANESE.test(text) || MEASURE_ALONE.test(text)) return true
  if ([...text.matchAll(FROM_SEVERAL)].some(([, count]) => Number(count) > 1)) return true
  const count = countOf(text, price)
  if (count !== undefined) return count > 1
  const several = [...text.matchAll(FOR_SEVERAL)].filter(([, count]) => Number(count) > 1)
  const prices = [
    ...several.map((match) => match[2]),
    ...Array.from(text.matchAll(PER_MEASURE), ([, each]) => each),
  ]
  const isOfMeasure = OF_MEASURE.test(text) && !/\d/.test(text)
  return isOfMeasure || prices.some((each) => each === undefined || numbersOf(each).includes(price))
}

/** Words for "up to" and "from" before a figure. SECURITY: linear time. */
const BOUND =
  /(?<![a-z])(?:hasta|up to|bis zu|jusqu['’]?\s?a|fino al?|ate|do|до|tot|pana la|inntil|opptil|s\.?d\.?|s\/d|hingga|đen|toi đa|maxim(?:um|o)|max\.?|desde|a partir de|upp till|jopa|akar|kuni|εως|from|fra|fran|ab|vanaf|od|от|at least|al menos|pelo menos)[:;]?\s(?:un |uma? |el |a |de |of |nur )?(?:[$€£]\s?)?\d/

/** Whether a text, in any of some languages, has a word such as "up to" before a figure. */
export function namesBound(text: string): boolean {
  return fold(text).search(BOUND) >= 0
}

/** A figure with either decimal mark. */
function numbersOf(digits: string): number[] {
  const plain = digits.replaceAll(/[\s'’]/g, '')
  const decimal = (mark: string, other: string) => Number(plain.replaceAll(other, '').replace(mark, '.'))
  return [decimal(',', '.'), decimal('.', ',')]
}
