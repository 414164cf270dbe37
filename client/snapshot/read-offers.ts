// The offers in a snapshot: unpacked, line by line, all of one day.

import { OffersError } from '../api/errors.ts'
import type { SnapshotOffer } from '../api/types.ts'
import { jsonIn } from '../lib/shapes.ts'
import { isDated, isOffer } from '../lists/bodies.ts'

export type OffersOfDay = AsyncGenerator<SnapshotOffer, void, undefined>

/** In characters; an offer has some thousands. */
const MAX_LINE = 4_000_000

/** Ten times the largest catalogue that the API is made for. */
const MAX_OFFERS = 1_000_000

/**
 * @param read returns the gzip file
 * @param maxBytes of the unpacked text
 * @throws {OffersError} `bad_answer` if it is not gzip, of mixed days, or with other lines than offers or duplicates;
 *   `too_large`
 */
export async function* readOffersOf(
  read: () => Promise<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
): OffersOfDay {
  let day: string | undefined
  const ids = new Set<string>()
  for await (const line of linesOf(await read(), maxBytes)) {
    const offer = parsedLine(line)
    day ??= offer?.meta.data_as_of
    if (!offer || offer.meta.data_as_of !== day) throw badSnapshot('a line that is no offer of its day')
    if (ids.has(offer.id)) throw badSnapshot('an offer that comes twice')
    if (ids.size >= MAX_OFFERS) throw new OffersError('too_large', `more than ${MAX_OFFERS} offers`)
    ids.add(offer.id)
    yield offer
  }
}

function parsedLine(line: string): SnapshotOffer | undefined {
  const offer = jsonIn(line)
  return isOffer(offer) && 'meta' in offer && isDated(offer.meta) ? (offer as SnapshotOffer) : undefined
}

/** The file is unpacked in pieces: some platforms would unpack all of it before the bound is checked. */
const PIECE_BYTES = 64 * 1024

async function* linesOf(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
): AsyncGenerator<string, void, undefined> {
  const { writable, readable } = new DecompressionStream('gzip')
  const writer = writable.getWriter()
  const feed = async () => {
    for (let from = 0; from < bytes.length; from += PIECE_BYTES)
      await writer.write(bytes.subarray(from, from + PIECE_BYTES))
    await writer.close()
  }
  // The reader fails with the same errors.
  feed().catch(() => {})
  const reader = readable.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let unpacked = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error) => {
        throw badSnapshot('no gzip file', error)
      })
      if (done) break
      unpacked += value.length
      if (unpacked > maxBytes)
        throw new OffersError('too_large', `the snapshot unpacks to more than ${maxBytes} bytes`)
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MAX_LINE)
        throw new OffersError('too_large', `a line of the snapshot has more than ${MAX_LINE} characters`)
      yield* lines
    }
    if (rest !== '') throw badSnapshot('a last line without its end')
  } finally {
    // Not reader.cancel(): in Node it can end in an exception that no caller can catch, if the file ends at that moment.
    writer.abort().catch(() => {})
  }
}

function badSnapshot(what: string, cause?: unknown): OffersError {
  return new OffersError('bad_answer', `the snapshot is not what the API describes: ${what}`, { cause })
}
