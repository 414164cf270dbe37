// Workbooks that are put together part by part, as no program writes them.

import type { ZipPart } from './odd-zip.ts'

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006'

export const sheetOf = (rows: string) => `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`

/** The parts of a workbook. All its sheets are one and the same part. */
export function workbook(
  sheet: Omit<ZipPart, 'name'> & { name?: string },
  { strings = '', sheets = 1, format = '', names = 0 } = {},
): ZipPart[] {
  const list = Array.from(
    { length: sheets },
    (_, n) => `<sheet name="s${n}" sheetId="${n + 1}" r:id="rId1"/>`,
  )
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`
  const relations = (...each: string[]) =>
    `<Relationships ${PACKAGE}/relationships">${each.join('')}</Relationships>`
  const defined = Array.from({ length: names }, (_, n) => `<definedName name="n${n}">s0!A1</definedName>`)
  return [
    { name: '[Content_Types].xml', content: `<Types ${PACKAGE}/content-types"></Types>` },
    { name: '_rels/.rels', content: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${MAIN} xmlns:r="${TYPES}"><sheets>${list.join('')}</sheets><definedNames>${defined.join('')}</definedNames></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
        relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
        relation('rId3', 'styles', 'styles.xml'),
      ),
    },
    { name: 'xl/sharedStrings.xml', content: strings || `<sst ${MAIN}></sst>` },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="200" formatCode="${format}"/></numFmts><cellXfs><xf/><xf numFmtId="200" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    },
    { name: 'xl/worksheets/sheet1.xml', ...sheet },
  ]
}
