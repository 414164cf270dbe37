// XLSX workbooks as sheets of cells. hucre is known here only: it has no dependencies, keeps number formats, and
// leaves the objects of this program alone (no cell becomes a member by its name).

import { Unzip, UnzipInflate } from 'fflate'
import { readXlsx, type Sheet } from 'hucre/xlsx'
import { messageOf, OperatorError } from '../../../contract/lib/errors.ts'
import type { Cell } from './cell.ts'
import type { RawRow } from './headings.ts'
import { readWhole } from './read-whole.ts'

/** A million cells take some 60 MB of XML. */
const MAX_UNPACKED_BYTES = 400_000_000
const MAX_PACKED_BYTES = 100_000_000

export interface WorkbookSheet {
  name: string
  rows: RawRow[]
}

/**
 * The visible sheets of a workbook, as values: of a formula, what it gave when the file was saved.
 * @throws {OperatorError} `bad-source` if it can't be read
 */
export async function readWorkbook(path: string, file: string): Promise<WorkbookSheet[]> {
  const bytes = await readWhole(path, MAX_PACKED_BYTES, 'export it as CSV')
  refuseBomb(bytes, file)
  try {
    const { sheets } = await readXlsx(bytes, {
      readStyles: true,
      sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden,
    })
    return sheets.map((sheet) => ({ name: sheet.name, rows: rowsOf(sheet) }))
  } catch (cause) {
    throw new OperatorError(
      'bad-source',
      `${file}: found no workbook that can be read (${messageOf(cause)})`,
      {
        cause,
      },
    )
  }
}

/** SECURITY: a few kilobytes may unpack to gigabytes. What really comes out is counted, not what the file claims. */
function refuseBomb(bytes: Buffer, file: string): void {
  const refuse = (found: string): never => {
    throw new OperatorError(
      'bad-source',
      `${file}: found ${found}, expected a smaller workbook; export it as CSV`,
    )
  }
  let unpacked = 0
  let isOver = false
  const unzip = new Unzip((entry) => {
    entry.ondata = (_error, data) => {
      unpacked += data?.length ?? 0
      if (unpacked <= MAX_UNPACKED_BYTES || isOver) return
      isOver = true
      entry.terminate()
    }
    if (!isOver) entry.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length && !isOver; at += 65_536) unzip.push(bytes.subarray(at, at + 65_536))
  } catch {
    // A damaged file is for the reader to explain.
  }
  if (isOver) refuse(`a file that unpacks to more than ${MAX_UNPACKED_BYTES} bytes`)
}

function rowsOf({ rows, cells }: Sheet): RawRow[] {
  return rows.map((values, index) => ({
    at: index + 1,
    cells: values.map((value, column) => cellOf(value, cells?.get(`${index},${column}`)?.style?.numFmt)),
  }))
}

const SIGN = /\[\$([^\]-]+)|(US\$|R\$|S\/|Gs\.?|[$€£₲])/

function cellOf(value: unknown, format: string | undefined): Cell {
  if (value instanceof Date) return dayText(value)
  if (typeof value === 'number' && format !== undefined) {
    if (format.includes('%')) return { number: rounded(value * 100), unit: '%' }
    const [, listed, sign] = SIGN.exec(format.replaceAll('"', '').replaceAll('\\', '')) ?? []
    const unit = (listed ?? sign ?? '').trim()
    return unit === '' ? value : { number: value, unit }
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** Excel keeps a day as the moment when it begins, in no zone; a time of day is left away. */
function dayText(date: Date): Cell {
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10)
}

/** 0.07 times 100 is not 7 in binary. */
function rounded(number: number): number {
  return Number(number.toPrecision(12))
}
