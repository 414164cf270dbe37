// Reads what a release remembers for the next build.

import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { sha256 } from '../../contract/lib/digest.ts'
import { messageOf, OperatorError } from '../../contract/lib/errors.ts'
import { files } from '../../contract/lib/files/file-access.ts'
import type { FileFacts } from '../../contract/release/manifest.ts'
import { type CatalogueOffer, catalogueOffer, type Offers } from '../catalogue/catalogue-offer.ts'
import type { LineStore } from '../catalogue/line-store.ts'
import { LineSplitter, type RawLine } from '../source/line-splitter.ts'
import { parseHeader, type StateHeader } from './state-header.ts'
import { parseStateLine } from './state-line.ts'

/** What is known of the days before; before the first release, nothing. */
export interface PreviousState {
  header: StateHeader | null
  offers: Offers
}

export const NO_PREVIOUS_STATE: PreviousState = { header: null, offers: new Map() }

// Rendered offers carry names where the source has slugs, so lines may be longer than those of a source.
const MAX_LINE_BYTES = 4 * 1024 * 1024

/**
 * Reads a memory file; the rendered offers go to `lines`.
 * @param facts what the manifest says of the file; a file that comes alone has none
 * @throws {OperatorError} `bad-release` if it is damaged
 */
export async function readState(
  path: string,
  facts: FileFacts | null,
  lines: LineStore,
): Promise<PreviousState> {
  const stored = await files.read(path)
  if (facts !== null && sha256(stored) !== facts.digest) {
    throw new OperatorError(
      'bad-release',
      `${path}: damaged: it is not the file that the release was made with`,
    )
  }
  try {
    return await parseState(stored, lines)
  } catch (cause) {
    throw new OperatorError('bad-release', `${path}: damaged: ${messageOf(cause)}`, { cause })
  }
}

async function parseState(stored: Buffer, lines: LineStore): Promise<PreviousState> {
  const offers = new Map<string, CatalogueOffer>()
  let header: StateHeader | null = null
  for await (const { number, bytes } of unzippedLines(stored)) {
    if (bytes === null) throw new TypeError(`line ${number} is too long`)
    if (header === null) {
      header = parseHeader(bytes)
    } else {
      const { absence, offer, line } = parseStateLine(bytes)
      offers.set(offer.id, catalogueOffer(offer, lines.append(line), absence))
    }
  }
  if (header?.offers !== offers.size) {
    throw new TypeError(`expected ${header?.offers ?? 'any number of'} offers, found ${offers.size}`)
  }
  return { header, offers }
}

async function* unzippedLines(stored: Buffer): AsyncGenerator<RawLine> {
  const splitter = new LineSplitter(MAX_LINE_BYTES)
  for await (const chunk of Readable.from([stored]).pipe(createGunzip({ chunkSize: 256 * 1024 }))) {
    yield* splitter.push(chunk)
  }
  yield* splitter.end()
}
