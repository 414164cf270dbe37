// Finds the digits and the currency of a text that is an amount of money and nothing else: "$ 10.000", "9,90 EUR".

import { currencyOf } from './countries.ts'

export interface MoneyText {
  digits: string
  /** Undefined without a sign; null if the sign may stand for several currencies. */
  currency: string | null | undefined
}

/** `1.234,50`, `10 000`, `10 000,50`: blanks stand only between thousands. */
const DIGITS = String.raw`\d+(?:[.,'’]\d+)*(?:[ \u00a0\u202f]\d{3}(?!\d))*(?:(?<=[ \u00a0\u202f]\d{3}),\d{1,2})?`
/** Letters and signs, such as `US $`, `R$`, `kr.`, `S/`. `currencyOf` knows which are signs of money. */
const SIGN = String.raw`us ?\$|[sb]/\.?|\p{L}{0,3}\p{Sc}\p{L}?|\p{L}{1,10}\.?`
const MONEY = new RegExp(
  `^(?:(?<before>${SIGN}) ?)?(?<digits>${DIGITS})(?<noCents>[.,:][-–—])?(?: ?(?<after>${SIGN}))?$`,
  'iu',
)

/** Raised and lowered digits: a price with raised cents, or a mark of a note. */
const RAISED = /[\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089]/

/** @param fileCurrency decides what an ambiguous sign means */
export function moneyText(text: string, fileCurrency: string | null): MoneyText | undefined {
  // "1⁹⁹" is no 199.
  if (RAISED.test(text)) return undefined
  const { before, digits, noCents, after } = MONEY.exec(text.normalize('NFKC'))?.groups ?? {}
  if (digits === undefined) return undefined
  const [first, last] = [before, after].map((sign) => sign && currencyOfSign(sign, fileCurrency))
  // A word that is no sign: "10 kg".
  if ((before && first === undefined) || (after && last === undefined)) return undefined
  // In "$10.000 CLP" the code says which dollar.
  if (before && after) return !last || (first && first !== last) ? undefined : { digits, currency: last }
  if (before || after) return { digits, currency: before ? first : last }
  // A dash for the cents shows that a number is money: "655,-".
  return { digits, currency: noCents ? fileCurrency : undefined }
}

/** An unknown sign still makes an amount, in an unknown currency. */
function currencyOfSign(sign: string, fileCurrency: string | null): string | null | undefined {
  const bare = sign.replace(' ', '')
  const known = currencyOf(bare.replace(/\.$/, ''), fileCurrency)
  return known === undefined && /\p{Sc}/u.test(bare) ? null : known
}
