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
import type { Memory } from '../day/memory.ts'
import { parseHeader, parseMemoryLine } from './memory-lines.ts'

// Rendered offers have names where the source has slugs, so lines may be longer than those of a source.
const MAX_LINE_BYTES = 4 * 1024 * 1024

/**
 * Reads a memory file; the rendered offers go to `lines`.
 * @param facts of the file in the manifest; undefined for a file without a manifest
 * @throws {OperatorError} `bad-release` if it is missing or damaged
 */
export async function readMemory(path: string, facts: FileFacts | null, lines: LineStore): Promise<Memory> {
  const stored = await ifMissing(files.read(path), undefined)
  if (!stored) throw new OperatorError('bad-release', `${path}: missing`)
  try {
    if (facts !== null && sha256(stored) !== facts.digest) {
      throw new TypeError('it is not the file that the release was made with')
    }
    return await parseMemory(stored, lines)
  } catch (cause) {
    throw new OperatorError('bad-release', `${path}: damaged: ${messageOf(cause)}`, { cause })
  }
}

async function parseMemory(stored: Buffer, lines: LineStore): Promise<Memory> {
  const unzipped = unzippedLines(stored)
  const { value: first } = await unzipped.next()
  if (!first) throw new TypeError('it is empty')
  const header = parseHeader(bytesOf(first))
  const offers = new Map<string, CatalogueOffer>()
  for await (const each of unzipped) {
    const { absence, offer, line } = parseMemoryLine(bytesOf(each))
    if (offers.has(offer.id)) throw new TypeError(`${offer.id} stands twice`)
    offers.set(offer.id, catalogueOffer(offer, lines.append(line), absence))
  }
  if (offers.size !== header.offers) {
    throw new TypeError(`expected ${header.offers} offers, found ${offers.size}`)
  }
  return { header, offers }
}

function bytesOf({ bytes, number }: RawLine): Buffer {
  if (bytes === null) throw new TypeError(`line ${number} is too long`)
  return bytes
}

async function* unzippedLines(stored: Buffer): AsyncGenerator<RawLine, undefined> {
  const splitter = new LineSplitter(MAX_LINE_BYTES)
  for await (const chunk of Readable.from([stored]).pipe(createGunzip({ chunkSize: 256 * 1024 }))) {
    yield* splitter.push(chunk)
  }
  yield* splitter.end()
}
