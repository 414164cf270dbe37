// Unpacks the files of a workbook within bounds. Only this module uses yauzl: it reads a ZIP file by its directory, as
// Excel does, and stops as soon as a file unpacks to more than the directory says.

import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { zipUncompressed } from '../../lib/compression.ts'

/** A million cells take some 60 MB of XML. */
const MAX_UNPACKED_BYTES = 250_000_000
const MAX_FILES = 5000

const MEDIA = /(?:^|\/)media\//
/** The message names the part that is too large. */
export class LargeWorkbookError extends Error {}

/** The message names the kind of the ZIP file, and says what to do with it. */
export class NoWorkbookError extends Error {}

/** Kinds of ZIP files by a file in them; the first match counts. */
const OTHERS: readonly [file: RegExp, found: string][] = [
  [/^xl\/workbook\.bin$/, 'a binary workbook (.xlsb); save it as .xlsx or as CSV'],
  [/^word\//, 'a text document (.docx); copy its table into a spreadsheet, and save that as CSV or .xlsx'],
  [/^ppt\//, 'a presentation (.pptx); copy its table into a spreadsheet, and save that as CSV or .xlsx'],
  [/^Index\/Document\.iwa$/, 'a document of Numbers or Pages; export it as CSV or .xlsx'],
]
const PARTS = '[Content_Types].xml'

/**
 * Rewrites a workbook without compression and media.
 * @throws {LargeWorkbookError} if it is too large
 * @throws {NoWorkbookError} if it is another ZIP file
 * @throws {Error} if it is not a ZIP file
 */
export async function unpackWorkbook(bytes: Buffer): Promise<Uint8Array> {
  const zip = await fromBufferPromise(bytes)
  const entries = await entriesOf(zip)
  refuseOthers(entries.map(({ fileName }) => fileName))
  // SECURITY: yauzl holds every file to its claimed size, so the sum of these sizes bounds the memory.
  const claimed = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (claimed > MAX_UNPACKED_BYTES) {
    throw new LargeWorkbookError(`a workbook that unpacks to more than ${MAX_UNPACKED_BYTES} bytes`)
  }
  const unpacked = new Map<string, Buffer>()
  for (const entry of entries) unpacked.set(entry.fileName, await contentOf(zip, entry))
  return zipUncompressed(unpacked)
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_FILES) throw new LargeWorkbookError(`a workbook of ${zip.entryCount} files`)
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  return entries.filter(({ fileName }) => !fileName.endsWith('/') && !MEDIA.test(fileName))
}

function refuseOthers(names: readonly string[]): void {
  const other = OTHERS.find(([file]) => names.some((name) => file.test(name)))
  if (other) throw new NoWorkbookError(other[1])
  if (!names.includes(PARTS)) {
    throw new NoWorkbookError('a ZIP archive that is not a workbook; unpack it, and import the table in it')
  }
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
