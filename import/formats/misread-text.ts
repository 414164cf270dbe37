// Finds text that was decoded in a wrong encoding, and perhaps encoded again: `Ã±` for ñ.

/** Characters of Windows-1252 for the bytes 80 to BF, which continue a character of UTF-8. */
const CONTINUED = '\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
/**
 * The same without those that may follow a capital at the end of a word, as in `MAÇÃ”` and `PÅ…`. After Å, “ may also
 * close a quotation: `„PÅ“`.
 */
const SURE = '\\u0080-\\u009f¡-º¼-¿€‚ƒ„†‡ˆ‰Š‹ŒŽ‘“•˜™šœžŸ'

const FORMS: readonly string[] = [
  // UTF-8 read as Windows-1252 or Latin-1. Latin letters and punctuation: `Ã±` is ñ, `Å¡` is š, `Â°` is °, `â€œ` is “.
  // Other scripts, if two or three letters are in a row: `Ð°Ð±Ð²` is абв, `æ—¥æœ¬` is 日本. `ï»¿` is a byte order mark.
  `[ÃÄ][${SURE}]|Å(?!“)[${SURE}]|Â[\\u0080-\\u009f¡-º¼-¿]|â[€‚„†][${CONTINUED}]`,
  `(?:[ÎÏÐÑ×ØÙ][${CONTINUED}]){3}|(?:[ä-é][${CONTINUED}]{2}){2}|ï»¿`,
  // UTF-8 read as Mac Roman: `√±` is ñ, `¬°` is ¡. As a code page of DOS, next to a letter, since programs also draw
  // tables with these characters: `a├▒o` is año, `jam├│n` is jamón.
  '√[±≥©≠°≤≈∂ßœ∫ÅâìëÉ]|¬[°ø∫]|(?<=\\p{L})[├┬][^\\s─-╿]|[├┬][^\\s─-╿](?=\\p{L})|├[│║](?=\\p{L})|(?<=\\p{L})├[│║]',
]
const MISREAD = new RegExp(FORMS.join('|'), 'u')

/** A letter that a conversion lost, as in "Banco �irre". */
const LOST = /\ufffd|ï¿½/

/**
 * What happened, and what to do about it.
 * @param encoding the encoding of the file
 */
export function misreadAdvice(encoding: string | undefined): string {
  return encoding === 'windows-1252'
    ? 'UTF-8 in a file that is Windows-1252 elsewhere: save all of it as CSV in UTF-8'
    : 'decoded in a wrong encoding before: export the table again, in UTF-8'
}

/** Characters shown around the letters that are found. */
const MAX_BEFORE = 12
const MAX_AFTER = 12

/** The first misread letters with the text around them; undefined if there are none. */
export function misreadIn(text: string): string | undefined {
  return excerptWith(MISREAD, text)
}

/** The first lost letter with the text around it; undefined if there is none. */
export function lostIn(text: string): string | undefined {
  return excerptWith(LOST, text)
}

/** The match of a form with the text around it, up to the ends of its line or cell. */
function excerptWith(form: RegExp, text: string): string | undefined {
  const match = form.exec(text)
  if (!match) return undefined
  const around = text.slice(Math.max(0, match.index - MAX_BEFORE), match.index + match[0].length + MAX_AFTER)
  return around.split(/[\r\n\t;]/).find((part) => form.test(part)) ?? match[0]
}
