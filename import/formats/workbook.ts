// XLSX workbooks as sheets of cells. Only this module uses hucre: it has no dependencies, keeps number formats, and
// never uses the text of a cell as a member name.

import { type MergeRange, readXlsx, type Sheet, type Cell as SheetCell } from 'hucre/xlsx'
import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { type Cell, textOf } from '../cells/cell.ts'
import { isHeading } from '../headings/heading-list.ts'
import { HEADING_ROWS, type NamedColumns, nameColumns, type RawRow, rowsBelow } from '../tables/headings.ts'
import { inBatches, type Reading } from '../tables/table.ts'
import { type Format, type InputFile, readWhole } from './format.ts'
import { createShowCell, type ShowCell } from './number-format.ts'
import { tooLarge, unpackWorkbook, WorkbookError } from './unpack-workbook.ts'

/** A workbook is in memory as a whole. */
const MAX_PACKED_BYTES = 100_000_000
/** Each sheet is read on its own, and with it the texts that all sheets share. */
const MAX_SHEETS = 50
/** SECURITY: a bound of all cells together, since many cells may share one text, and each is sent between threads. */
const MAX_CHARACTERS = 100_000_000

const ZIP = Buffer.from('PK\u0003\u0004')

export const WORKBOOK: Format = {
  name: 'workbook',
  recognises: ({ bytes }) => bytes.subarray(0, ZIP.length).equals(ZIP),
  async open(file, options) {
    const sheets = await readSheets(file, options.reading.sheet)
    const chosen = chooseSheet(sheets, options.reading, file.name)
    if (!chosen) {
      const names = sheets.map(({ name }) => name).join(', ') || 'none'
      const expected = options.reading.sheet ?? 'one with rows'
      throw new OperatorError('bad-source', `${file.name}: found the sheets ${names}, expected ${expected}`)
    }
    const { sheet, named } = chosen
    const others = sheets.filter((each) => each !== sheet)
    return {
      details: [`sheet ${JSON.stringify(sheet.name)}`, ...hiddenParts(sheet, named)],
      unread: others.map(({ name }) => JSON.stringify(name)),
      unit: 'row',
      columns: named.columns,
      repeated: named.repeated,
      reading: { sheet: sheet.name, ...named.reading },
      rows: () => rowsBelow(inBatches(sheet.rows), named),
    }
  },
}

interface WorkbookSheet {
  name: string
  /** Without blank rows, and without blank cells at the end of a row. */
  rows: RawRow[]
  hidden: {
    /** The rows, counted from 1 as `at`. */
    rows: ReadonlySet<number>
    columns: readonly number[]
  }
}

/**
 * The sheet that the mapping names, or the one with by far the highest score, by its rows and known headings; undefined
 * if there is none with rows.
 * @throws {OperatorError} `bad-source` if another one has more than half of that score
 */
function chooseSheet(
  sheets: readonly WorkbookSheet[],
  reading: Reading,
  file: string,
): { sheet: WorkbookSheet; named: NamedColumns } | undefined {
  const wanted = sheets.filter(({ name }) => reading.sheet === undefined || name === reading.sheet)
  const sized = wanted.map((sheet) => {
    const named = nameColumns(sheet.rows.slice(0, HEADING_ROWS), reading)
    const known = named.columns.filter(isHeading).length
    return { sheet, named, score: sheet.rows.length * (1 + known) }
  })
  const [best, next] = sized.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  if (best && next && next.score * 2 > best.score) {
    const names = [best, next].map(
      ({ sheet: { name, rows } }) => `${JSON.stringify(name)} (${rows.length} rows)`,
    )
    throw new OperatorError(
      'bad-source',
      `${file}: found offers in the sheets ${names.join(' and ')}, expected them in one; save the sheet to import as CSV, or name it as read.sheet of a mapping`,
    )
  }
  return best
}

/**
 * The visible sheets of a workbook. A formula has the value with which the file was saved.
 * @param wanted the only sheet whose rows are read; undefined for all
 * @throws {OperatorError} `bad-source` if the workbook cannot be read
 */
async function readSheets(file: InputFile, wanted?: string): Promise<WorkbookSheet[]> {
  const bytes = await readWhole(file, MAX_PACKED_BYTES, 'export it as CSV')
  try {
    return await sheetsIn(await unpackWorkbook(bytes), wanted)
  } catch (cause) {
    const damaged = 'the workbook is damaged or cut off; get it again, or save it as .xlsx again'
    const why = cause instanceof WorkbookError ? cause.message : damaged
    throw new OperatorError('bad-source', `${file.name}: ${why}`, { cause })
  }
}

/** The visible sheets. Those that are not wanted have no rows: only their names are used. */
async function sheetsIn(workbook: Uint8Array, wanted: string | undefined): Promise<WorkbookSheet[]> {
  const visible = await visibleSheets(workbook)
  if (visible.length > MAX_SHEETS) throw tooLarge(`a workbook of ${visible.length} sheets`)
  let characters = 0
  const sheets: WorkbookSheet[] = []
  // Reads one sheet at a time, since reading takes far more memory than the rows do.
  for (const { name, index } of visible) {
    const isWanted = wanted === undefined || name === wanted
    const [sheet] = isWanted ? (await readXlsx(workbook, { readStyles: true, sheets: [index] })).sheets : []
    const rows = sheet ? filledRows(sheet) : []
    characters += charactersIn(rows)
    if (characters > MAX_CHARACTERS) throw tooLarge(`a workbook of more than ${MAX_CHARACTERS} characters`)
    sheets.push({ name, rows, hidden: hiddenIn(sheet, rows) })
  }
  return sheets
}

/** Names and indices of the sheets that a person sees, without reading any. */
async function visibleSheets(workbook: Uint8Array): Promise<{ name: string; index: number }[]> {
  const visible: { name: string; index: number }[] = []
  await readXlsx(workbook, {
    sheets: ({ name, hidden, veryHidden }, index) => {
      if (!hidden && !veryHidden) visible.push({ name, index })
      return false
    },
  })
  return visible
}

function charactersIn(rows: readonly RawRow[]): number {
  let characters = 0
  for (const { cells } of rows)
    for (const cell of cells) characters += typeof cell === 'string' ? cell.length : 0
  return characters
}

/**
 * @param sheet undefined for one that is not wanted
 * @param rows the rows of the sheet, counted from 1; hucre counts them from 0
 */
function hiddenIn(sheet: Sheet | undefined, rows: readonly RawRow[]): WorkbookSheet['hidden'] {
  const { rowDefs, columns = [] } = sheet ?? {}
  const isHidden = ({ at }: RawRow) => rowDefs?.get(at - 1)?.hidden === true
  return {
    rows: new Set(rows.filter(isHidden).map(({ at }) => at)),
    columns: columns.flatMap((column, index) => (column.hidden === true ? [index] : [])),
  }
}

/** Facts about rows and columns that a person does not see in the sheet, but that are imported like all others. */
function hiddenParts({ rows, hidden }: WorkbookSheet, { headingRow }: NamedColumns): string[] {
  const below = rows.filter(({ at }) => at > headingRow)
  const isFilled = (column: number) => below.some(({ cells }) => textOf(cells[column] ?? null) !== '')
  const counts = [
    ['row', below.filter(({ at }) => hidden.rows.has(at)).length],
    ['column', hidden.columns.filter(isFilled).length],
  ] as const
  return counts.flatMap(([unit, count]) =>
    count === 0 ? [] : `${formatCountOf(count, `hidden ${unit}`)} ${count === 1 ? 'is' : 'are'} imported`,
  )
}

/**
 * The rows of a sheet. A lower cell of a merged range of one column has the value of the range. Drops blank rows: a
 * stray format in the last row of a sheet makes a million of them.
 */
function filledRows({ rows, cells, merges = [] }: Sheet): RawRow[] {
  const show = createShowCell()
  const firstRows = firstOfMerged(merges, rows.length)
  return rows.flatMap((own, index) => {
    const shown = own.map((_, column) => {
      const row = firstRows.get(`${index},${column}`) ?? index
      return sheetCell(rows[row]?.[column] ?? null, cells?.get(`${row},${column}`) ?? {}, show)
    })
    const width = shown.findLastIndex((cell) => cell !== null && cell !== '') + 1
    return width === 0 ? [] : [{ at: index + 1, cells: shown.slice(0, width) }]
  })
}

/** SECURITY: a hostile file may have any number of overlapping ranges. */
const MAX_MERGED = 1_000_000

/** The row that shows the value of each lower cell of a merged range of one column, by `row,column`. */
function firstOfMerged(merges: readonly MergeRange[], rows: number): ReadonlyMap<string, number> {
  const firstRows = new Map<string, number>()
  const tall = merges.filter(({ startCol, endCol }) => startCol === endCol)
  const ends = tall.map(({ startRow, startCol, endRow }) => ({
    startRow,
    startCol,
    end: Math.min(endRow, rows - 1),
  }))
  if (ends.reduce((sum, { startRow, end }) => sum + Math.max(0, end - startRow), 0) > MAX_MERGED)
    throw tooLarge(`a sheet of more than ${MAX_MERGED} merged cells`)
  for (const { startRow, startCol, end } of ends)
    for (let row = startRow + 1; row <= end; row += 1) firstRows.set(`${row},${startCol}`, startRow)
  return firstRows
}

/** A cell as a person sees it. A cell without a format shows its value. */
function sheetCell(value: unknown, { formula, style }: Partial<SheetCell>, show: ShowCell): Cell {
  if (value === null && formula !== undefined) return { formula: clip(formula) }
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Date)
    return show(value, style?.numFmt ?? (value instanceof Date ? 'yyyy-mm-dd' : 'General'))
  return typeof value === 'boolean' ? value : null
}
