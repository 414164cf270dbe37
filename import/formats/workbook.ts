// XLSX workbooks as sheets of cells. Only this module uses hucre: it has no dependencies, keeps number formats, and
// never uses the text of a cell as a member name.

import { type MergeRange, readXlsx, type Sheet, type Cell as SheetCell } from 'hucre/xlsx'
import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { refusal } from '../asking/refusals.ts'
import { type Cell, textOf } from '../cells/cell.ts'
import { isHeading, mayHeadOffers, roleOf } from '../headings/heading-list.ts'
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
    const isAlike = (each: NamedSheet) => areSame(each.named.heads, reading.heads ?? [])
    const isPart = (each: NamedSheet) =>
      chosen.includes(each) || isKnownPart(each, known) || (!first && isAlike(each))
    const parts = named.filter(isPart).map((each) => partOf(each, first, known))
    if (!first) throw sheetMissing(file.name, { named, parts, reading, known })
    refuseOtherHeadings(file.name, chosen)
    const areSeveral = chosen.length > 1
    const extras = extraColumns(chosen, options.columns ?? [])
    const replaced = linkedColumn(chosen)
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
      columns: [...first.named.columns, ...extras.map(({ name }) => name)],
      repeated: first.named.repeated,
      parts,
      heads: first.named.heads,
      above: chosen.flatMap((each) => each.named.above),
      reading: {
        sheet: areSeveral ? chosen.map(({ sheet }) => sheet.name) : first.sheet.name,
        ...first.named.reading,
      },
      rows: () => rowsOfSheets(chosen, extras, replaced),
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

/** Whether the report names a sheet that is not read: a hidden one without cells loses nothing. */
function isNamed({ name, isHidden, rows }: WorkbookSheet, known: readonly string[]): boolean {
  return !isHidden || rows.length > 0 || known.includes(name)
}

async function* rowsOfSheets(
  sheets: readonly NamedSheet[],
  extras: readonly ExtraColumn[],
  linked: number | undefined,
): AsyncGenerator<Batch<PlainRow>> {
  for (const { sheet, named } of sheets) {
    const width = named.columns.length
    const finished = (row: PlainRow): PlainRow => {
      const marks = sheet.marks.get(row.at)
      const own = sheets.length > 1 ? { ...row, sheet: sheet.name } : row
      if (!marks) return own
      const cells = row.cells.map((cell, index) =>
        index === linked ? (marks.links.get(index) ?? cell) : cell,
      )
      if (extras.length === 0) return { ...own, cells }
      const padding = Array.from({ length: Math.max(0, width - cells.length) }, () => null)
      return {
        ...own,
        cells: [...cells.slice(0, width), ...padding, ...extras.map(({ cellOf }) => cellOf(marks))],
      }
    }
    for await (const { rows, ...more } of rowsBelow(inBatches(sheet.rows), named))
      yield { rows: rows.map(finished), ...more }
  }
}

/** What a row shows beyond its texts. */
interface Marks {
  /** Whether all its cells are struck through. */
  isStruck: boolean
  /** The addresses behind its texts, by column. */
  links: ReadonlyMap<number, string>
}

/** A column that no sheet has, for what its rows show beyond their texts. */
interface ExtraColumn {
  name: string
  cellOf(marks: Marks): Cell
}

/** The column of rows that are struck through: a status like any other. */
const STRUCK = 'struck through'
const LINKS = ' (link)'

/** @param wanted columns that a mapping reads, also on a day when no row has them */
function extraColumns(sheets: readonly NamedSheet[], wanted: readonly string[]): ExtraColumn[] {
  const all = sheets.flatMap(({ sheet }) => [...sheet.marks.values()])
  const extras: ExtraColumn[] = []
  if (wanted.includes(STRUCK) || all.some(({ isStruck }) => isStruck))
    extras.push({ name: STRUCK, cellOf: ({ isStruck }) => (isStruck ? 'struck' : null) })
  const columns = sheets[0]?.named.columns ?? []
  const known = columns.findIndex((column) => wanted.includes(`${column}${LINKS}`))
  const index = known >= 0 ? known : mostLinked(sheets)
  const name = columns[index]
  if (name !== undefined)
    extras.push({ name: `${name}${LINKS}`, cellOf: ({ links }) => links.get(index) ?? null })
  return extras
}

/** The column whose texts have most addresses behind them, if no column has addresses, and none is one for them; else -1. */
function mostLinked(sheets: readonly NamedSheet[]): number {
  const [first] = sheets
  const isForAddresses = (column: string) => roleOf(column)?.role === 'url'
  if (!first || first.named.columns.some(isForAddresses) || haveAddresses(sheets)) return -1
  const counts = new Map<number, number>()
  for (const { sheet } of sheets)
    for (const { links } of sheet.marks.values())
      for (const index of links.keys()) counts.set(index, (counts.get(index) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? -1
}

/** The column for addresses whose texts have addresses behind them, if no column shows any. */
function linkedColumn(sheets: readonly NamedSheet[]): number | undefined {
  const columns = sheets[0]?.named.columns ?? []
  const index = columns.findIndex((column) => roleOf(column)?.role === 'url')
  return index < 0 || haveAddresses(sheets) ? undefined : index
}

function haveAddresses(sheets: readonly NamedSheet[]): boolean {
  const isAddress = (cell: Cell) => typeof cell === 'string' && /^https?:/i.test(cell)
  return sheets.some(({ sheet }) => sheet.rows.some(({ cells }) => cells.some(isAddress)))
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
  throw refusal('sheetsDiffer', { file, first: a ?? '', other: b ?? '' })
}

function sheetMissing(
  file: string,
  {
    named,
    parts,
    reading,
    known,
  }: { named: NamedSheet[]; parts: Part[]; reading: Reading; known: readonly string[] },
): OperatorError {
  const names = named.map(({ sheet }) => sheet.name)
  const { sheet: wanted } = reading
  const options = wanted === undefined ? [] : optionsInstead(wantedNames(names, wanted), { parts, known })
  return refusal('sheetsGone', {
    file,
    found: names.join(', ') || 'none',
    expected: wanted === undefined ? 'one with rows' : [wanted].flat().join(BETWEEN),
    sheets: options.length > 0 ? options.join('\n') : undefined,
  })
}

/** What to read instead of sheets of which some are gone: new sheets most likely took their places. */
function optionsInstead(
  wanted: readonly string[],
  { parts, known }: { parts: readonly Part[]; known: readonly string[] },
): string[] {
  const isThere = (name: string) => parts.some((part) => part.name === name)
  const present = wanted.filter(isThere)
  const missing = wanted.filter((name) => !isThere(name))
  const others = parts.filter(({ name }) => !wanted.includes(name))
  const fresh = others.filter(({ name }) => !known.includes(name))
  const ordered = [...fresh, ...others.filter((part) => !fresh.includes(part))]
  if (present.length === 0) return ordered.map((part) => `  ${partOption(part)} reads it from now on`)
  const instead = (taken: readonly string[]) => {
    const rest = [...taken]
    const names = wanted.flatMap((name) => (isThere(name) ? [name] : rest.splice(0, 1)))
    return `--sheet ${JSON.stringify(names.join(BETWEEN))}`
  }
  const quoted = (names: readonly string[]) => names.map((name) => JSON.stringify(clip(name))).join(' and ')
  const line = (taken: readonly string[]) =>
    `  ${instead(taken)} reads ${quoted(taken)} in place of ${quoted(missing.slice(0, taken.length))}`
  const all = fresh.map(({ name }) => name)
  const places =
    missing.length > 1 && all.length === missing.length
      ? [line(all)]
      : missing.length > 1
        ? []
        : ordered.map(({ name }) => line([name]))
  return [...places, `  ${instead([])} reads only what is left`]
}

interface WorkbookSheet {
  name: string
  isHidden: boolean
  /** Without blank rows, and without blank cells at the end of a row. */
  rows: RawRow[]
  /** What rows show beyond their texts, by the number of the row. */
  marks: ReadonlyMap<number, Marks>
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
    const names = sheets.map(({ sheet }) => sheet.name)
    const several = wantedNames(names, wanted).map(named)
    return several.every((each) => each.length > 0) ? several.flat() : []
  }
  const visible = sheets.filter(({ sheet }) => !sheet.isHidden)
  const scored = visible.map((each) => {
    const known = each.named.columns.filter(isHeading).length
    const isLikely = mayHeadOffers(each.named.headingTexts)
    return { each, isLikely, score: rowsOf(each.named, each.sheet) * (1 + known) }
  })
  const [best] = scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => Number(b.isLikely) - Number(a.isLikely) || b.score - a.score)
  return best ? [best.each] : []
}

/** The names in an answer: a name may have the separator of names itself. */
function wantedNames(names: readonly string[], wanted: string | readonly string[]): string[] {
  return [wanted]
    .flat()
    .flatMap((each) => (names.includes(each) ? [each] : each.split(BETWEEN).map((name) => name.trim())))
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
    const marks = new Map<number, Marks>()
    const rows = sheet ? filledRows(sheet, marks) : []
    characters += charactersIn(rows)
    if (characters > MAX_CHARACTERS) throw tooLarge(`a workbook of more than ${MAX_CHARACTERS} characters`)
    sheets.push({ ...named, rows, marks, hidden: hiddenIn(sheet, rows) })
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
 * @param marks gets what the rows show beyond their texts
 */
function filledRows({ rows, cells, merges = [] }: Sheet, marks: Map<number, Marks>): RawRow[] {
  const show = createShowCell()
  const firstRows = firstOfMerged(merges, rows.length)
  const isDescribed = createIsDescribed(cells, firstRows)
  return rows.flatMap((own, index) => {
    if (own.every((value) => value === null) && !isDescribed(index)) return []
    const rowOf = (column: number) => firstRows.get(`${index},${column}`) ?? index
    const parts = own.map((_, column): Partial<SheetCell> => cells?.get(`${rowOf(column)},${column}`) ?? {})
    const values = own.map((_, column) => rows[rowOf(column)]?.[column] ?? null)
    const areStruck = parts.map(isStruck)
    const isWholeStruck =
      areStruck.includes(true) && areStruck.every((struck, column) => struck || !isFilled(values[column]))
    const shown = parts.map((part, column) => {
      const { richText, ...plain } = part
      const cell = sheetCell(values[column], isWholeStruck && richText ? plain : part, show)
      const isMarked = areStruck[column] && !isWholeStruck && !richText
      return isMarked && isFilled(cell) ? `~~${textOf(cell)}~~` : cell
    })
    const width = shown.findLastIndex((cell) => cell !== null && cell !== '') + 1
    if (width === 0) return []
    const links = linksIn(parts)
    if (isWholeStruck || links.size > 0) marks.set(index + 1, { isStruck: isWholeStruck, links })
    return [{ at: index + 1, cells: shown.slice(0, width) }]
  })
}

/** Makes the function for whether cells of a row, counted from 0, have more than their values, or are merged with others. */
function createIsDescribed(...places: readonly (ReadonlyMap<string, unknown> | undefined)[]) {
  let described: Set<number> | undefined
  return (row: number): boolean => {
    described ??= new Set(places.flatMap((each) => Array.from(each?.keys() ?? [], Number.parseFloat)))
    return described.has(row)
  }
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== ''
}

function linksIn(parts: readonly Partial<SheetCell>[]): ReadonlyMap<number, string> {
  const links = new Map<number, string>()
  for (const [column, { hyperlink }] of parts.entries())
    if (hyperlink && /^https?:/i.test(hyperlink.target)) links.set(column, hyperlink.target)
  return links
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

type Font = NonNullable<NonNullable<SheetCell['style']>['font']>

/** Whether a run of a text is raised, lowered or struck: its digits are no part of a number. */
function isSetOff(font: Font | undefined): boolean {
  return font?.strikethrough === true || font?.vertAlign !== undefined
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const LOWERED = '₀₁₂₃₄₅₆₇₈₉'

/** A run as characters that show how it looks: 1⁹⁹, ~~9~~. */
function shownRun({ text, font }: { text: string; font?: Font }): string {
  if (font?.strikethrough) return text.trim() === '' ? text : `~~${text}~~`
  const digits = font?.vertAlign === undefined ? undefined : font.vertAlign === 'subscript' ? LOWERED : RAISED
  return digits === undefined ? text : text.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit)
}

/** Whether all of a cell is struck through. */
function isStruck({ style, richText = [] }: Partial<SheetCell>): boolean {
  const written = richText.filter(({ text }) => text.trim() !== '')
  return written.length > 0
    ? written.every(({ font }) => font?.strikethrough === true)
    : style?.font?.strikethrough === true
}

/** A cell as a person sees it. A cell without a format shows its value. */
function sheetCell(value: unknown, cell: Partial<SheetCell>, show: ShowCell): Cell {
  const { formula, style, richText = [] } = cell
  if (richText.some(({ font }) => isSetOff(font))) return richText.map(shownRun).join('')
  if (value === null && formula !== undefined) return { formula: clip(formula) }
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Date)
    return show(value, style?.numFmt ?? (value instanceof Date ? 'yyyy-mm-dd' : 'General'))
  return typeof value === 'boolean' ? value : null
}
