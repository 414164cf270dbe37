// Unpacks the files of a workbook within bounds. Only this module uses yauzl: it reads a ZIP file by its directory, as
// Excel does, and stops as soon as a file unpacks to more than the directory says.

import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { UncompressedZip } from '../../lib/compression.ts'

/** A million cells take some 60 MB of XML. */
const MAX_UNPACKED_BYTES = 250_000_000
const MAX_FILES = 5000

/** Parts that hold no cells. A workbook may have millions of comments. */
const WITHOUT_CELLS =
  /(?:^|\/)(?:media|drawings|charts|persons|threadedComments|pivotTables|pivotCache|slicers|slicerCaches|externalLinks|embeddings|printerSettings|theme|tables|docProps|customXml)\/|(?:^|\/)comments[^/]*\.xml$/i

/**
 * hucre refuses a workbook without this file, but uses nothing that it lists: an empty list replaces one of any length.
 */
const CONTENT_TYPES = '[Content_Types].xml'

const NO_TYPES = Buffer.from('<Types/>')

/** The message says what was found, and what to do. */
export class WorkbookError extends Error {}

/** @param found the part that is too large */
export function tooLarge(found: string): WorkbookError {
  return new WorkbookError(`found ${found}, expected a smaller one; export it as CSV`)
}

const NO_WORKBOOK =
  'found an archive that is no .xlsx workbook; unpack it, or save its table as .xlsx or as CSV'

/** Files of a workbook. A binary one (.xlsb) has `xl/workbook.bin`. */
const IN_WORKBOOK = /^xl\/[^/]*\.xml$/i

/**
 * Rewrites a workbook without compression and without what holds no cells: hucre takes more memory to unpack a file,
 * and would do so again for each sheet.
 * @throws {WorkbookError} if it is too large, or another ZIP file
 * @throws {Error} if it is not a ZIP file
 */
export async function unpackWorkbook(bytes: Buffer): Promise<Uint8Array> {
  const zip = await fromBufferPromise(bytes)
  const entries = await entriesOf(zip)
  if (!entries.some(({ fileName }) => IN_WORKBOOK.test(fileName))) throw new WorkbookError(NO_WORKBOOK)
  // SECURITY: yauzl holds every file to its claimed size, so the sum of these sizes bounds the memory.
  const claimed = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (claimed > MAX_UNPACKED_BYTES)
    throw tooLarge(`a workbook that unpacks to more than ${MAX_UNPACKED_BYTES} bytes`)
  const unpacked = new UncompressedZip(
    entries.map(({ fileName, uncompressedSize }) => ({ name: fileName, size: uncompressedSize })),
  )
  for (const entry of entries) {
    // A sheet is unpacked twice: to find its end, and to copy it.
    const pieces = () => zip.openReadStreamPromise(entry)
    if (entry.fileName === CONTENT_TYPES) await unpacked.add(entry.fileName, [NO_TYPES])
    else if (!SHEET.test(entry.fileName)) await unpacked.add(entry.fileName, await pieces())
    else await unpacked.add(entry.fileName, upTo(await endOfCells(await pieces()), await pieces()))
  }
  return unpacked.end()
}

/** Sheets are cut behind these ends. hucre reads tags one by one, and needs no end tag of the sheet. */
const SHEET = /^xl\/worksheets\/[^/]*\.xml$/i
const END_OF_CELLS = '</sheetData>'
const END_OF_MERGED = '</mergeCells>'
const END_OF_LINKS = '</hyperlinks>'
/** SECURITY: links and the rules before them are read if they are not longer than those of tens of thousands of rows. */
const MAX_LINKS_BYTES = 5_000_000

/**
 * The offset in a sheet behind its cells, merged cells and links: millions of rules and more links may follow. The last end
 * counts, whatever a text contains, so no cell is lost. Infinity if none is found, as where tags have a prefix.
 */
async function endOfCells(pieces: AsyncIterable<Buffer>): Promise<number> {
  let [cells, merged, links, length] = [0, 0, 0, 0]
  let before = Buffer.alloc(0)
  for await (const piece of pieces) {
    // An end may lie across two pieces.
    const bytes = Buffer.concat([before, piece])
    /** The offset behind the last such text; 0 if there is none. */
    const behind = (text: string) => {
      const index = bytes.lastIndexOf(text)
      return index < 0 ? 0 : length - before.length + index + text.length
    }
    cells = Math.max(cells, behind(END_OF_CELLS))
    merged = Math.max(merged, behind(END_OF_MERGED))
    links = Math.max(links, behind(END_OF_LINKS))
    length += piece.length
    // As long as the longer end, so that the other one fits too.
    before = bytes.subarray(-END_OF_MERGED.length)
  }
  if (cells === 0) return Number.POSITIVE_INFINITY
  const end = Math.max(cells, merged)
  return links > end && links - end <= MAX_LINKS_BYTES ? links : end
}

/** The first `end` bytes. */
async function* upTo(end: number, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0
  for await (const piece of pieces) {
    yield piece.subarray(0, end - length)
    length += piece.length
    if (length >= end) return
  }
}

/** The files of a workbook that may be needed to read its cells. */
async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_FILES) throw tooLarge(`a workbook of ${zip.entryCount} files`)
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  return entries.filter(({ fileName }) => !fileName.endsWith('/') && !WITHOUT_CELLS.test(fileName))
}
