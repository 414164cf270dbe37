// Requests the snapshot of the day, and reads the header of the answer.

import { OffersError } from '../api/errors.ts'
import type { Answer, CallOptions } from '../api/options.ts'
import { type Exchange, PAST_CACHES, type Requester } from '../http/requester.ts'
import { badAnswer, type Download, readDownload } from './download.ts'
import { type OffersOfDay, readOffersOf } from './read-offers.ts'

export interface SnapshotOptions extends CallOptions {
  /** The `etag` of a snapshot that you have: if it is still valid there is nothing to download. */
  ifNoneMatch?: string | undefined
  /** The most bytes that the file, or the text in it, may have; 2^28 if not given. The file is kept in memory. */
  maxBytes?: number | undefined
}

/** In bytes; 100,000 offers have some 100 million. */
export const MAX_SNAPSHOT_BYTES: number = 2 ** 28

/** Read it once: by `bytes()` or by `offers()`. */
export interface Snapshot {
  etag: string
  answer: Answer
  /** In bytes, compressed; undefined if the answer does not say. */
  size: number | undefined
  /**
   * The gzip file. An interrupted connection is resumed.
   * @throws {OffersError} `digest_mismatch` if the file does not have its digest; `catalogue_changing` if the rest of it
   * is no longer available, because a new day was published
   */
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Its offers, once the file is there and checked.
   * @throws {OffersError} as `bytes()`; `bad_answer` if the file is damaged or has other lines than offers of one day, each
   * once; `too_large`
   */
  offers(): OffersOfDay
}

/**
 * @returns undefined if `ifNoneMatch` is still valid
 * @throws {OffersError} `bad_answer` if it has no tag or no digest; `too_large` if it states a size above `maxBytes`
 */
export async function openSnapshot(
  requester: Requester,
  url: URL,
  options: SnapshotOptions,
): Promise<Snapshot | undefined> {
  const { ifNoneMatch, signal, requestId, timeoutMs, retry } = options
  const key = await requester.key()
  const headers: Record<string, string> = options.revalidate ? { ...PAST_CACHES } : {}
  if (ifNoneMatch !== undefined) headers['if-none-match'] = ifNoneMatch
  const accept = ifNoneMatch === undefined ? [] : [304]
  const call = { url, key, signal, requestId, timeoutMs, retry, headers, accept }
  // `readDownload` reads the body, and has its own time limits.
  const exchange = await requester.ask(call, async (answered) => answered)
  if (exchange.answer.status === 304) return undefined
  const download = downloadOf(exchange, { requester, url, options })
  return {
    etag: download.etag,
    answer: exchange.answer,
    size: download.size,
    bytes: () => readDownload(download),
    offers: () => readOffersOf(() => readDownload(download), download.maxBytes),
  }
}

function downloadOf(
  exchange: Exchange,
  { requester, url, options }: { requester: Requester; url: URL; options: SnapshotOptions },
): Download {
  const { answer } = exchange
  const { headers, etag } = answer
  const [, digest] = /sha-256=:([A-Za-z0-9+/]{43}=):/.exec(headers.get('repr-digest') ?? '') ?? []
  if (etag === undefined || digest === undefined) {
    exchange.abort()
    throw badAnswer(answer, 'no ETag, or no SHA-256 in Repr-Digest')
  }
  const { maxBytes = MAX_SNAPSHOT_BYTES, signal, timeoutMs = requester.timeoutMs, retry } = options
  const size = lengthOf(headers)
  if (size !== undefined && size > maxBytes) {
    exchange.abort()
    throw new OffersError('too_large', `${url.href}: ${size} bytes, expected ${maxBytes} at most`, answer)
  }
  return { requester, url, exchange, etag, digest, size, signal, maxBytes, timeoutMs, retry }
}

function lengthOf(headers: Headers): number | undefined {
  const length = headers.get('content-length') ?? ''
  // A body that a proxy has encoded has another length.
  return /^\d{1,15}$/.test(length) && !headers.has('content-encoding') ? Number(length) : undefined
}
