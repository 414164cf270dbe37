// Reads JSON answers: from the cache while they are fresh, then by a conditional request.

import { OffersError } from '../api/errors.ts'
import type { Answer, CacheEntry, CallOptions, Key, OffersCache } from '../api/options.ts'
import { sha256 } from '../lib/sha256.ts'
import { jsonIn } from '../lib/shapes.ts'
import { isFresh, maxAgeOf } from './cache.ts'
import { readText } from './read-body.ts'
import { type Exchange, PAST_CACHES, type Requester } from './requester.ts'

/** A page of 100 offers has some 100 kB. Endlessly nested JSON that is longer would take seconds to refuse. */
const MAX_JSON_BYTES = 8 * 1024 * 1024

export type Received<B> = B & { answer: Answer }

export interface JsonCall extends CallOptions {
  /** Whether the answer is kept in the cache, and read from it; true if not given. */
  keep?: boolean | undefined
}

export class JsonReader {
  readonly #requester: Requester
  readonly #cache: OffersCache | undefined
  /** Calls under way without options, by key and address. Equal ones share the request and its answer. */
  readonly #underWay = new Map<string, Promise<Received<object>>>()

  constructor(requester: Requester, cache: OffersCache | undefined) {
    this.#requester = requester
    this.#cache = cache
  }

  /** The key for a call. */
  key(): Promise<Key> {
    return this.#requester.key()
  }

  /**
   * @param isBody whether the JSON has the form that this address answers with
   * @throws {OffersError} or the reason of the signal
   */
  async read<B extends object>(
    url: URL,
    isBody: (body: unknown) => body is B,
    { keep = true, ...call }: JsonCall = {},
  ): Promise<Received<B>> {
    const key = await this.#requester.key()
    // A signal or a time limit of one call must not end another one.
    if (!keep || !this.#cache || Object.values(call).some((option) => option !== undefined))
      return await this.#request(url, isBody, { call, key, keep })
    const name = `${key} ${url.href}`
    const before = this.#underWay.get(name)
    if (before) {
      const { answer, ...body } = await before
      const copied: unknown = structuredClone(body)
      if (isBody(copied)) return { ...copied, answer: { ...answer } }
    }
    const reading = this.#request(url, isBody, { call, key, keep })
    this.#underWay.set(name, reading)
    return await reading.finally(() => this.#underWay.delete(name))
  }

  async #request<B extends object>(
    url: URL,
    isBody: (body: unknown) => body is B,
    { call, key, keep }: { call: CallOptions; key: Key; keep: boolean },
  ): Promise<Received<B>> {
    const slot = keep && this.#cache ? await slotOf(key, url) : undefined
    const kept = slot === undefined ? undefined : await this.#cache?.get(slot)
    // A store may be damaged, or of an earlier version: a kept text that is no such body is requested again.
    const keptJson = kept && jsonIn(kept.body)
    const keptBody = isBody(keptJson) ? keptJson : undefined
    if (kept && keptBody && !call.revalidate && isFresh(kept, this.#requester.clock.now())) {
      return this.#fresh(url, kept, keptBody)
    }
    return await this.#requester.ask(
      { ...call, url, key, headers: conditionOf(keptBody && kept, call), accept: keptBody ? [304] : [] },
      async ({ response, answer }: Exchange) => {
        if (response.status === 304 && kept && keptBody) {
          answer.fromCache = 'revalidated'
          answer.size = kept.body.length
          answer.headers = renewed(kept, response.headers)
          await this.#keep(slot, kept.body, answer)
          return { ...keptBody, answer }
        }
        const text = await readText(response, MAX_JSON_BYTES)
        answer.size = text.length
        const body = jsonIn(text)
        if (!isBody(body))
          throw new OffersError('bad_answer', `${url.href}: not what the API answers with`, answer)
        await this.#keep(slot, text, answer)
        return { ...body, answer }
      },
    )
  }

  #fresh<B extends object>(url: URL, { headers, etag, body: text }: CacheEntry, body: B): Received<B> {
    const answer: Answer = {
      url: url.href,
      status: 200,
      headers: new Headers(headers),
      durationMs: 0,
      fromCache: 'fresh',
      size: text.length,
      etag,
      requestId: undefined,
      rate: undefined,
    }
    this.#requester.hooks.onAnswer?.(answer)
    return { ...body, answer }
  }

  /**
   * Keeps an answer, unless it must not be kept, or has no tag by which it could be confirmed.
   * @param slot undefined if the client or this call keeps no answers
   */
  async #keep(slot: string | undefined, body: string, { etag, headers }: Answer): Promise<void> {
    const maxAgeMs = maxAgeOf(headers)
    if (slot === undefined || etag === undefined || maxAgeMs === undefined) return
    const storedAt = this.#requester.clock.now()
    const entry: CacheEntry = { etag, body, headers: [...headers], storedAt, maxAgeMs }
    await this.#cache?.set(slot, entry)
  }
}

/** The name of an answer in the cache. SECURITY: no key gets the answers of another, and no store gets the key itself. */
async function slotOf(key: Key, url: URL): Promise<string> {
  return `${await sha256(new TextEncoder().encode(key ?? ''))} ${url.href}`
}

/** In a browser, `fetch` sends a request with `If-None-Match` past the cache of the browser: it needs no other header. */
function conditionOf(kept: CacheEntry | undefined, { revalidate }: CallOptions): Record<string, string> {
  if (kept) return { 'if-none-match': kept.etag }
  return revalidate ? { ...PAST_CACHES } : {}
}

/** The headers of a kept answer with those of the 304 that confirms it (RFC 9111, 3.2). */
function renewed({ headers }: CacheEntry, fresh: Headers): Headers {
  const all = new Headers(headers)
  for (const [name, value] of fresh) all.set(name, value)
  return all
}
