// The bytes of a snapshot: read within bounds, resumed where they broke off, checked at the end.

import { connectionError, OffersError } from '../api/errors.ts'
import type { Answer, CallOptions } from '../api/options.ts'
import type { Exchange, Requester } from '../http/requester.ts'
import { within } from '../lib/clock.ts'
import { sha256 } from '../lib/sha256.ts'

/** A snapshot whose head has arrived, and the bounds of its download. */
export interface Download {
  requester: Requester
  url: URL
  exchange: Exchange
  etag: string
  /** Base64, of the whole file. */
  digest: string
  /** In bytes, as the bound is; undefined if the answer does not say. */
  size: number | undefined
  maxBytes: number
  /** The longest time between two pieces. */
  timeoutMs: number
  retry: CallOptions['retry']
  signal: AbortSignal | undefined
}

/** A quarter of an hour for the whole file. */
const MAX_DOWNLOAD_MS = 900_000

/** How often a download is resumed: the next interruption ends it. */
const MAX_RESUMPTIONS = 10

/** The whole file. Its digest takes all of it in memory: a snapshot is some megabytes. */
export async function readDownload(download: Download): Promise<Uint8Array<ArrayBuffer>> {
  const { requester, url, digest } = download
  const endsAt = requester.clock.now() + MAX_DOWNLOAD_MS
  let { exchange } = download
  let pieces: Uint8Array<ArrayBuffer>[] = []
  for (let resumptions = 0; ; resumptions++) {
    try {
      await readPieces(exchange, download, { pieces, endsAt })
      break
    } catch (error) {
      const isInterruption =
        error instanceof OffersError && (error.code === 'network' || error.code === 'timeout')
      if (!isInterruption || resumptions >= MAX_RESUMPTIONS || requester.clock.now() >= endsAt) throw error
    } finally {
      exchange.abort()
    }
    exchange = await resume(download, sizeOf(pieces))
    // A server that ignores ranges sends the whole file again.
    if (exchange.answer.status === 200) pieces = []
  }
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
  if ((await sha256(bytes)) === digest) return bytes
  throw new OffersError('digest_mismatch', `${url.href}: the file is not the one that its digest names`, {
    url: url.href,
    requestId: exchange.answer.requestId,
  })
}

const sizeOf = (pieces: readonly Uint8Array[]) => pieces.reduce((size, { length }) => size + length, 0)

/** Adds the rest of a file to its pieces, as far as it comes. */
async function readPieces(
  { response }: Exchange,
  { requester: { clock }, url: { href: url }, signal, timeoutMs, size, maxBytes }: Download,
  { pieces, endsAt }: { pieces: Uint8Array[]; endsAt: number },
): Promise<void> {
  // An answer without a body gives no reader, and has no bytes.
  const reader = response.body?.getReader()
  let received = sizeOf(pieces)
  while (reader) {
    const waitMs = Math.min(timeoutMs, endsAt - clock.now())
    const late = () => new OffersError('timeout', `${url}: no more bytes in ${waitMs} ms`, { url })
    if (waitMs <= 0) throw late()
    const { done, value } = await within(waitMs, { clock, signal }, late, () =>
      reader.read().catch((error) => {
        throw connectionError(error, url)
      }),
    )
    if (done) break
    received += value.length
    const maxReceived = Math.min(size ?? maxBytes, maxBytes)
    if (received > maxReceived)
      throw new OffersError('too_large', `${url}: more than ${maxReceived} bytes`, { url })
    pieces.push(value)
  }
  if (size !== undefined && received < size)
    throw new OffersError('network', `${url}: ended after ${received} of ${size} bytes`, { url })
}

/** Requests the rest of the file. @throws {OffersError} `catalogue_changing` if the rest is of another file */
async function resume(
  { requester, url, etag, signal, timeoutMs, retry }: Download,
  offset: number,
): Promise<Exchange> {
  const key = await requester.key()
  const headers = { range: `bytes=${offset}-`, 'if-range': etag }
  const call = { url, key, signal, timeoutMs, retry, headers, accept: [206] }
  // `ask` also accepts a 200, whose body is the whole file. `readPieces` reads the body, and has its own time limits.
  const rest = await requester.ask(call, async (exchange) => exchange)
  if (rest.answer.etag !== etag) {
    rest.abort()
    throw new OffersError('catalogue_changing', `${url.href}: a new day came in: begin again`, rest.answer)
  }
  if (rest.answer.status === 206) checkRange(rest.answer, offset)
  return rest
}

/** @throws {OffersError} `bad_answer` if the range is not the rest, or is missing */
function checkRange(answer: Answer, offset: number): void {
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(answer.headers.get('content-range') ?? '')
  const [, first, last, size] = range ?? []
  // The number of a missing one is NaN, which equals nothing.
  if (Number(first) !== offset || Number(last) + 1 !== Number(size))
    throw badAnswer(answer, 'another range than asked for')
}

/** The error for an answer that no gateway sends. */
export function badAnswer(answer: Answer, what: string): OffersError {
  return new OffersError('bad_answer', `${answer.url}: not what the API answers with: ${what}`, answer)
}
