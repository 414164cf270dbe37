// The offers in a snapshot: unpacked, line by line, all of one day.

import type { SnapshotOffer } from '../api/types.ts'
import { OffersError } from '../lib/errors.ts'

export type OffersOfDay = AsyncGenerator<SnapshotOffer, void, undefined>

/** An offer has some kB. */
const MAX_LINE = 4_000_000

/** @param startsAt of the bytes in their file: only a whole one can be unpacked */
export async function* readOffersOf(
  bytes: AsyncGenerator<Uint8Array, void, undefined>,
  startsAt: number,
  maxBytes: number,
): OffersOfDay {
  if (startsAt > 0)
    throw new TypeError('the rest of a snapshot has no offers by itself: put the parts together')
  let day: string | undefined
  for await (const line of linesOf(bytes, maxBytes)) {
    const offer = parsedLine(line)
    day ??= offer?.meta.data_as_of
    if (!offer || offer.meta.data_as_of !== day) throw badSnapshot('a line that is no offer of its day')
    yield offer
  }
}

function parsedLine(line: string): SnapshotOffer | undefined {
  try {
    const offer: Partial<SnapshotOffer> | null = JSON.parse(line)
    const isOffer = typeof offer?.id === 'string' && typeof offer.meta?.data_as_of === 'string'
    return isOffer ? (offer as SnapshotOffer) : undefined
  } catch {
    return undefined
  }
}

async function* linesOf(
  bytes: AsyncGenerator<Uint8Array, void, undefined>,
  maxBytes: number,
): AsyncGenerator<string, void, undefined> {
  const source = streamOf(bytes)
  const reader = source.stream.pipeThrough(new DecompressionStream('gzip')).getReader()
  const decoder = new TextDecoder()
  let [rest, unpacked] = ['', 0]
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error) => {
        // What the source failed with, if it did; some platforms wrap it.
        throw source.failure() ?? badSnapshot('no gzip file', error)
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
    reader.cancel().catch(() => {})
    await bytes.return()
  }
}

/** A sequence as a stream, which tells what it failed with. */
function streamOf(pieces: AsyncGenerator<Uint8Array, void, undefined>) {
  let failed: unknown
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value as Uint8Array<ArrayBuffer>)
      } catch (error) {
        failed = error
        controller.error(error)
      }
    },
    async cancel() {
      await pieces.return()
    },
  })
  return { stream, failure: () => failed }
}

function badSnapshot(what: string, cause?: unknown): OffersError {
  return new OffersError('bad_answer', `the snapshot is not what the API describes: ${what}`, { cause })
}
