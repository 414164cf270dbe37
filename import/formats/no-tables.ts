// Files that people mistake for tables, and formats that are not supported: each is refused by name.

import { OperatorError } from '../../lib/errors.ts'
import type { Format, Head } from './format.ts'

type Kind = readonly [name: string, advice: string]

const OPEN = 'open it in a spreadsheet and save it as CSV or .xlsx'
const WORKBOOK: Kind = [
  'a workbook of the old form (.xls) or one with a password',
  'save it as .xlsx or as CSV',
]
const PAGE: Kind = [
  'an HTML page',
  `if it is a login or an error page, download the file again; else ${OPEN}`,
]
const XML: Kind = ['XML, such as RSS', `export CSV or JSON instead, or ${OPEN}`]
const PDF: Kind = ['a PDF', 'copy its table into a spreadsheet, and save that as CSV or .xlsx']
const ARCHIVE: Kind = ['an archive', 'unpack it, and import the table in it']
const IMAGE: Kind = ['an image', 'type its table into a spreadsheet, and save that as CSV or .xlsx']

/** The bytes of a file at an offset, which is 0 if left out, as characters of Latin-1. */
const SIGNATURES: readonly (readonly [kind: Kind, signature: string, at?: number])[] = [
  [WORKBOOK, '\xd0\xcf\x11\xe0'],
  [PDF, '%PDF-'],
  // An empty ZIP. Any other may be a workbook, and unpack-workbook.ts refuses it by its files.
  [ARCHIVE, 'PK\x05\x06'],
  // 7-Zip, RAR, gzip, bzip2, xz, Zstandard, and two forms of tar.
  [ARCHIVE, '7z\xbc\xaf\x27\x1c'],
  [ARCHIVE, 'Rar!\x1a\x07'],
  [ARCHIVE, '\x1f\x8b\x08'],
  [ARCHIVE, '1AY&SY', 4],
  [ARCHIVE, '\xfd7zXZ\0'],
  [ARCHIVE, '\x28\xb5\x2f\xfd'],
  [ARCHIVE, 'ustar\0', 257],
  [ARCHIVE, 'ustar  \0', 257],
  // PNG, JPEG, GIF, WebP, and TIFF.
  [IMAGE, '\x89PNG'],
  [IMAGE, '\xff\xd8\xff'],
  [IMAGE, 'GIF87a'],
  [IMAGE, 'GIF89a'],
  [IMAGE, 'WEBPVP8', 8],
  [IMAGE, 'II*\0'],
  [IMAGE, 'MM\0*'],
]

/** SECURITY: a comment ends at its first `-->`, so the expression tries no text in two ways. */
const COMMENTS = String.raw`\s*(?:<!--(?:(?!-->)[^])*-->\s*)*`

/** Headings of a table may hold other tags, such as `<b>Code</b>`. */
const TAGS: readonly (readonly [kind: Kind, begins: RegExp])[] = [
  [PAGE, beginning('!doctype\\s+html|html|head|body|meta|script|style')],
  [XML, beginning('\\?xml|!doctype|rss|feed|rdf:rdf|urlset|svg')],
]

function beginning(tags: string): RegExp {
  return new RegExp(`^${COMMENTS}(?:<\\?xml\\s[^>]*>${COMMENTS})?<(?:${tags})[\\s>]`, 'i')
}

/** Enough for the comments before a first tag. */
const HEAD_BYTES = 16 * 1024

export const NO_TABLE: Format = {
  name: 'no table',
  recognises: (head) => kindOf(head) !== undefined,
  async open({ name, head }) {
    const [found, advice] = kindOf(head) ?? []
    throw new OperatorError('bad-source', `${name}: found ${found}, expected a table; ${advice}`)
  },
}

function kindOf({ bytes }: Head): Kind | undefined {
  const latin1 = bytes.toString('latin1', 0, HEAD_BYTES)
  const [kindBySignature] = SIGNATURES.find(([, signature, at]) => latin1.startsWith(signature, at)) ?? []
  // Drops the zeros of UTF-16, and the byte order mark.
  const text = latin1.replaceAll('\0', '').replace(/^[\xef\xbb\xbf\xfe\xff]+/, '')
  return kindBySignature ?? TAGS.find(([, begins]) => begins.test(text))?.[0]
}
