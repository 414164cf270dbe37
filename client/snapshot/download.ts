// The bytes of a snapshot: read within bounds, resumed where they broke off, checked at the end.

import { connectionError, OffersError } from '../api/errors.ts'
import type { Answer, CallOptions } from '../api/options.ts'
import type { Exchange, Requester } from '../http/requester.ts'
import { within } from '../lib/clock.ts'
import { sha256 } from '../lib/sha256.ts'

export interface Download {
  requester: Requester
  url: URL
  exchange: Exchange
  etag: string
  /** Base64, of the whole file. */
  digest: string
  size: number | undefined
  maxBytes: number
  maxWaitMs: number
  timeoutMs: number
  retry: CallOptions['retry']
  signal: AbortSignal | undefined
}

/** Give up after this many interruptions. */
const MAX_RESUMPTIONS = 10

export async function* readDownload(download: Download): AsyncGenerator<Uint8Array, void, undefined> {
  const { requester, url, etag, digest, size, maxBytes } = download
  const waits = { totalMs: 0 }
  let { exchange } = download
  // For the digest: a snapshot is some megabytes.
  const pieces: Uint8Array[] = []
  let received = 0
  // Bytes that come again before the ones that are missing.
  let skip = 0
  for (let resumptions = 0; ; resumptions++) {
    try {
      for await (let piece of readPieces(exchange, download, waits)) {
        const skipped = Math.min(skip, piece.length)
        skip -= skipped
        piece = piece.subarray(skipped)
        received += piece.length
        if (received > Math.min(size ?? maxBytes, maxBytes)) throw tooLarge(url, size ?? maxBytes)
        pieces.push(piece)
        if (piece.length > 0) yield piece
      }
      if (received === (size ?? received)) break
      throw new OffersError('network', `${url.href}: ended after ${received} of ${size} bytes`, {
        url: url.href,
      })
    } catch (error) {
      const broke = error instanceof OffersError && (error.code === 'network' || error.code === 'timeout')
      if (!broke || resumptions >= MAX_RESUMPTIONS || waits.totalMs >= download.maxWaitMs) throw error
    } finally {
      exchange.abort()
    }
    exchange = await resume(download, received)
    skip = exchange.answer.status === 200 ? received : 0
  }
  if ((await sha256(joined(pieces, received))) !== digest) {
    throw new OffersError('digest_mismatch', `${url.href}: the file is not the one that its digest names`, {
      url: url.href,
      requestId: exchange.answer.requestId,
    })
  }

  /** @throws {OffersError} `catalogue_changing` if the rest is of another file */
  async function resume({ signal, timeoutMs, retry }: Download, offset: number): Promise<Exchange> {
    const key = await requester.key()
    const headers = { range: `bytes=${offset}-`, 'if-range': etag }
    const call = { url, key, signal, timeoutMs, retry, headers, accept: [206] }
    const rest = await requester.ask(call, async (each) => each)
    if (rest.answer.etag !== etag) {
      rest.abort()
      throw new OffersError('catalogue_changing', `${url.href}: a new day came in: begin again`, rest.answer)
    }
    if (rest.answer.status === 206) checkRange(rest.answer, offset)
    return rest
  }
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let end = 0
  for (const piece of pieces) {
    whole.set(piece, end)
    end += piece.length
  }
  return whole
}

async function* readPieces(
  { response, abort }: Exchange,
  { requester, url, signal, maxWaitMs, timeoutMs }: Download,
  waits: { totalMs: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  const { clock } = requester
  const reader = response.body?.getReader()
  if (!reader) return
  for (;;) {
    const left = maxWaitMs - waits.totalMs
    const late = () =>
      new OffersError('timeout', `${url.href}: no more bytes in ${Math.min(timeoutMs, left)} ms`, {
        url: url.href,
      })
    if (left <= 0) throw late()
    const begun = clock.now()
    try {
      const { done, value } = await within(Math.min(timeoutMs, left), { clock, signal }, late, () =>
        reader.read().catch((error) => {
          throw connectionError(error, url.href)
        }),
      )
      if (done) return
      // The time that a reader takes between two pieces does not count.
      waits.totalMs += clock.now() - begun
      yield value
    } catch (error) {
      waits.totalMs += clock.now() - begun
      abort(error)
      throw error
    }
  }
}

function tooLarge(url: URL, most: number): OffersError {
  return new OffersError('too_large', `${url.href}: more than ${most} bytes`, { url: url.href })
}

/** @throws {OffersError} `bad_answer` if the range is not the rest */
function checkRange(answer: Answer, offset: number): void {
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(answer.headers.get('content-range') ?? '')
  const [, first, last, size] = range ?? []
  if (Number(first) !== offset || Number(last) + 1 !== Number(size))
    throw badAnswer(answer, 'another range than asked for')
}

/** An answer that no gateway sends. */
export function badAnswer(answer: Answer, what: string): OffersError {
  return new OffersError('bad_answer', `${answer.url}: not what the API answers with: ${what}`, answer)
}
