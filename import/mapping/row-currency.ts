// What a table says about the currency of its amounts without a sign: by a column of currencies or countries, or by the
// heading of the amounts. In a row of another currency than the file has, an amount without a sign is not read.

import { clip } from '../../lib/text/clip.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { textOf } from '../cells/cell.ts'
import { CURRENCY_CODES, currencyOf, currencyOfCountry, isSureCode } from '../cells/countries.ts'
import { headingWords } from '../cells/words.ts'
import type { Row } from '../tables/table.ts'
import { columnsOf } from './cell-source.ts'
import type { CellSource } from './mapping.ts'

/** Whether a heading names currencies. */
export function isOfCurrencies(heading: string): boolean {
  return /currency|\bccy\b|moneda|moeda|divisa|wahrung|devise|valuta|waluta/.test(fold(heading))
}

/** Whether a heading names countries. */
export function isOfCountries(heading: string): boolean {
  return /^(?:country|countries|pais|land|pays|paese|tara)(?: code| name)?$/.test(headingWords(heading))
}

/** The codes of currencies in a heading: `precio_usd`, `Precio (USD)`. */
export function codesIn(heading: string): string[] {
  return headingWords(heading).toUpperCase().split(' ').filter(isSureCode)
}

/**
 * The currency that a text names by its code in any case, a sign, a word or a country; undefined if it names none, or may
 * name several.
 * @param usual decides what a sign or word of several currencies means
 */
function codeOf(text: string, usual: string | null): string | undefined {
  const code = text.toUpperCase()
  return CURRENCY_CODES.has(code) ? code : (currencyOf(text, usual) ?? currencyOfCountry(text))
}

/** What a cell of a row says about the currency of an amount. */
interface StatedCurrency {
  column: string
  text: string
  /** Undefined for a text that is no currency, such as "UF", and for a country that is not known. */
  code: string | undefined
  isPlace?: true
}

/**
 * Makes the function that reads what a row says about the currency of its amounts without a sign: in columns of currencies,
 * or cells that are the code of one; without such a column, in that of countries.
 * @param columns all columns of the table
 * @param usual decides what a sign or word of several currencies means
 */
export function createCurrencyReader(
  columns: readonly string[],
  usual: string | null,
): (row: Row, amount: string) => readonly StatedCurrency[] {
  const places = columns.filter(isOfCountries)
  const others = columns.filter((column) => !places.includes(column))
  const ofMoney = new Set(others.filter(isOfCurrencies))
  // Next to "preco_brl", a country is the destination of a journey, not the place of its price.
  const isNamed = ofMoney.size > 0 || columns.some((name) => codesIn(name).length > 0)
  const [place] = isNamed ? [] : places
  return (row, amount) => {
    const stated = others.flatMap((column): StatedCurrency[] => {
      const cell = row.get(column)
      if (!ofMoney.has(column)) {
        return typeof cell === 'string' && isSureCode(cell) ? [{ column, text: cell, code: cell }] : []
      }
      const text = textOf(cell)
      // A text with a figure is an amount, not the name of a currency.
      return /\d/.test(text) || !/\p{L}|\p{Sc}/u.test(text)
        ? []
        : [{ column, text, code: codeOf(text, usual) }]
    })
    // Of price_currency and shipping_currency, the first belongs to "price".
    const own = stated.filter(({ column }) => belongsTo(column, amount))
    if (stated.length > 0 || place === undefined) return own.length > 0 ? own : stated
    const text = textOf(row.get(place))
    return /\p{L}/u.test(text) ? [{ column: place, text, code: currencyOfCountry(text), isPlace: true }] : []
  }
}

/** Whether a column belongs to an amount by name, as price_currency to price, or /price/currency to /price/amount. */
function belongsTo(column: string, amount: string): boolean {
  // "/price/" of /price/amount; that of /amount is only "/".
  const parent = amount.slice(0, amount.lastIndexOf('/') + 1)
  return amount !== '' && (column.startsWith(amount) || (parent.length > 1 && column.startsWith(parent)))
}

/**
 * Says what would be understood instead of an amount without a sign; undefined if such an amount is in the currency of the
 * file, as far as the row says.
 */
export type OtherCurrency = (row: Row, amount: CellSource) => string | undefined

/**
 * @param columns all columns of the table
 * @param currency of the file; null if it is unknown: then no row has another one
 */
export function createOtherCurrency(columns: readonly string[], currency: string | null): OtherCurrency {
  if (currency === null) return () => undefined
  const currenciesIn = createCurrencyReader(columns, currency)
  return (row, amount) => {
    // Of several columns, the first one's heading counts; a constant has none.
    const [heading = ''] = columnsOf(amount)
    const instead = (why: string) => `an amount with its currency, such as 38 USD: ${why}, not ${currency}`
    const named = codesIn(heading)
    if (named.length > 0 && !named.includes(currency)) return instead(`the heading names ${named.join(', ')}`)
    // A country that is not known may well be that of the file.
    const isOther = ({ code, isPlace }: StatedCurrency) =>
      code !== currency && !(isPlace && code === undefined)
    const other = currenciesIn(row, heading).find(isOther)
    return other && instead(`${clip(other.column)} says ${JSON.stringify(clip(other.text))}`)
  }
}
