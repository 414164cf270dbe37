// Each bound of a workbook, at the bound and one above it.

import t from 'tap'
import { tooLarge, unpackWorkbook } from '../../../import/formats/unpack-workbook.ts'
import { type ZipPart, zipOf } from '../hostile/support/odd-zip.ts'

const PARTS: ZipPart = { name: 'xl/workbook.xml', content: '' }
const part = (content: string, more: Partial<ZipPart> = {}): ZipPart => ({ name: 'x.xml', content, ...more })

t.test('a workbook one above a bound is refused', async (t) => {
  const cases: [parts: ZipPart[], message: string | undefined][] = [
    [[part('', { aliases: Array.from({ length: 4998 }, (_, n) => `x${n}`) })], undefined],
    [[part('', { aliases: Array.from({ length: 4999 }, (_, n) => `x${n}`) })], 'a workbook of 5001 files'],
    [
      [part('', { claimed: 250_000_000 }), part('x', { name: 'y' })],
      'a workbook that unpacks to more than 250000000 bytes',
    ],
  ] // biome-ignore format: a table
  for (const [parts, message] of cases) {
    const bytes = zipOf([PARTS, ...parts])
    if (message === undefined) t.ok(await unpackWorkbook(bytes))
    else await t.rejects(unpackWorkbook(bytes), tooLarge(message), message)
  }
})

t.test('pictures and folders are left out, whatever size they claim', async (t) => {
  const huge = { claimed: 250_000_000 }
  for (const name of ['xl/media/a.png', 'media/a.png', 'xl/'])
    t.ok(await unpackWorkbook(zipOf([PARTS, part('x', { name, ...huge })])), name)
  await t.rejects(unpackWorkbook(zipOf([PARTS, part('x', { name: 'xl/multimedia/a.png', ...huge })])))
})

const SHEET_NAME = 'xl/worksheets/sheet1.xml'
const CELLS = '<worksheet><cols/><sheetData><row><c><v>1</v></c></row></sheetData>'
const MERGED = '<autoFilter/><mergeCells><mergeCell ref="A1:A2"/></mergeCells>'
const RULES = `<conditionalFormatting>${'<cfRule/>'.repeat(20_000)}</conditionalFormatting>`

/** How much of a sheet its reader gets. */
async function handedOver(sheet: string): Promise<string> {
  const unpacked = Buffer.from(await unpackWorkbook(zipOf([PARTS, part(sheet, { name: SHEET_NAME })])))
  const start = unpacked.indexOf(SHEET_NAME) + SHEET_NAME.length
  // The header of the list of files follows the last file, after its sizes.
  return unpacked.toString('utf8', start, unpacked.indexOf('PK\x07\x08', start))
}

t.test('what follows the cells of a sheet is not handed to its reader', async (t) => {
  const cases = [
    [`${CELLS}${RULES}</worksheet>`, CELLS],
    [`${CELLS}${MERGED}${RULES}</worksheet>`, `${CELLS}${MERGED}`],
  ] as const
  for (const [sheet, cells] of cases) t.equal(await handedOver(sheet), cells)
})

t.test('no cell is lost', async (t) => {
  const whole = [
    `<worksheet><sheetData><row><c><v>1</v></c></row>${RULES}`,
    `<worksheet><sheetData/>${RULES}</worksheet>`,
    `${CELLS.replace(/<(\/?)/g, '<$1x:')}${RULES}</x:worksheet>`,
  ]
  for (const sheet of whole) t.equal(await handedOver(sheet), sheet)
  for (const text of ['</sheetData>', '</mergeCells>']) {
    const sheet = CELLS.replace('<v>', `<v><![CDATA[${text}]]>`)
    t.equal(await handedOver(`${sheet}${RULES}`), sheet, text)
  }
  t.equal(await handedOver(`${RULES}${CELLS}`), `${RULES}${CELLS}`, 'rules before the cells stay')
})

t.test('the end of the cells is found across pieces of the stream', async (t) => {
  for (let more = 0; more < 24; more++) {
    const cells = CELLS.replace('<cols/>', `<!--${' '.repeat(16_384 - CELLS.length - 12 + more)}-->`)
    t.equal((await handedOver(cells + MERGED + RULES)).length, cells.length + MERGED.length)
  }
})
