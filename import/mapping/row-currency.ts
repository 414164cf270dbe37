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
  return /currency|moneda|moeda|divisa|wahrung|devise|valuta|waluta/.test(fold(heading))
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
export function codeOf(text: string, usual: string | null = null): string | undefined {
  const code = text.toUpperCase()
  return CURRENCY_CODES.has(code) ? code : (currencyOf(text, usual) ?? currencyOfCountry(text))
}

/** The columns of currencies that belong to an amount by name, as price_currency or /price/currency; if none does, all. */
export function currencyColumnsOf(amount: string, columns: readonly string[]): readonly string[] {
  // "/price/" of /price/amount; that of /amount is only "/".
  const parent = amount.slice(0, amount.lastIndexOf('/') + 1)
  const own = columns.filter(
    (name) => amount !== '' && (name.startsWith(amount) || (parent.length > 1 && name.startsWith(parent))),
  )
  return own.length > 0 ? own : columns
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
  const ofMoney = columns.filter(isOfCurrencies)
  // Next to "preco_brl", a country is the destination of a journey, not the place of its price.
  const isNamed = ofMoney.length > 0 || columns.some((name) => codesIn(name).length > 0)
  const ofPlace = isNamed ? undefined : columns.find(isOfCountries)
  // A text with a figure is an amount, not the name of a currency.
  const isOther = (text: string) =>
    /\p{L}|\p{Sc}/u.test(text) && !/\d/.test(text) && codeOf(text, currency) !== currency
  return (row, amount) => {
    // Of several columns, the first one's heading counts; a constant has none.
    const [heading = ''] = columnsOf(amount)
    const instead = (why: string) => `an amount with its currency, such as 38 USD: ${why}, not ${currency}`
    const named = codesIn(heading)
    if (named.length > 0 && !named.includes(currency)) return instead(`the heading names ${named.join(', ')}`)
    const other = currencyColumnsOf(heading, ofMoney).find((column) => isOther(textOf(row.get(column))))
    const ofCountry = ofPlace === undefined ? undefined : currencyOfCountry(textOf(row.get(ofPlace)))
    const otherPlace = ofCountry === undefined || ofCountry === currency ? undefined : ofPlace
    const column = other ?? otherPlace
    if (column === undefined) return undefined
    return instead(`${clip(column)} says ${JSON.stringify(clip(textOf(row.get(column))))}`)
  }
}
