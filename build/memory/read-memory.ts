// Reads the memory of a release.

import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FileFacts } from '../../contract/release/manifest.ts'
import { sha256 } from '../../lib/digest.ts'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { LineSplitter, type RawLine } from '../../lib/files/line-splitter.ts'
import { type CatalogueOffer, catalogueOffer } from '../day/catalogue-offer.ts'
import type { LineStore } from '../day/line-store.ts'
import type { Memory, MemoryHeader } from '../day/memory.ts'
import { type KnownOffer, parseHeader, parseMemoryLine } from './memory-lines.ts'

// Rendered offers have names where the source has slugs, so lines may be longer than those of a source.
const MAX_LINE_BYTES = 4 * 1024 * 1024

/**
 * Reads a memory file; the rendered offers go to `lines`.
 * @param facts of the file in the manifest; undefined for a file without a manifest
 * @throws {OperatorError} `bad-release` if it is missing or damaged
 */
export async function readMemory(path: string, facts: FileFacts | null, lines: LineStore): Promise<Memory> {
  const { header, offers: known } = await openMemory(path, facts)
  const offers = new Map<string, CatalogueOffer>()
  for await (const { absence, offer, line } of known) {
    if (offers.has(offer.id)) throw damaged(path, `${offer.id} stands twice`)
    offers.set(offer.id, catalogueOffer(offer, lines.append(line), absence))
  }
  return { header, offers }
}

/** An open memory file. */
interface OpenMemory {
  header: MemoryHeader
  /** Its offers one at a time, in the order of their ids. Throws like `openMemory`. */
  offers: AsyncGenerator<KnownOffer, undefined>
}

/**
 * Opens a memory file, to read one offer at a time.
 * @param facts as for `readMemory`
 * @throws {OperatorError} `bad-release` if it is missing or damaged
 */
export async function openMemory(path: string, facts: FileFacts | null): Promise<OpenMemory> {
  const stored = await ifMissing(files.read(path), undefined)
  if (!stored) throw new OperatorError('bad-release', `${path}: missing`)
  if (facts !== null && sha256(stored) !== facts.digest) {
    throw damaged(path, 'it is not the file that the release was made with')
  }
  const lines = unzippedLines(stored)
  const header = await explained(path, async () => {
    const { value } = await lines.next()
    return parseHeader(bytesOf(value))
  })
  return { header, offers: knownOffers(path, header, lines) }
}

async function* knownOffers(
  path: string,
  header: MemoryHeader,
  lines: AsyncGenerator<RawLine, undefined>,
): AsyncGenerator<KnownOffer, undefined> {
  let count = 0
  for (;;) {
    const offer = await explained(path, async () => {
      const { value, done } = await lines.next()
      if (done !== true) return parseMemoryLine(bytesOf(value))
      if (count === header.offers) return undefined
      throw new TypeError(`expected ${header.offers} offers, found ${count}`)
    })
    if (!offer) return undefined
    count += 1
    yield offer
  }
}

function bytesOf(line: RawLine | undefined): Buffer {
  if (!line) throw new TypeError('it is empty')
  if (line.bytes === null) throw new TypeError(`line ${line.number} is too long`)
  return line.bytes
}

async function explained<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    throw damaged(path, messageOf(cause), cause)
  }
}

function damaged(path: string, how: string, cause?: unknown): OperatorError {
  return new OperatorError('bad-release', `${path}: damaged: ${how}`, { cause })
}

async function* unzippedLines(stored: Buffer): AsyncGenerator<RawLine, undefined> {
  const splitter = new LineSplitter(MAX_LINE_BYTES)
  for await (const chunk of Readable.from([stored]).pipe(createGunzip({ chunkSize: 256 * 1024 }))) {
    yield* splitter.push(chunk)
  }
  yield* splitter.end()
}
