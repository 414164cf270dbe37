// A cell of a table of any format: a text as typed, a value whose type the format knows (a number, an amount, a truth value,
// a list), a formula without a result, or null if it is empty.

import { decodeHTMLStrict } from 'entities'
import { composed } from '../../lib/json/composed.ts'
import { VISIBLE } from '../../lib/text/patterns.ts'

/** A number whose cell is formatted as a percentage or as money: 0.2 shown as 20% is 20 of `%`. */
export interface Measure {
  readonly number: number
  /** `%`, or the currency sign in the number format: `$`, `CLP`. */
  readonly unit: string
}

/** A formula of a workbook that holds no result: another program wrote it, and none has calculated it. */
export interface Formula {
  /** Without `=`; empty if it is shared with other cells. */
  readonly formula: string
}

export type Cell = string | number | boolean | null | Measure | Formula | readonly Cell[]

export function isList(cell: Cell): cell is readonly Cell[] {
  return Array.isArray(cell)
}

export function isMeasure(cell: Cell): cell is Measure {
  return typeof cell === 'object' && cell !== null && 'unit' in cell
}

export function isFormula(cell: Cell): cell is Formula {
  return typeof cell === 'object' && cell !== null && 'formula' in cell
}

/**
 * A cell as a person reads it, composed (NFC), without line breaks, markup and extra blanks; empty for null. The items of
 * a list are joined by "; ", which `readWorth` and `readWeekdays` split again.
 */
export function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (isList(cell)) return cell.map(textOf).filter(Boolean).join('; ')
  if (isFormula(cell)) return `=${plainText(cell.formula)}`
  if (isMeasure(cell)) return cell.unit === '%' ? `${cell.number}%` : `${cell.unit} ${cell.number}`
  return plainText(String(cell))
}

/** The text in a formula such as `="0101"`; any other text itself. */
export function asShown(text: string): string {
  const [, shown] = /^="((?:[^"]|"")*)"$/.exec(text) ?? []
  return shown === undefined ? text : shown.replaceAll('""', '"')
}

/**
 * The usual tags of HTML. Any other text in such brackets, such as <Chicago>, is kept. SECURITY: the bound of 500
 * characters for attributes keeps the time linear.
 */
const MARKUP =
  /<\/?(?:abbr|a|blockquote|br|b|center|code|div|em|font|h[1-6]|hr|img|i|li|ol|pre|p|script|section|small|span|strong|style|sub|sup|svg|s|table|tbody|td|thead|th|tr|ul|u)(?![a-z\d])[^<>]{0,500}>/gi
const CONTROLS = /\p{Cc}+/gu

/** Signs of markup, control characters, unusual blanks, runs of blanks, and blanks at an end. Most cells have none. */
const NOT_PLAIN = /[<&\p{Cc}]|[^\S ]| {2}|^ | $/u

/**
 * Removes markup, control characters and extra blanks, and decodes entities such as &amp;. A lone surrogate becomes U+FFFD.
 * A text of which nothing can be seen is empty.
 */
function plainText(text: string): string {
  const plain = NOT_PLAIN.test(text) ? withoutMarkup(text) : text
  return VISIBLE.test(plain) ? composed(plain).toWellFormed() : ''
}

function withoutMarkup(text: string): string {
  const decoded = decodeHTMLStrict(text.replace(MARKUP, ' '))
  return decoded.replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim()
}
