// The files within a workbook, unpacked within bounds. yauzl is known here only: it reads a ZIP file by its directory, as
// Excel does, and gives up on a file of it as soon as more comes out than the directory says.

import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { zipUncompressed } from '../../lib/compression.ts'

/** A million cells take some 60 MB of XML. */
const MAX_UNPACKED_BYTES = 250_000_000
const MAX_FILES = 5000
/** A cell takes four to six. SECURITY: what is made of an element in memory is much larger than its text. */
const MAX_ELEMENTS = 16_000_000

const MEDIA = /(?:^|\/)media\//
const LESS_THAN = 0x3c

/** Says what is too large. */
export class LargeWorkbookError extends Error {}

/**
 * The same workbook without compression and media.
 * @throws {LargeWorkbookError} if it is too large
 * @throws {Error} if it is no ZIP file
 */
export async function unpackWorkbook(bytes: Buffer): Promise<Uint8Array> {
  const zip = await fromBufferPromise(bytes)
  const entries = await entriesOf(zip)
  // SECURITY: yauzl holds every file to the size that it claims, so what they claim together is the most that they take.
  const claimed = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (claimed > MAX_UNPACKED_BYTES) {
    throw new LargeWorkbookError(`a workbook that unpacks to more than ${MAX_UNPACKED_BYTES} bytes`)
  }
  const unpacked = new Map<string, Buffer>()
  let elements = 0
  for (const entry of entries) {
    const content = await contentOf(zip, entry)
    elements += countElements(content)
    if (elements > MAX_ELEMENTS) {
      throw new LargeWorkbookError(`a workbook of more than ${MAX_ELEMENTS} XML elements`)
    }
    unpacked.set(entry.fileName, content)
  }
  return zipUncompressed(unpacked)
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_FILES) throw new LargeWorkbookError(`a workbook of ${zip.entryCount} files`)
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  return entries.filter(({ fileName }) => !fileName.endsWith('/') && !MEDIA.test(fileName))
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function countElements(content: Buffer): number {
  let count = 0
  for (let at = content.indexOf(LESS_THAN); at >= 0; at = content.indexOf(LESS_THAN, at + 1)) count += 1
  return count
}
