// What follows from a country alone: its currency, its time zone if it has one, how it writes numbers and days; and
// the signs of money. Currencies come from `countries-list`, whose data are made from ISO 4217 and CLDR: Node's own
// data differ from version to version.

import { countries } from 'countries-list'
import { currencies } from 'countries-list/currencies'
import { fold } from '../../lib/text/plain-letters.ts'
import { TIME_ZONES } from './time-zones.ts'

export interface CountryFacts {
  currency: string
  /** Null if there are several. */
  timeZone: string | null
  decimal: ',' | '.'
  /** Whether the month is written before the day. */
  monthFirst: boolean
}

/** Countries that write a decimal comma, by CLDR; all others write a point. */
const DECIMAL_COMMA: ReadonlySet<string> = new Set(
  (
    'AD AL AM AO AR AT AW AX AZ BA BE BF BG BI BJ BL BO BR BV BY CD CF CG CI CL CM CO CR CU CV CY CZ DE DJ DK DZ EC ' +
    'EE ES FI FO FR GA GE GF GL GN GP GQ GR GW HR HU ID IS IT KG KZ LA LB LT LU LV LY MA MC MD ME MF MK MQ MR MZ NC ' +
    'NL NO PF PL PM PT PY RE RO RS RU RW SC SE SI SJ SK SM SN SR ST TF TG TJ TL TM TN TR UA UY UZ VA VE VN WF XK YT'
  ).split(' '),
)
/** The Philippines and Canada write both orders. */
const MONTH_FIRST: ReadonlySet<string> = new Set(['US', 'UM', 'GU', 'PR', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW'])

export const COUNTRIES: ReadonlyMap<string, CountryFacts> = new Map(
  Object.entries(countries).flatMap(([code, { currency }]): [string, CountryFacts][] => {
    const [first] = currency
    if (first === undefined) return []
    const decimal = DECIMAL_COMMA.has(code) ? ',' : '.'
    const timeZone = TIME_ZONES.get(code) ?? null
    return [[code, { currency: first, timeZone, decimal, monthFirst: MONTH_FIRST.has(code) }]]
  }),
)

/** ISO 4217 has three times this letter for "no currency". */
const NO_CURRENCY = 'X'.repeat(3)

/** Without those that were withdrawn. */
const CURRENT = Object.entries(currencies).filter(
  ([code, { withdrawn }]) => withdrawn !== true && code !== NO_CURRENCY,
)

/** Codes that a text may hold instead of a sign. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(CURRENT.map(([code]) => code))

/** How many decimals amounts have, by code. */
const DECIMALS: ReadonlyMap<string, number> = new Map(CURRENT.map(([code, { decimals }]) => [code, decimals]))

export function decimalsOf(currency: string): number {
  return DECIMALS.get(currency) ?? 2
}

/** Signs that the data lack, and those of which one currency is meant wherever another is not at home. */
const MORE_SIGNS: readonly (readonly [sign: string, ...codes: string[]])[] = [
  ['us$', 'USD'],
  ['u$s', 'USD'],
  ['u$d', 'USD'],
  ['$u', 'UYU'],
  ['rd$', 'DOP'],
  ['clp$', 'CLP'],
  ['cop$', 'COP'],
  ['mx$', 'MXN'],
  ['ars$', 'ARS'],
  ['ca$', 'CAD'],
  ['au$', 'AUD'],
  ['a$', 'AUD'],
  ['nz$', 'NZD'],
  ['hk$', 'HKD'],
  ['s$', 'SGD'],
  ['nt$', 'TWD'],
  ['c$', 'NIO', 'CAD'],
  ['$', 'NIO', 'CRC', 'SVC'],
  ['£', 'GBP'],
  ['₩', 'KRW'],
  ['¥', 'JPY', 'CNY'],
  ['rs', 'INR', 'LKR', 'MUR', 'NPR', 'PKR', 'SCR'],
  ['gs', 'PYG'],
  ['bs', 'BOB', 'VES'],
  ['s/', 'PEN'],
  ['b/', 'PAB'],
  ['q', 'GTQ'],
]
/** Signs that the data give to several currencies, of which only these are written so outside their country. */
const NARROWED: ReadonlySet<string> = new Set(['£', '₩'])

/** Words for currencies that are no codes. */
const CURRENCY_WORDS: readonly (readonly [word: string, ...codes: string[]])[] = [
  ['pesos', 'ARS', 'CLP', 'COP', 'CUP', 'DOP', 'MXN', 'PHP', 'UYU'],
  ['euros', 'EUR'],
  ['euro', 'EUR'],
  ['dolares', 'USD'],
  ['dollars', 'USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD'],
  ['reais', 'BRL'],
  ['soles', 'PEN'],
  ['guaranies', 'PYG'],
  ['colones', 'CRC'],
  ['bolivianos', 'BOB'],
  ['quetzales', 'GTQ'],
]

const hasMoneySign = (text: string) => /\p{Sc}/u.test(text)

function signs(): Map<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const add = (sign: string, codes: readonly string[]) =>
    found.set(sign, [...new Set([...(found.get(sign) ?? []), ...codes])])
  for (const [code, { symbol, symbolNative }] of CURRENT) {
    for (const each of new Set([signForm(symbol), signForm(symbolNative)])) {
      if (hasMoneySign(each) && !NARROWED.has(each)) add(each, [code])
    }
  }
  for (const [sign, ...codes] of MORE_SIGNS) add(sign, codes)
  return found
}

/** A sign as it is compared: folded, without the point behind an abbreviation. */
function signForm(sign: string): string {
  return fold(sign).replace('￥', '¥').replace(/\.$/, '')
}

/** The signs of money and what they may stand for. Only one currency: the sign says it all. */
export const CURRENCY_SIGNS: ReadonlyMap<string, readonly string[]> = signs()

const WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  CURRENCY_WORDS.map(([word, ...codes]) => [word, codes]),
)

/** Letters such as kr, R or zł: they are money only if that is the currency of the file. */
const OWN_SIGNS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  CURRENT.map(([code, { symbol, symbolNative }]) => [
    code,
    new Set([signForm(symbol), signForm(symbolNative)]),
  ]),
)

/**
 * The currency of a sign, a word or a code.
 * @param own that of the file, which decides what an ambiguous sign means
 * @returns undefined if the text is no sign of money; null if it could be that of several currencies
 */
export function currencyOf(sign: string, own: string | null): string | null | undefined {
  const form = signForm(sign)
  if (CURRENCY_CODES.has(sign) || (own !== null && form === own.toLowerCase())) return form.toUpperCase()
  if (own !== null && OWN_SIGNS.get(own)?.has(form)) return own
  const candidates = CURRENCY_SIGNS.get(form) ?? WORDS.get(form)
  if (!candidates) return undefined
  const [only, ...others] = candidates
  if (only !== undefined && others.length === 0) return only
  return own !== null && candidates.includes(own) ? own : null
}
