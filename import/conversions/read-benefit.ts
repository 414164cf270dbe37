// What a benefit is worth, out of a sentence: "20% de descuento", "$10 off $50", "3x2", "6 cuotas sin interés".
// A sentence that speaks of several benefits, or of "up to" and "from", has no one value: it is not given one.

import type { BenefitKind } from '../../contract/offers/offer.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { MONEY_PATTERN, type Money, moneyOf, type NumberStyle, parseNumber } from './read-number.ts'

export interface Worth {
  kind: BenefitKind
  value: number
  currency: string | null
}

/** A worth that a sentence names, or why there is none. */
export type ReadWorth = { worth: Worth } | { why: string }

export interface BenefitStyle extends NumberStyle {
  /** What another column says that it is; null where none does. */
  kind: BenefitKind | null
}

const UP_TO =
  /(?:\bhasta|\bup ?to|\bate|\bmax(?:imo)?|\bdesde|\bfrom|\ba partir de|\bstarting at|\bas low as|\bplus|\+)\s*(?:(?:un|el|a|an|de|only|solo)\s+)*$/
const CONDITION =
  /(?:\bsobre|\babove|\bover|\bmin(?:imo|imum)?(?: de compra)?|\bspend|\bcompras?(?: de| sobre| desde| por)?|\borders?(?: of| above| over)?|\bdesde|\bfrom(?: only)?|\bmayor(?:es)? a|\bcon|\bsuperior(?:es)? a|\bacima de|\bvalor normal|\bworth|\boff|\bextra)\s*$/
const OFF_AFTER =
  /^[\s,:-]*(?:(?:extra|flat|adicional|adicionales|en|de|do)\s+)*(?:de\s+)?(?:dcto|dto|desc|descuento|descuentos|desconto|off|discount|menos|de ahorro|ahorro|rebaja|voucher|savings?|coupon|less|dscto)\b/
const OFF_BEFORE =
  /(?:\bdcto|\bdto|\bdescuentos?|\bdesconto|\bdiscount|\bsave|\bsaving|\bahorra|\bahorre|\brebaja|\beconomize|\bflat)\s*(?:(?:del?|of|a|an|extra|un|the)\s+)*$/
const BACK_AFTER =
  /^[\s,:-]*(?:de\s+)?(?:(?:dinero|money)\s+)?(?:reintegro|cashback|cash back|reembolso|devolucion|back\b|de volta|bonificacion|abono)/
const BACK_BEFORE =
  /(?:\breintegro|\bcashback|\bcash back|\breembolso|\bdevolucion)\s*(?:(?:del?|of|a|un)\s+)*$/
const PRICE_BEFORE = /(?:\bpor solo|\ba solo|\bpor|\ba|\bfor only|\bfor|\bprecio(?: fijo)?:?|\bprice:?)\s*$/
const NO_DISCOUNT_AFTER = /^\s*(?:de\s+)?(?:interes|interest|tae|tna|algodon|cotton|apr|juros|off?line)/

const PERCENT = /(?<![\d.,])(\d{1,3}(?:[.,]\d{1,2})?)\s?%/g
const MONEY = new RegExp(MONEY_PATTERN, 'g')
const MULTIBUY =
  /(?<![\d.,$])(\d{1,2})\s?(?:x|por|for|×|-for-)\s?(\d{1,2})(?![\d.,]|\s?(?:cm|mm|m|kg|g|ml|l)\b)/g
const TWO_FOR_ONE =
  /\bbogo\b(?! ?\d)|\btwo for one\b|\bdos por uno\b|\blleva (?:2|dos),? paga (?:1|uno)\b|\bleve 2,? pague 1\b/
const BUY_ONE = /\bbuy (?:one|1)\b/
const GET_ONE = /\bget (?:one|1)\b/
/** As many characters may lie between buying one and getting one. */
const BUY_TO_GET = 50
const INSTALMENTS =
  /(?<![\d.,])(\d{1,2})\s?(?:cuotas|meses|parcelas|msi\b|csi\b|x sin interes|mensualidades|monthly payments|installments|instalments)/g
/** As much of what follows says whether they cost interest. */
const INSTALMENT_TERMS = /^\s?([^.;|]{0,40})/
const INTEREST_FREE =
  /^(?:mensuales\s+|fijas\s+)?(?:sin\s+inter|sem\s+juros|without interest|interest[- ]free|0\s?%|s\/\s?inter)/
const SEVERAL_COUNTS = /\d\s?(?:,|y|o|e|u|or|and|-|\/)\s?$/
const HALF = /\bhalf[- ](?:off|price)\b|\bmitad de precio\b|\bmetade do preco\b/g

type Found = { worth: Worth | null; vague?: string }

/** @param text as a person typed it */
export function readWorth(text: string, style: BenefitStyle): ReadWorth {
  const folded = fold(text).slice(0, 2000)
  const found = [
    ...percentages(folded, style),
    ...amounts(folded, style),
    ...multibuys(folded),
    ...instalments(folded),
    ...halves(folded),
  ]
  const vague = found.find((each) => each.vague !== undefined)
  if (vague?.vague !== undefined) return { why: vague.vague }
  const worths = new Map(
    found.flatMap(({ worth }) =>
      worth ? [[`${worth.kind} ${worth.value} ${worth.currency}`, worth] as const] : [],
    ),
  )
  const [only] = [...worths.values()]
  if (!only) return { why: 'names no value that is understood' }
  if (worths.size > 1) return { why: 'speaks of several benefits' }
  return fits(only, style.kind) ? { worth: only } : { why: 'says something else than the column of the kind' }
}

function fits(worth: Worth, kind: BenefitKind | null): boolean {
  if (kind === null || kind === worth.kind) return true
  const off: readonly BenefitKind[] = ['percentage', 'amount']
  return off.includes(kind) && off.includes(worth.kind)
}

function percentages(text: string, style: BenefitStyle): Found[] {
  return Array.from(text.matchAll(PERCENT)).flatMap((match): Found[] => {
    const { before, after } = around(text, match)
    const value = parseNumber((match[1] ?? '').replace(',', '.'), '.')
    if (NO_DISCOUNT_AFTER.test(after)) return []
    if (UP_TO.test(before)) return [{ worth: null, vague: 'says "up to", "from" or "plus"' }]
    if (value === undefined || value <= 0 || value > 100) return []
    const kind = percentKind(text, { before, after }, style)
    return kind === null
      ? [{ worth: null, vague: 'has a percentage without a word of what it is' }]
      : [{ worth: { kind, value, currency: null } }]
  })
}

function percentKind(
  text: string,
  { before, after }: { before: string; after: string },
  { kind }: BenefitStyle,
): 'percentage' | 'cashback' | null {
  if (BACK_AFTER.test(after) || BACK_BEFORE.test(before)) return 'cashback'
  if (OFF_AFTER.test(after) || OFF_BEFORE.test(before)) return 'percentage'
  if (kind === 'cashback' || kind === 'percentage') return kind
  // Nothing but the percentage: a cell of a column of discounts.
  return /^[-−]?\s*[\d.,]+\s?%$/.test(text.trim()) ? 'percentage' : null
}

function amounts(text: string, style: BenefitStyle): Found[] {
  return Array.from(text.matchAll(MONEY)).flatMap((match): Found[] => {
    const { before, after } = around(text, match)
    const money = moneyOf(match[2] ?? match[3] ?? '', match[1] ?? match[4] ?? '', style)
    const isOff = OFF_AFTER.test(after) || OFF_BEFORE.test(before)
    const isBack = BACK_AFTER.test(after) || BACK_BEFORE.test(before)
    if (!isOff && !isBack && CONDITION.test(before)) return []
    if (UP_TO.test(before)) return [{ worth: null, vague: 'says "up to", "from" or "plus"' }]
    const kind = isBack ? 'cashback' : isOff ? 'amount' : PRICE_BEFORE.test(before) ? 'fixed_price' : null
    if (kind === null) return [{ worth: null, vague: 'has an amount without a word of what it is' }]
    return [amountFound(kind, money)]
  })
}

function amountFound(kind: BenefitKind, money: Money | undefined): Found {
  if (!money)
    return { worth: null, vague: 'has an amount in a currency, or with a mark, that can be read in two ways' }
  if (money.value <= 0) return { worth: null, vague: 'has an amount of 0' }
  return { worth: { kind, value: money.value, currency: money.currency } }
}

function multibuys(text: string): Found[] {
  const pairs = Array.from(text.matchAll(MULTIBUY)).flatMap((match): Found[] => {
    const [received, paid] = [Number(match[1]), Number(match[2])]
    if (paid < 1 || received <= paid || received > 10) return []
    return [{ worth: { kind: 'multibuy', value: Number((received / paid).toFixed(4)), currency: null } }]
  })
  if (isTwoForOne(text)) pairs.push({ worth: { kind: 'multibuy', value: 2, currency: null } })
  return pairs
}

function isTwoForOne(text: string): boolean {
  const buys = text.search(BUY_ONE)
  return TWO_FOR_ONE.test(text) || (buys >= 0 && GET_ONE.test(text.slice(buys, buys + BUY_TO_GET)))
}

function instalments(text: string): Found[] {
  return Array.from(text.matchAll(INSTALMENTS)).flatMap((match): Found[] => {
    const count = Number(match[1])
    const terms = INSTALMENT_TERMS.exec(text.slice(match.index + match[0].length))?.[1] ?? ''
    const isFree = INTEREST_FREE.test(terms.trim()) || /msi|csi/.test(match[0] + terms)
    if (!isFree || count < 2) return []
    if (SEVERAL_COUNTS.test(text.slice(0, match.index)))
      return [{ worth: null, vague: 'names several numbers of instalments' }]
    return [{ worth: { kind: 'installments', value: count, currency: null } }]
  })
}

function halves(text: string): Found[] {
  return Array.from(
    text.matchAll(HALF),
    (): Found => ({ worth: { kind: 'percentage', value: 50, currency: null } }),
  )
}

function around(text: string, match: RegExpExecArray): { before: string; after: string } {
  const end = match.index + match[0].length
  return { before: text.slice(Math.max(0, match.index - 40), match.index), after: text.slice(end, end + 40) }
}
