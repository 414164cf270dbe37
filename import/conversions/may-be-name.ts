// Whether a text can be what a place, a shop or a bank is called.

/** Not an address, a number, or one of the two truth values. */
export function mayBeName(text: string): boolean {
  return /\p{L}/u.test(text) && !/:\/\/|^www\./i.test(text) && !TRUTH.test(text)
}

/** As programs and spreadsheets write it. */
const TRUTH = /^(?:true|false|verdadero|falso|verdadeiro)$/i
