// Facts that follow from a country: its currency, its time zone if it has one, how it writes numbers, days and letters;
// and the signs, codes and decimals of money.

import { COUNTRY_FACTS, CURRENCY_FACTS } from '../../lib/iso-codes.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import type { DayOrder } from './days.ts'
import zones from './time-zones.json' with { type: 'json' }

export interface CountryFacts {
  currency: string
  /** The zone in which all or nearly all people live; null if the country has several such zones. */
  timeZone: string | null
  /** The zone of the capital, if the country has several zones; for tables that have days and no times. */
  capitalZone: string | null
  decimal: ',' | '.'
  /** How days of figures are written. */
  dayOrder: DayOrder
}

/**
 * IANA time zones by country: of one zone, and of the capital of a country with several. The list of Node differs between
 * versions, and a time zone is published.
 */
const SHARED: Readonly<Record<string, string>> = zones.shared
const OF_CAPITAL: Readonly<Record<string, string>> = zones.ofCapital

/** Countries that write a decimal comma, by CLDR; all others write a point. */
const DECIMAL_COMMA: ReadonlySet<string> = new Set(
  (
    'AD AL AM AO AR AT AW AX AZ BA BE BF BG BI BJ BL BO BR BV BY CD CF CG CI CL CM CO CR CU CV CY CZ DE DJ DK DZ EC ' +
    'EE ES FI FO FR GA GE GF GL GN GP GQ GR GW HR HU ID IS IT KG KZ LA LB LT LU LV LY MA MC MD ME MF MK MQ MR MZ NC ' +
    'NL NO PF PL PM PT PY RE RO RS RU RW SC SE SI SJ SK SM SN SR ST TF TG TJ TL TM TN TR UA UY UZ VA VE VN WF XK YT'
  ).split(' '),
)
/** Countries that write the month first. The Philippines and Canada write both orders, so they are not here. */
const MONTH_FIRST: ReadonlySet<string> = new Set(['US', 'UM', 'GU', 'PR', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW'])

/** Countries that write the year first, also with two digits. */
export const YEAR_FIRST: ReadonlySet<string> = new Set('CN HU IR JP KP KR LT MN SE TW'.split(' '))

export const COUNTRIES: ReadonlyMap<string, CountryFacts> = new Map(
  [...COUNTRY_FACTS].flatMap(([code, { currency }]): [string, CountryFacts][] => {
    // The library lists the currency of prices first: CLP, then CLF.
    const [main] = currency
    if (main === undefined) return []
    const decimal = DECIMAL_COMMA.has(code) ? ',' : '.'
    const dayOrder = MONTH_FIRST.has(code) ? 'MM/DD/YYYY' : 'DD/MM/YYYY'
    const [timeZone, capitalZone] = [SHARED[code] ?? null, OF_CAPITAL[code] ?? null]
    return [[code, { currency: main, timeZone, capitalZone, decimal, dayOrder }]]
  }),
)

const CODE_OF_NAME: ReadonlyMap<string, string> = new Map(
  [...COUNTRY_FACTS].flatMap(([code, { name, native }]) =>
    [code, name, native].map((each): [string, string] => [fold(each), code]),
  ),
)

/** The currency of a country; undefined for a text that is neither its code nor its name in English or its own language. */
export function currencyOfCountry(text: string): string | undefined {
  return COUNTRIES.get(CODE_OF_NAME.get(fold(text)) ?? '')?.currency
}

/** Languages in Latin letters of which Windows-1252 lacks some. */
const BEYOND_1252: ReadonlySet<string> = new Set(
  'az bs cs hr hu lt lv mt pl ro sk sl sr tk tr uz vi'.split(' '),
)

/** Whether Windows-1252 has the letters of the language that most people of a country write. */
export function writesIn1252(country: string): boolean {
  const { language, script } = new Intl.Locale(`und-${country}`).maximize()
  return script === 'Latn' && !BEYOND_1252.has(language)
}

/** Codes that a text may hold instead of a sign. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(CURRENCY_FACTS.keys())

/** Codes that are also words or names, in any language of the tables. */
const CODES_LIKE_WORDS: ReadonlySet<string> = new Set(
  'ALL TOP TRY CUP GEL MAD PEN KGS RON AMD SOS'.split(' '),
)

/** Whether a text is the code of a currency, and no word. */
export function isSureCode(text: string): boolean {
  return CURRENCY_CODES.has(text) && !CODES_LIKE_WORDS.has(text)
}

const DECIMALS: ReadonlyMap<string, number> = new Map(
  Array.from(CURRENCY_FACTS, ([code, { decimals }]) => [code, decimals]),
)

/** How many decimals the amounts of a currency have; 2 for an unknown or withdrawn one. */
export function decimalsOf(currency: string): number {
  return DECIMALS.get(currency) ?? 2
}

/** Signs and words that the data lack, further meanings of their signs, and the only meaning of each narrowed sign. */
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
  ['rs', 'INR', 'LKR', 'MUR', 'NPR', 'PKR', 'SCR'],
  ['gs', 'PYG'],
  ['bs', 'BOB', 'VES'],
  ['s/', 'PEN'],
  ['b/', 'PAB'],
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
/** Signs that the data give to several currencies, though in most countries they mean only the one in `MORE_SIGNS`. */
const NARROWED: ReadonlySet<string> = new Set(['£', '₩'])

const hasMoneySign = (text: string) => /\p{Sc}/u.test(text)

/** Of the signs in the data, only those that are no mere letters: kr and the like are in `LOCAL_SIGNS`. */
function signs(): Map<string, readonly string[]> {
  const codesOf = new Map<string, string[]>()
  const add = (sign: string, codes: readonly string[]) =>
    codesOf.set(sign, [...new Set([...(codesOf.get(sign) ?? []), ...codes])])
  for (const [code, { symbol, symbolNative }] of CURRENCY_FACTS) {
    for (const each of new Set([signForm(symbol), signForm(symbolNative)])) {
      if (hasMoneySign(each) && !NARROWED.has(each)) add(each, [code])
    }
  }
  for (const [sign, ...codes] of MORE_SIGNS) add(signForm(sign), codes)
  return codesOf
}

/** A sign in the form for comparison: folded, without the point of an abbreviation, ¥ in its usual width. */
function signForm(sign: string): string {
  return fold(sign).replace('￥', '¥').replace(/\.$/, '')
}

/** The signs of money and the words for it, and the currencies that each may stand for. */
const SIGNS: ReadonlyMap<string, readonly string[]> = signs()

/** The signs of each currency, such as kr for SEK. Letters are a sign only in a file of that currency. */
const LOCAL_SIGNS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Array.from(CURRENCY_FACTS, ([code, { symbol, symbolNative }]) => [
    code,
    new Set([signForm(symbol), signForm(symbolNative)]),
  ]),
)

/**
 * The currency of a sign, a word or a code.
 * @param fileCurrency decides what an ambiguous sign means; only for this currency do letters such as kr, codes in small
 * letters and codes that are also words count
 * @returns undefined if the text is not a sign of money; null if it may mean several currencies
 */
export function currencyOf(sign: string, fileCurrency: string | null): string | null | undefined {
  const form = signForm(sign)
  if (isSureCode(sign) || (fileCurrency !== null && form === fileCurrency.toLowerCase()))
    return form.toUpperCase()
  if (fileCurrency !== null && LOCAL_SIGNS.get(fileCurrency)?.has(form)) return fileCurrency
  const candidates = SIGNS.get(form)
  if (!candidates) return undefined
  const [code, ...others] = candidates
  if (code !== undefined && others.length === 0) return code
  return fileCurrency !== null && candidates.includes(fileCurrency) ? fileCurrency : null
}
