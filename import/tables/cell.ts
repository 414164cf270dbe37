// A cell of a table of any format: a text as typed, or a value that the format marks as a number.

/** A number whose cell is formatted as a percentage or as money: 0.2 shown as 20% is 20 of `%`. */
export interface Measure {
  readonly number: number
  /** `%`, or the currency sign in the number format: `$`, `CLP`. */
  readonly unit: string
}

export type Cell = string | number | boolean | null | Measure | readonly Cell[]

export function isList(cell: Cell): cell is readonly Cell[] {
  return Array.isArray(cell)
}

export function isMeasure(cell: Cell): cell is Measure {
  return typeof cell === 'object' && cell !== null && 'unit' in cell
}

/** A cell as a person reads it, without line breaks, markup and extra blanks; empty for null. */
export function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (isList(cell)) return cell.map(textOf).filter(Boolean).join('; ')
  if (isMeasure(cell)) return cell.unit === '%' ? `${cell.number}%` : `${cell.unit} ${cell.number}`
  return plainText(String(cell))
}

const MARKUP = /<\/?[a-zA-Z][^<>]{0,500}>/g
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    aacute: 'á',
    eacute: 'é',
    iacute: 'í',
    oacute: 'ó',
    uacute: 'ú',
    ntilde: 'ñ',
    euro: '€',
    ndash: '–',
    mdash: '—',
  }),
)
const CONTROLS = /\p{Cc}+/gu

/** Markup, control characters, unusual blanks, runs of blanks, and blanks at an end. Most cells have none. */
const NOT_PLAIN = /[<&\p{Cc}]|[^\S ]| {2}|^ | $/u

/** Removes markup, control characters and extra blanks. */
export function plainText(text: string): string {
  if (!NOT_PLAIN.test(text)) return text.toWellFormed()
  const bare = MARKUP.test(text) ? text.replace(MARKUP, ' ') : text
  return bare.replace(ENTITY, decodeEntity).replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim().toWellFormed()
}

function decodeEntity(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name) ?? whole
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}
