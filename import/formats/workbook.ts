// XLSX workbooks as sheets of cells. Only this module uses hucre: it has no dependencies, keeps number formats, and
// never uses the text of a cell as a member name.

import { type MergeRange, readXlsx, type Sheet, type Cell as SheetCell } from 'hucre/xlsx'
import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { type Cell, textOf } from '../cells/cell.ts'
import { isHeading, mayHeadOffers } from '../headings/heading-list.ts'
import {
  areSame,
  type NamedColumns,
  nameColumns,
  type RawRow,
  rowsBelow,
  rowsToName,
} from '../tables/headings.ts'
import {
  type Batch,
  BETWEEN,
  inBatches,
  type Part,
  type PlainRow,
  partOption,
  type Reading,
} from '../tables/table.ts'
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
    const { reading, known = [] } = options
    const sheets = await readSheets(file, { wanted: reading.sheet, known })
    const named = sheets.map((sheet) => ({
      sheet,
      named: nameColumns(rowsToNameBy(sheet, reading), reading),
    }))
    const chosen = chooseSheets(named, reading.sheet)
    const [first] = chosen
    const isPart = (each: NamedSheet) => chosen.includes(each) || isKnownPart(each, known)
    const parts = named.filter(isPart).map((each) => partOf(each, first, known))
    if (!first) throw sheetMissing(file.name, { sheets, parts, wanted: reading.sheet })
    refuseOtherHeadings(file.name, chosen)
    const areSeveral = chosen.length > 1
    const names = chosen.map(({ sheet }) => JSON.stringify(sheet.name))
    const others = sheets.filter((each) => !chosen.some(({ sheet }) => sheet === each))
    return {
      details: [
        `${areSeveral ? 'sheets' : 'sheet'} ${names.join(' and ')}`,
        ...chosen.flatMap((each) => hiddenParts(each.sheet, each.named)),
      ],
      unread: others
        .filter((each) => isNamed(each, known))
        .map(({ name, isHidden }) => JSON.stringify(name) + (isHidden ? ' (hidden)' : '')),
      unit: 'row',
      columns: first.named.columns,
      repeated: first.named.repeated,
      parts,
      heads: first.named.heads,
      above: chosen.flatMap((each) => each.named.above),
      reading: {
        sheet: areSeveral ? chosen.map(({ sheet }) => sheet.name) : first.sheet.name,
        ...first.named.reading,
      },
      rows: () => rowsOfSheets(chosen),
    }
  },
}

interface NamedSheet {
  sheet: WorkbookSheet
  named: NamedColumns
}

/** The rows by which the columns of a sheet are named. */
function rowsToNameBy({ rows }: WorkbookSheet, reading: Reading): readonly RawRow[] {
  return rows.slice(0, rowsToName(rows, reading) ?? rows.length)
}

/** Whether a sheet may hold the offers: by its headings, or because the mapping knows it. */
function isKnownPart({ sheet, named }: NamedSheet, known: readonly string[]): boolean {
  return known.includes(sheet.name) || (rowsOf(named, sheet) > 0 && mayHeadOffers(named.headingTexts))
}

function partOf({ sheet, named }: NamedSheet, read: NamedSheet | undefined, known: readonly string[]): Part {
  const { name, isHidden, rows } = sheet
  const isAlike = read !== undefined && areSame(named.headingTexts, read.named.headingTexts)
  const isUnread = rows.length === 0 && known.includes(name)
  return { name, unit: 'sheet', rows: isUnread ? undefined : rowsOf(named, sheet), isHidden, isAlike }
}

/** The number of rows below the headings. */
function rowsOf({ headingRow }: NamedColumns, { rows }: WorkbookSheet): number {
  return rows.filter(({ at }) => at > headingRow).length
}

/** A hidden sheet without cells is nobody's loss. */
function isNamed({ name, isHidden, rows }: WorkbookSheet, known: readonly string[]): boolean {
  return !isHidden || rows.length > 0 || known.includes(name)
}

async function* rowsOfSheets(sheets: readonly NamedSheet[]): AsyncGenerator<Batch<PlainRow>> {
  for (const { sheet, named } of sheets) {
    for await (const { rows, ...more } of rowsBelow(inBatches(sheet.rows), named))
      yield { rows: sheets.length > 1 ? rows.map((row) => ({ ...row, sheet: sheet.name })) : rows, ...more }
  }
}

/**
 * Several sheets are one table only if their columns are the same.
 * @throws {OperatorError} `bad-source` naming the first two whose headings differ
 */
function refuseOtherHeadings(file: string, [first, ...others]: readonly NamedSheet[]): void {
  const columnsOf = ({ named }: NamedSheet) => named.headingTexts
  const other = others.find((each) => first && !areSame(columnsOf(each), columnsOf(first)))
  if (!first || !other) return
  const [a, b] = [first, other].map(({ sheet }) => JSON.stringify(sheet.name))
  throw new OperatorError(
    'bad-source',
    `${file}: the sheets ${a} and ${b} have different headings, expected the same; give them the same ones, or read one of them: --sheet ${a}, or --sheet ${b} with another --source`,
  )
}

function sheetMissing(
  file: string,
  {
    sheets,
    parts,
    wanted,
  }: { sheets: readonly WorkbookSheet[]; parts: readonly Part[]; wanted: Reading['sheet'] },
): OperatorError {
  const names = sheets.map(({ name }) => name).join(', ') || 'none'
  const expected = wanted === undefined ? 'one with rows' : [wanted].flat().join(' + ')
  const options =
    wanted === undefined ? [] : parts.map((part) => `  ${partOption(part)} reads it from now on`)
  return new OperatorError(
    'bad-source',
    [`${file}: found the sheets ${names}, expected ${expected}`, ...options].join('\n'),
  )
}

interface WorkbookSheet {
  name: string
  isHidden: boolean
  /** Without blank rows, and without blank cells at the end of a row. */
  rows: RawRow[]
  hidden: {
    /** The rows, counted from 1 as `at`. */
    rows: ReadonlySet<number>
    columns: readonly number[]
  }
}

/** The sheets that are named, alone or joined by " + "; else the likeliest one, by its rows and known headings. */
function chooseSheets(sheets: readonly NamedSheet[], wanted: Reading['sheet']): NamedSheet[] {
  const named = (name: string) => sheets.filter(({ sheet }) => sheet.name === name)
  if (wanted !== undefined) {
    const several = [wanted].flat().flatMap((each) => {
      const names = named(each).length > 0 ? [each] : each.split(BETWEEN)
      return names.map((name) => named(name.trim()))
    })
    return several.every((each) => each.length > 0) ? several.flat() : []
  }
  const scored = sheets.map((each) => {
    const known = each.named.columns.filter(isHeading).length
    const isLikely = !each.sheet.isHidden && mayHeadOffers(each.named.headingTexts)
    return { each, isLikely, score: rowsOf(each.named, each.sheet) * (1 + known) }
  })
  const [best] = scored
    .filter(({ score, each }) => score > 0 && !each.sheet.isHidden)
    .sort((a, b) => Number(b.isLikely) - Number(a.isLikely) || b.score - a.score)
  return best ? [best.each] : []
}

interface WantedSheets {
  /** The sheets that are named; undefined for all. */
  wanted: Reading['sheet']
  /** Sheets that are not read unless they are wanted: only their names are used. */
  known: readonly string[]
}

/**
 * The sheets of a workbook. A formula has the value with which the file was saved.
 * @throws {OperatorError} `bad-source` if the workbook cannot be read
 */
async function readSheets(file: InputFile, wanted: WantedSheets): Promise<WorkbookSheet[]> {
  const bytes = await readWhole(file, MAX_PACKED_BYTES, 'export it as CSV')
  try {
    return await sheetsIn(await unpackWorkbook(bytes), wanted)
  } catch (cause) {
    const damaged = 'the workbook is damaged or cut off; get it again, or save it as .xlsx again'
    const why = cause instanceof WorkbookError ? cause.message : damaged
    throw new OperatorError('bad-source', `${file.name}: ${why}`, { cause })
  }
}

/** All sheets. Those that are known and not wanted have no rows. */
async function sheetsIn(workbook: Uint8Array, { wanted, known }: WantedSheets): Promise<WorkbookSheet[]> {
  const listed = await listSheets(workbook)
  if (listed.length > MAX_SHEETS) throw tooLarge(`a workbook of ${listed.length} sheets`)
  const isWanted = (name: string) => wanted === undefined || [wanted].flat().includes(name)
  let characters = 0
  const sheets: WorkbookSheet[] = []
  // Reads one sheet at a time, since reading takes far more memory than the rows do.
  for (const { index, ...named } of listed) {
    const isRead = isWanted(named.name) || !known.includes(named.name)
    const [sheet] = isRead ? (await readXlsx(workbook, { readStyles: true, sheets: [index] })).sheets : []
    const rows = sheet ? filledRows(sheet) : []
    characters += charactersIn(rows)
    if (characters > MAX_CHARACTERS) throw tooLarge(`a workbook of more than ${MAX_CHARACTERS} characters`)
    sheets.push({ ...named, rows, hidden: hiddenIn(sheet, rows) })
  }
  return sheets
}

/** Names and indices of all sheets, without reading any. */
async function listSheets(
  workbook: Uint8Array,
): Promise<{ name: string; index: number; isHidden: boolean }[]> {
  const listed: { name: string; index: number; isHidden: boolean }[] = []
  await readXlsx(workbook, {
    sheets: ({ name, hidden, veryHidden }, index) => {
      listed.push({ name, index, isHidden: hidden === true || veryHidden === true })
      return false
    },
  })
  return listed
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
