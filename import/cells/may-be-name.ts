// Whether a text can be the name of a place, a shop or a bank.

/** Whether a text has a letter, and is neither a web address nor a truth value. */
export function mayBeName(text: string): boolean {
  return /\p{L}/u.test(text) && !/:\/\/|^www\./i.test(text) && !TRUTH.test(text)
}

/** Truth values as programs and spreadsheets write them. */
const TRUTH = /^(?:true|false|verdadero|falso|verdadeiro)$/i
