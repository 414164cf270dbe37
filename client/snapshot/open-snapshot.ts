// Requests the snapshot of the day, and reads the header of the answer.

import { OffersError } from '../api/errors.ts'
import type { Answer, CallOptions } from '../api/options.ts'
import { type Exchange, PAST_CACHES, type Requester } from '../http/requester.ts'
import { type Sha256, sha256 } from '../lib/sha256.ts'
import { badAnswer, type Download, rangeFrom, readDownload, sizeInRange } from './download.ts'
import { type OffersOfDay, readOffersOf } from './read-offers.ts'

export interface SnapshotOptions extends CallOptions {
  /** The `etag` of a snapshot that you have: if it is still valid there is nothing to download. */
  ifNoneMatch?: string | undefined
  /** The part of an interrupted download that you have. */
  part?: SnapshotPart | undefined
  /** The most bytes that the file, or the text in it, may have; 2^30 if not given. */
  maxBytes?: number | undefined
  /** The longest wait for bytes in all, in milliseconds; 15 minutes if not given. */
  maxWaitMs?: number | undefined
}

export interface SnapshotPart {
  /** Of the snapshot that it is a part of. */
  etag: string
  /** Its bytes, from the beginning: they are read once, for the digest. */
  bytes: AsyncIterable<Uint8Array>
}

/** Read it once: by `bytes()` or by `offers()`. */
export interface Snapshot {
  etag: string
  answer: Answer
  /** SHA-256 of the whole file in base64, as the API states it. */
  digest: string
  /** In bytes, compressed; undefined if the answer does not say. */
  size: number | undefined
  /** Where `bytes` begins: behind the part that you have, or at 0 if that is of another day. */
  startsAt: number
  /**
   * The gzip file. An interrupted connection is resumed; the digest is checked after the last byte.
   * @throws {OffersError} `digest_mismatch` at the end, if the file does not have its digest; `catalogue_changing` if the
   * rest of it is no longer available, because a new day was published
   */
  bytes(): AsyncGenerator<Uint8Array, void, undefined>
  /** Its offers, as they arrive. Trust them only after the last one: the file is checked at its end. */
  offers(): OffersOfDay
}

/** @returns undefined if `ifNoneMatch` is still valid */
export async function openSnapshot(
  requester: Requester,
  url: URL,
  options: SnapshotOptions,
): Promise<Snapshot | undefined> {
  const { ifNoneMatch, part } = options
  const have = part ? await measured(part.bytes) : undefined
  const key = await requester.key()
  const headers: Record<string, string> = options.revalidate ? { ...PAST_CACHES } : {}
  if (ifNoneMatch !== undefined) headers['if-none-match'] = ifNoneMatch
  if (part && have && have.size > 0) Object.assign(headers, rangeFrom(have.size, part.etag))
  const { signal, requestId, timeoutMs, retry } = options
  const call = { url, key, signal, requestId, timeoutMs, retry, headers, accept: [206, 304, 416] }
  const exchange = await requester.ask(call, async (each) => each)
  const { status } = exchange.answer
  if (status === 304 && ifNoneMatch !== undefined) return undefined
  if (status === 416 && have) {
    // The part is as long as the snapshot, or longer, so it is of no use.
    exchange.abort()
    return await openSnapshot(requester, url, { ...options, part: undefined })
  }
  const resumed = status === 206 && have ? have : { hash: sha256(), size: 0 }
  const download = downloadOf(exchange, resumed, { requester, url, options })
  if (part && download.startsAt > 0 && download.etag !== part.etag)
    throw badAnswer(exchange.answer, 'a part of another')
  return {
    etag: download.etag,
    digest: download.digest,
    answer: exchange.answer,
    size: download.size,
    startsAt: download.startsAt,
    bytes: () => readDownload(download),
    offers: () => readOffersOf(readDownload(download), download.startsAt, download.maxBytes),
  }
}

async function measured(bytes: AsyncIterable<Uint8Array>): Promise<{ hash: Sha256; size: number }> {
  const hash = sha256()
  let size = 0
  for await (const piece of bytes) {
    hash.update(piece)
    size += piece.length
  }
  return { hash, size }
}

function downloadOf(
  exchange: Exchange,
  { hash, size: startsAt }: { hash: Sha256; size: number },
  { requester, url, options }: { requester: Requester; url: URL; options: SnapshotOptions },
): Download {
  const { answer } = exchange
  const { status, headers, etag } = answer
  const [, digest] = /sha-256=:([A-Za-z0-9+/]{43}=):/.exec(headers.get('repr-digest') ?? '') ?? []
  if (etag === undefined || digest === undefined)
    throw badAnswer(answer, 'no ETag, or no SHA-256 in Repr-Digest')
  if (status !== (startsAt > 0 ? 206 : 200)) throw badAnswer(answer, `status ${status}`)
  const { maxBytes = 2 ** 30, maxWaitMs = 900_000, signal, timeoutMs = requester.timeoutMs, retry } = options
  const size = startsAt > 0 ? sizeInRange(answer, startsAt) : lengthOf(headers)
  if (size !== undefined && size > maxBytes) {
    exchange.abort()
    throw new OffersError('too_large', `${url.href}: ${size} bytes, expected ${maxBytes} at most`, answer)
  }
  const bounds = { maxBytes, maxWaitMs, timeoutMs, retry }
  return { requester, url, exchange, etag, digest, hash, size, startsAt, signal, ...bounds }
}

function lengthOf(headers: Headers): number | undefined {
  const length = headers.get('content-length') ?? ''
  // A body that a proxy has encoded has another length.
  return /^\d{1,15}$/.test(length) && !headers.has('content-encoding') ? Number(length) : undefined
}
