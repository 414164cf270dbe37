// Finds another text of a row that limits the figure of its benefit: "Hasta 40%" next to a column with 40, "100 gram voor
// 1.19" next to a price of 1.19.

import { fold } from '../../lib/text/plain-letters.ts'
import type { Worth } from '../conversions/benefit/read-benefit.ts'
import { isList, textOf } from '../tables/cell.ts'
import type { Row } from '../tables/table.ts'

/** Words for "up to" and "from", with a figure behind them, which is no part of a day. SECURITY: linear time. */
const BOUND =
  /(?<![a-z])(?:hasta|up ?to|up tp|bis zu|jusqu['’]?\s?a|fino al?|ate|do|до|tot|pana la|inntil|opptil|s\.?d\.?|s\/d|hingga|maximum|maximo|max\.?|desde|a partir de|from|fra|at least|al menos|pelo menos)[:;]?\s(?:un |uma? |el |a |de |of )?([$€£]|[a-z]{2,3}\$?)?\s?(\d{1,15}(?:[.,]\d{1,15}){0,4})(?!\d|[-./]\d)\s?(%|percent|por ?c[ie]|prozent|prosent|procent|pct|[$€£]|[a-z]{1,12})?/g

/** 30-50%, 10% a 20%. */
const RANGE = /(?<![\d.,])(\d{1,3})\s?%?\s?(?:-|–|a|to|bis)\s?(\d{1,3})\s?(?:%|pro[sc]ent)/g

/** $600-$800, € 10 – 20. */
const MONEY_RANGE =
  /[$€£]\s?(\d{1,15}(?:[.,]\d{1,15}){0,4})\s?[-–]\s?[$€£]?\s?(\d{1,15}(?:[.,]\d{1,15}){0,4})(?!\d|\s?%)/g

const PERCENT = /^(?:%|percent|por ?c[ie]|prozent|prosent|procent|pct)/
/** "Hasta 40 sin tope": words that follow a percentage without its sign. */
const SHARE_WORDS = /^(?:sin$|off$|dct|desc)/
const INSTALMENTS = /^(?:cuotas|meses|msi|csi|x|parcelas|vezes|pagos|installmen)/

/** "2 voor", "100 gram voor 1.19". */
const FOR_SEVERAL =
  /(?<![\d.,])(\d{1,4})\s?(?:(?:kg|gr?|gram|lbs?|oz|l|ml|cl)\s)?(?:voor|for|fur|por|pour|para)(?:$|\s[€$£]?\s?(\d{1,15}(?:[.,]\d{1,15})?))/g

/** "Ab 3 Stk. je". */
const FROM_SEVERAL = /(?<![a-z])(?:ab|bei)\s(\d{1,3})\s?(?:stk|stuck|fl)(?![a-z])/g

/** A pound alone, as flyers write it; a kilogram may be that of another column, of unit prices. */
const MEASURE_ALONE = /^lbs?\.?$/

/** "/kg", "je 100 g", "4.37/kg", "/avg.". */
const PER_MEASURE =
  /(?:^|(\d{1,15}(?:[.,]\d{1,15})?)\s?[€$£]?\s?)(?:\/|(?:per|por|je|pro)\s)(?:\d{1,4}\s?)?(?:kg|kilo|gr?|gram|lbs?|oz|l|lt|liter|litro|litre|ml|cl|avg)(?![a-z'’])/g

/** $90,000/year, 25 € par mois. */
const PER_PERIOD =
  /(?<![\d.,])(\d{1,15}(?:[.,]\d{1,15}){0,4})\s?[$€£]?\s?(?:\/|(?:per|por|a|al|par|pro|im)\s)(?:year|yr|month|mo|mois|mes|ano|jahr|monat|week|semana)(?![a-z])/g

const EACH_IN_JAPANESE = /当たり|当り|あたり/

/** SECURITY: bounds the work; a benefit stands at the beginning of a text. */
const MAX_CHARACTERS = 3000

/** Whether a text has a word such as "up to" before any figure. */
export function namesBound(text: string): boolean {
  return fold(text).search(BOUND) >= 0
}

/** The first column with a text that limits the value; undefined if there is none. */
export function limitingColumn(row: Row, columns: readonly string[], worth: Worth): string | undefined {
  return columns.find((column) => {
    const cell = row.get(column)
    if (typeof cell === 'string') return isLimiting(textOf(cell.slice(0, MAX_CHARACTERS)), worth)
    return isList(cell) && isLimiting(textOf(cell).slice(0, MAX_CHARACTERS), worth)
  })
}

function isLimiting(text: string, { kind, value, currency }: Worth): boolean {
  const folded = fold(text)
  if (kind === 'fixed_price' && isForMeasure(folded.trim(), value)) return true
  if (!/\d/.test(folded)) return false
  const figuresIn = (limit: RegExp) =>
    [...folded.matchAll(limit)].flatMap(([, ...found]) => found.flatMap(numbersOf))
  const limits = currency !== null ? [MONEY_RANGE, PER_PERIOD] : kind === 'installments' ? [] : [RANGE]
  if (limits.flatMap(figuresIn).includes(value)) return true
  for (const [, sign, digits = '', unit = ''] of folded.matchAll(BOUND)) {
    const isShare = PERCENT.test(unit) || (sign === undefined && SHARE_WORDS.test(unit))
    const isCount = INSTALMENTS.test(unit)
    const isMoney = !isShare && !isCount && (sign !== undefined || unit !== '')
    const isSame = kind === 'installments' ? isCount : currency === null ? isShare : isMoney
    if (isSame && numbersOf(digits).includes(value)) return true
  }
  return false
}

/** Whether a folded text says that this price is that of several pieces, or of a measure; it need not repeat the price. */
function isForMeasure(text: string, price: number): boolean {
  if (EACH_IN_JAPANESE.test(text) || MEASURE_ALONE.test(text)) return true
  if ([...text.matchAll(FROM_SEVERAL)].some(([, count]) => Number(count) > 1)) return true
  const several = [...text.matchAll(FOR_SEVERAL)].filter(([, count]) => Number(count) > 1)
  const prices = [
    ...several.map((match) => match[2]),
    ...Array.from(text.matchAll(PER_MEASURE), ([, each]) => each),
  ]
  return prices.some((each) => each === undefined || numbersOf(each).includes(price))
}

/** A figure with either decimal mark. */
function numbersOf(digits: string): number[] {
  const decimal = (mark: string, other: string) => Number(digits.replaceAll(other, '').replace(mark, '.'))
  return [decimal(',', '.'), decimal('.', ',')]
}
