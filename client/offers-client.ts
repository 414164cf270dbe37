// The client: the answers of the API as objects and sequences.

import { OffersError } from './api/errors.ts'
import type { CallOptions, ClientOptions, TruncatedFacts } from './api/options.ts'
import type {
  CategoryWithCount,
  ChangesQuery,
  ComunaWithCount,
  IssuerWithCount,
  ListQuery,
  Meta,
  Offer,
} from './api/types.ts'
import { memoryCache } from './http/cache.ts'
import { JsonReader, type Received } from './http/json-reader.ts'
import { Requester } from './http/requester.ts'
import { isTimeZone } from './lib/days.ts'
import {
  type CategoriesBody,
  type ComunasBody,
  type DetailBody,
  type IssuersBody,
  isDescription,
  isDetail,
  isList,
  isWholeList,
  type WholeListBody,
} from './lists/bodies.ts'
import { LargestPage } from './lists/largest-page.ts'
import { type OfferPage, pageOf } from './lists/page.ts'
import { type PageReader, type ReadPage, readOffers, readPages } from './lists/read-pages.ts'
import { openSnapshot, type Snapshot, type SnapshotOptions } from './snapshot/open-snapshot.ts'

/** All pages of a list as one. */
export interface WholeList {
  data: Offer[]
  /** Of the first page: its day, and how many offers match. */
  meta: Meta & { total: number }
  /** Whether more offers match than this key may read. */
  isTruncated: boolean
}

/** Every call may reject with an `OffersError`, or with the reason of its signal. */
export interface OffersClient {
  /** One page. Without a `limit` it has at most 25 offers. */
  list(query?: ListQuery, options?: CallOptions): Promise<OfferPage>
  /** One page after the other, as large as the key may read if no `limit` is given. */
  pages(query?: ListQuery, options?: CallOptions): AsyncGenerator<ReadPage<ListQuery>, void, undefined>
  /** One offer after the other. An offer comes a second time only if it changed while the list was read. */
  each(query?: ListQuery, options?: CallOptions): AsyncGenerator<Offer, void, undefined>
  /** All offers of a list that the key may read, all of one day. */
  all(query?: ListQuery, options?: CallOptions): Promise<WholeList>
  /** One offer, also when it has ended or was withdrawn; undefined if there is none of this id. */
  get(id: string, options?: CallOptions): Promise<Received<DetailBody> | undefined>
  /** All issuers by slug, also those without offers, each with its number of offers. */
  issuers(options?: CallOptions): Promise<Received<IssuersBody>>
  /** All categories: the values of the filter `category`, with their names and numbers of offers. */
  categories(options?: CallOptions): Promise<Received<CategoriesBody>>
  /** All comunas (municipalities): the values of the filter `comuna`, with their names, regions and numbers of offers. */
  comunas(options?: CallOptions): Promise<Received<ComunasBody>>
  /** The time zone in which days begin and end, as `America/Santiago`; undefined if the API does not say it. */
  timeZone(options?: CallOptions): Promise<string | undefined>
  /** Offers that were added, changed or removed since a time, one page after the other; `status` says which. */
  changes(
    query?: ChangesQuery,
    options?: CallOptions,
  ): AsyncGenerator<ReadPage<ChangesQuery>, void, undefined>
  /** The catalogue of the day as one file; undefined if the one with the tag `ifNoneMatch` is still valid. */
  snapshot(options: SnapshotOptions & { ifNoneMatch: string | undefined }): Promise<Snapshot | undefined>
  snapshot(options?: SnapshotOptions): Promise<Snapshot>
}

/**
 * Makes a client. It sends nothing until it is called.
 * @throws {TypeError} if `baseUrl` is not an address of http or https, ends in `/beta`, or has a query, a fragment, or a
 *   name and password
 * @example
 * ```ts
 * import { createOffersClient } from '@offers-catalogue/client'
 *
 * const offers = createOffersClient({ baseUrl: 'https://api.example', key: process.env.OFFERS_KEY ?? '' })
 * const { data, meta } = await offers.list({ category: 'restaurantes', limit: 5 })
 * for (const { title, benefit } of data) console.log(`${title}: ${benefit.summary}`)
 * console.log(`${meta.total} offers. ${meta.attribution}`)
 * ```
 */
export function createOffersClient(options: ClientOptions): OffersClient {
  const base = baseOf(options.baseUrl)
  const requester = new Requester(options)
  const reader = new JsonReader(
    requester,
    options.cache === false ? undefined : (options.cache ?? memoryCache()),
  )
  const snapshot = (call: SnapshotOptions = {}) =>
    openSnapshot(requester, addressOf(base, 'snapshot', {}), call)
  const readUnpaged = <T>(path: string, call: CallOptions = {}): Promise<Received<WholeListBody<T>>> =>
    reader.read(addressOf(base, path, {}), isWholeList<T>, call)

  return {
    ...pagedCalls(base, reader, options.hooks?.onTruncated ?? warnOfTruncated),
    async get(id: string, call?: CallOptions) {
      try {
        return await reader.read(addressOf(base, `offers/${encodeURIComponent(id)}`, {}), isDetail, call)
      } catch (error) {
        if (error instanceof OffersError && error.code === 'not_found') return undefined
        throw error
      }
    },
    issuers: (call?: CallOptions) => readUnpaged<IssuerWithCount>('issuers', call),
    categories: (call?: CallOptions) => readUnpaged<CategoryWithCount>('categories', call),
    comunas: (call?: CallOptions) => readUnpaged<ComunaWithCount>('comunas', call),
    async timeZone(call?: CallOptions) {
      const { 'x-meta': meta } = await reader.read(addressOf(base, 'openapi.json', {}), isDescription, call)
      return isTimeZone(meta?.time_zone) ? meta.time_zone : undefined
    },
    // Without `ifNoneMatch`, it is never undefined.
    snapshot: snapshot as OffersClient['snapshot'],
  }
}

/** The calls that read lists page by page. */
function pagedCalls(
  base: URL,
  reader: JsonReader,
  onTruncated: (list: TruncatedFacts) => void,
): Pick<OffersClient, 'list' | 'pages' | 'each' | 'all' | 'changes'> {
  const list = async (query: ListQuery = {}, call: CallOptions = {}): Promise<OfferPage> => {
    const url = addressOf(base, 'offers', query)
    return pageOf<ListQuery>(await reader.read(url, isList, call), url)
  }
  const changesPage = async (query: ChangesQuery, call: CallOptions): Promise<OfferPage<ChangesQuery>> => {
    const url = addressOf(base, 'changes', query)
    // Callers ask for each moment once and keep the answers themselves, so these are not cached.
    return pageOf<ChangesQuery>(await reader.read(url, isList, { ...call, keep: false }), url)
  }
  const largest = new LargestPage()
  // Without a `limit`, pages are as large as the key may read.
  const readAll = <Q extends ListQuery>(reading: PageReader<Q>, query: Q, call?: CallOptions) => {
    if (query.limit !== undefined) return readPages(reading, query, call)
    // The first query has no limit; those of the next pages have the one of the page before.
    const readLargest = async (asked: Q, options: CallOptions) =>
      largest.read((sized) => reading.read(sized, options), asked, await reader.key())
    return readPages({ ...reading, read: readLargest }, query, call)
  }
  const pages = (query: ListQuery = {}, call?: CallOptions) =>
    readAll({ read: list, onTruncated }, query, call)

  return {
    list,
    pages,
    each: (query?: ListQuery, call?: CallOptions) => readOffers(pages(query, call)),
    all: (query?: ListQuery, call?: CallOptions) => collect(pages(query, call)),
    // No hook for truncated changes: no filter could narrow them. Their last page says `isTruncated`.
    changes: (query: ChangesQuery = {}, call?: CallOptions) =>
      readAll({ read: changesPage, onTruncated: () => {} }, query, call),
  }
}

/** The address below which all routes lie: `https://api.example/beta/` for `https://api.example`. */
function baseOf(baseUrl: string | URL): URL {
  // In a browser, `baseUrl` may be relative to the page.
  const { location } = globalThis as { location?: { href: string } }
  const url = URL.canParse(String(baseUrl), location?.href) ? new URL(baseUrl, location?.href) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError(`baseUrl: expected http or https and a host, found ${baseUrl}`)
  // SECURITY: the message does not repeat what may be a password.
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError('baseUrl: expected an address without a name and password, a query or a fragment')
  const path = url.pathname.replace(/\/$/, '')
  if (path.endsWith('/beta')) {
    const root = `${url.origin}${path.slice(0, -'/beta'.length)}`
    throw new TypeError(`baseUrl: expected ${root}, as the client adds /beta itself; found ${baseUrl}`)
  }
  return new URL(`${path}/beta/`, url.origin)
}

function addressOf(base: URL, path: string, query: Readonly<Record<string, unknown>>): URL {
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  // Equal queries have one address, whatever the order of their parameters.
  url.searchParams.sort()
  return url
}

async function collect(pages: AsyncIterable<ReadPage<ListQuery>>): Promise<WholeList> {
  let list: WholeList | undefined
  for await (const { data, meta, isTruncated, hasRestarted } of pages) {
    if (!list || hasRestarted) list = { data: [], meta, isTruncated }
    list.data.push(...data)
    list.isTruncated = isTruncated
  }
  // For the compiler: a list has at least one page.
  if (!list) throw new OffersError('bad_answer', 'the list has no page')
  return list
}

function warnOfTruncated({ total, read }: TruncatedFacts): void {
  console.warn(
    `offers: ${total} offers match, and this key can page to ${read} of them: narrow the list with filters, or take the snapshot`,
  )
}
