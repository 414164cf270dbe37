// Files that are not tables are refused by name, and no table is mistaken for one of them.

import t from 'tap'
import { zipOf } from '../hostile/support/odd-zip.ts'
import { readTable } from './read-table.ts'

const SAVE = 'open it in a spreadsheet and save it as CSV or .xlsx'
const COPY = 'copy its table into a spreadsheet, and save that as CSV or .xlsx'
const ARCHIVE = 'an archive, expected a table; unpack it, and import the table in it'
const ZIP = 'an archive that is no .xlsx workbook; unpack it, or save its table as .xlsx or as CSV'
const IMAGE = 'an image, expected a table; type its table into a spreadsheet, and save that as CSV or .xlsx'
const PAGE = `if it is a login or an error page, download the file again; else ${SAVE}`
const FEED = `export CSV or JSON instead, or ${SAVE}`

const bytes = (text: string) => Buffer.from(text, 'latin1')
const zip = (...names: string[]) => zipOf(names.map((name) => ({ name, content: '' })))
const REST = 'id;oferta\n1;Menú\n'

const TAGS: [found: string, ...tags: string[]][] = [
  [`an HTML page, expected a table; ${PAGE}`, ...['!DOCTYPE  html', 'html', 'Head', 'body', 'meta', 'script', 'style']],
  [`XML, such as RSS, expected a table; ${FEED}`, ...['!DOCTYPE offers', 'rss', 'feed', 'rdf:RDF', 'urlset', 'SVG']],
] // biome-ignore format: a table

const CASES: [title: string, content: string | Buffer, found: string][] = [
  ...TAGS.flatMap(([found, ...tags]) =>
    tags.flatMap((tag): [string, string, string][] => [
      [tag, `<${tag}>`, found],
      [`${tag} after a comment`, `<!-- a -->\n<!-- b --> <${tag} x="1">`, found],
    ]),
  ),
  ['a page', '<!DOCTYPE html>\n<html><body>a;b</body></html>', `an HTML page, expected a table; ${PAGE}`],
  ['a page after a comment', ' <!-- x --><HTML lang="es">', `an HTML page, expected a table; ${PAGE}`],
  ['a page that is XML', '<?xml version="1.0"?>\n<html xmlns="x">', `an HTML page, expected a table; ${PAGE}`],
  ['a feed', '\uFEFF<?xml version="1.0"?><rss version="2.0">', `XML, such as RSS, expected a table; ${FEED}`],
  ['a feed without a declaration', '<feed xmlns="x">', `XML, such as RSS, expected a table; ${FEED}`],
  ['XML in UTF-16', Buffer.from('\uFEFF<?xml version="1.0"?><a/>', 'utf16le'), `XML, such as RSS, expected a table; ${FEED}`],
  ['an image of XML', '<?xml version="1.0"?><!-- x --><svg viewBox="0">', `XML, such as RSS, expected a table; ${FEED}`],
  ['PDF', bytes('%PDF-1.7\n%\xe2\xe3'), `a PDF, expected a table; ${COPY}`],
  ['7z', bytes('7z\xbc\xaf\x27\x1c\x00'), ARCHIVE],
  ['rar', bytes('Rar!\x1a\x07\x01\x00'), ARCHIVE],
  ['tar', `offers.csv${'\0'.repeat(247)}ustar\x0000`, ARCHIVE],
  ['gzip', bytes('\x1f\x8b\x08\x00'), ARCHIVE],
  ['bzip2', 'BZh91AY&SY', ARCHIVE],
  ['xz', bytes('\xfd7zXZ\x00'), ARCHIVE],
  ['zstd', bytes('\x28\xb5\x2f\xfd'), ARCHIVE],
  ['PNG', bytes('\x89PNG\r\n\x1a\n'), IMAGE],
  ['JPEG', bytes('\xff\xd8\xff\xe0'), IMAGE],
  ['an older GIF', 'GIF87a', IMAGE],
  ['GIF', 'GIF89a', IMAGE],
  ['WebP', bytes('RIFF\x10\x00\x00\x00WEBPVP8 '), IMAGE],
  ['TIFF of the big end', bytes('MM\x00*'), IMAGE],
  ['TIFF', bytes('II*\x00'), IMAGE],
  ['an empty zip', zip(), ARCHIVE],
  ['a zip', zip('offers.csv'), ZIP],
  ['xlsb', zip('[Content_Types].xml', 'xl/workbook.bin', 'xl/theme/theme1.xml'), ZIP],
  ['docx', zip('[Content_Types].xml', 'word/document.xml'), ZIP],
  ['Numbers', zip('Index/Document.iwa'), ZIP],
  ['OpenDocument', zip('mimetype', 'content.xml'), ZIP],
] // biome-ignore format: a table

t.test('a file that is not a table is refused by name, with advice, on any day', async (t) => {
  for (const [title, content, found] of CASES) {
    const failure = { code: 'bad-source', message: `a.csv: found ${found}` }
    await t.rejects(readTable(t, 'a.csv', content), failure, title)
    await t.rejects(
      readTable(t, 'a.csv', content, { encoding: 'utf-8', delimiter: ';', headings: 1 }),
      failure,
      title,
    )
    await t.rejects(readTable(t, 'a.csv', content, { records: '/offers' }), failure, title)
  }
})

t.test('a table that begins like another kind of file is read', async (t) => {
  const cases: [text: string, first: string][] = [
    [`<b>id</b>;<b>oferta</b>\n1;Menú\n`, '1'],
    ['<id>;<oferta>\n1;Menú\n', '1'],
    ['<headline>;oferta\n1;Menú\n', '1'],
    ['<!-- id;<html>\n1;Menú\n', '1'],
    ['id;<html>\n1;Menú\n', '1'],
    [`${'x'.repeat(257)}ustar;oferta\n1;Menú\n`, '1'],
    ['<rssi>;oferta\n1;Menú\n', '1'],
    [`%PDF;oferta\n1;Menú\n`, '1'],
    [`PK;oferta\n1;Menú\n`, '1'],
    ['Rar!;oferta\n1;Menú\n', '1'],
    ['GIF;oferta\n1;Menú\n', '1'],
    ['RIFF;WEBP\n1;Menú\n', '1'],
    ['BZh;oferta\n1;Menú\n', '1'],
    ['7z;oferta\n1;Menú\n', '1'],
    ['II*;MM*\n1;Menú\n', '1'],
    ['oferta\n20% en menú\n', '20% en menú'],
  ]
  for (const [text, first] of cases) {
    const { rows } = await readTable(t, 'a.csv', text, { headings: 1 })
    t.equal(rows[0]?.[1], first, text)
  }
  t.match(await readTable(t, 'a.csv', REST), { rows: [[2, '1', 'Menú']] })
})
