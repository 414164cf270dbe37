// Files that people mistake for tables, and formats that are not supported: each is refused by name.

import { OperatorError } from '../../lib/errors.ts'
import type { Format, Head } from './format.ts'

interface NoTable {
  name: string
  /** How to get a table. */
  advice: string
  recognises(head: Head): boolean
}

const SAVE = 'open it in a spreadsheet and save it as CSV or .xlsx'
const COPY = 'copy its table into a spreadsheet, and save that as CSV or .xlsx'
const UNPACK = 'unpack it, and import the table in it'
const RETYPE = 'type its table into a spreadsheet, and save that as CSV or .xlsx'

const KINDS: readonly NoTable[] = [
  {
    name: 'a workbook of the old form (.xls) or one with a password',
    advice: 'save it as .xlsx or as CSV',
    recognises: has('\xd0\xcf\x11\xe0'),
  },
  {
    name: 'an OpenDocument file (.ods)',
    advice: SAVE,
    recognises: has('mimetypeapplication/vnd.oasis.opendocument', 30),
  },
  {
    name: 'an HTML page',
    advice: `if it is a login or an error page, download the file again; else ${SAVE}`,
    recognises: isMarkup(/^<(?:!doctype\s+html|html|head|body|meta|script|style)[\s>]/i),
  },
  { name: 'an SVG image', advice: RETYPE, recognises: isMarkup(/^<(?:!doctype\s+)?svg[\s>]/i) },
  {
    name: 'XML, such as RSS',
    advice: `export CSV or JSON instead, or ${SAVE}`,
    recognises: isMarkup(/^<(?:\?xml|!doctype|rss|feed|rdf:rdf|urlset)[\s>]/i),
  },
  { name: 'a PDF', advice: COPY, recognises: has('%PDF-') },
  { name: 'a text document (.rtf)', advice: COPY, recognises: has('{\\rtf') },
  { name: 'a ZIP archive without files', advice: 'import the table itself', recognises: has('PK\x05\x06') },
  { name: 'an archive (.7z)', advice: UNPACK, recognises: has('7z\xbc\xaf\x27\x1c') },
  { name: 'an archive (.rar)', advice: UNPACK, recognises: has('Rar!\x1a\x07') },
  { name: 'an archive (.tar)', advice: UNPACK, recognises: isTar },
  { name: 'a file packed by gzip (.gz)', advice: UNPACK, recognises: has('\x1f\x8b\x08') },
  { name: 'a file packed by bzip2 (.bz2)', advice: UNPACK, recognises: has('1AY&SY', 4) },
  { name: 'a file packed by xz (.xz)', advice: UNPACK, recognises: has('\xfd7zXZ\x00') },
  { name: 'a file packed by Zstandard (.zst)', advice: UNPACK, recognises: has('\x28\xb5\x2f\xfd') },
  { name: 'a PNG image', advice: RETYPE, recognises: has('\x89PNG') },
  { name: 'a JPEG image', advice: RETYPE, recognises: has('\xff\xd8\xff') },
  { name: 'a GIF image', advice: RETYPE, recognises: has('GIF89a', 0, 'GIF87a') },
  { name: 'a WebP image', advice: RETYPE, recognises: has('WEBPVP8', 8) },
  { name: 'a TIFF image', advice: RETYPE, recognises: has('II*\x00', 0, 'MM\x00*') },
  {
    name: 'an SQLite database',
    advice: 'export its table as CSV',
    recognises: has('SQLite format 3\x00'),
  },
]

export const NO_TABLES: readonly Format[] = KINDS.map(({ name, recognises, advice }) => ({
  name,
  recognises,
  open: (file) =>
    Promise.reject(
      new OperatorError('bad-source', `${file.name}: found ${name}, expected a table; ${advice}`),
    ),
}))

/** @param signature bytes as characters of Latin-1 */
function has(signature: string, at = 0, ...others: readonly string[]): NoTable['recognises'] {
  return (head) => [signature, ...others].some((each) => firstBytes(head).startsWith(each, at))
}

/** A tar file pads the name of its first file with zeros. */
function isTar(head: Head): boolean {
  const first = firstBytes(head)
  return first.startsWith('ustar', 257) && first.includes('\0')
}

const SIGNATURE_BYTES = 512

function firstBytes({ bytes }: Head): string {
  return bytes.toString('latin1', 0, SIGNATURE_BYTES)
}

const MARKUP_CHARACTERS = 16 * 1024
const DECLARATION = /^<\?xml\s[^>]*>/i

/**
 * Whether a text begins with the tag, with or without an XML declaration before it. Headings of a table may hold other
 * tags, such as `<b>Code</b>`.
 */
function isMarkup(tag: RegExp): NoTable['recognises'] {
  return ({ text }) => {
    // Drops the zeros and the byte order mark of UTF-16.
    const plain = text
      .slice(0, MARKUP_CHARACTERS)
      .replaceAll('\0', '')
      .replace(/^\uFFFD+/, '')
    const bare = withoutComments(plain)
    return tag.test(bare) || tag.test(withoutComments(bare.replace(DECLARATION, '')))
  }
}

/** Removes the comments at the beginning of a text. */
function withoutComments(text: string): string {
  let rest = text.trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->')
    if (end < 0) return ''
    rest = rest.slice(end + 3).trimStart()
  }
  return rest
}
