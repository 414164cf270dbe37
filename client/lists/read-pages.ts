// A list from its first page to the last that the key may read. If a new day comes in between, the list is read from its
// start again, since pages of two days do not belong together.

import { OffersError } from '../api/errors.ts'
import type { CallOptions, TruncatedFacts } from '../api/options.ts'
import type { Offer } from '../api/types.ts'
import type { OfferPage } from './page.ts'

/** A new day comes once a day: more restarts than this have another cause. */
const MAX_RESTARTS = 3

/** The most pages that are read for one list, restarts included: a named key can read 10,001, of one offer each. */
const MAX_PAGES = 20_000

/** In characters of JSON: 10,100 offers, all that a named key can page to, have some 10 million. */
const MAX_LIST_SIZE = 2 ** 28

export interface ReadPage<Q> extends OfferPage<Q> {
  /** Whether the list begins again with this page, because a new day was published: forget all earlier pages. */
  hasRestarted: boolean
}

export interface PageReader<Q> {
  read(query: Q, options: CallOptions): Promise<OfferPage<Q>>
  onTruncated(list: TruncatedFacts): void
}

/**
 * The pages of a list, all of them from its start again if a new day comes in between.
 * @throws {OffersError} `catalogue_changing` if that happens again and again; `bad_answer` if the list has too many pages,
 *   or another total on a later page; `too_large`; and the errors of reading a page
 */
export async function* readPages<Q>(
  { read, onTruncated }: PageReader<Q>,
  query: Q,
  options: CallOptions = {},
): AsyncGenerator<ReadPage<Q>, void, undefined> {
  let restarts = 0
  let size = 0
  let first: OfferPage<Q> | undefined
  let next: Q | undefined = query
  for (let pages = 0; next !== undefined; pages++) {
    // Cached pages may be of the day before: once days differ, each page is requested.
    const page: OfferPage<Q> = await read(next, restarts > 0 ? { ...options, revalidate: true } : options)
    if (first && page.meta.data_as_of !== first.meta.data_as_of) {
      restarts += 1
      if (restarts > MAX_RESTARTS) throw changing(page)
      first = undefined
      size = 0
      next = query
      continue
    }
    if (pages >= MAX_PAGES || (first && page.meta.total !== first.meta.total)) throw endless(page)
    size += page.answer.size
    if (size > MAX_LIST_SIZE) throw tooLarge(page)
    const hasRestarted = !first && restarts > 0
    first ??= page
    yield { ...page, hasRestarted }
    next = page.next
    if (page.isTruncated) {
      const { meta, data, answer } = page
      onTruncated({ url: answer.url, total: meta.total, read: meta.offset + data.length })
    }
  }
}

/**
 * Each offer of a list once. If a new day comes in between, those that were returned and have not changed since are
 * left out.
 */
export async function* readOffers<Q>(
  pages: AsyncIterable<ReadPage<Q>>,
): AsyncGenerator<Offer, void, undefined> {
  // The `updated_at` of each offer that was returned, by its id.
  const returned = new Map<string, string>()
  for await (const { data } of pages) {
    for (const offer of data) {
      if (returned.get(offer.id) === offer.updated_at) continue
      returned.set(offer.id, offer.updated_at)
      yield offer
    }
  }
}

const changing = ({ answer }: OfferPage<unknown>) =>
  new OffersError('catalogue_changing', `${answer.url}: a new day came in again and again`, answer)

const endless = ({ answer }: OfferPage<unknown>) =>
  new OffersError('bad_answer', `${answer.url}: the list does not end where it said`, answer)

const tooLarge = ({ answer }: OfferPage<unknown>) =>
  new OffersError('too_large', `${answer.url}: the list has more than ${MAX_LIST_SIZE} characters`, answer)
