// A page of a list, and the way to the next one.

import { OffersError } from '../api/errors.ts'
import type { Answer } from '../api/options.ts'
import type { ListQuery, Offer, PageMeta } from '../api/types.ts'
import type { Received } from '../http/json-reader.ts'
import type { ListBody } from './bodies.ts'

/** The most offers that a page may have if no limit was given. The API then sends 25: this leaves room for more. */
const MAX_PAGE = 1000

export interface OfferPage<Q = ListQuery> {
  data: Offer[]
  meta: PageMeta
  answer: Answer
  /** The query of the next page; undefined if there is none that this key may read. */
  next: Q | undefined
  /** Whether more offers match than this key may page to. Narrow the list with filters, or take the snapshot. */
  isTruncated: boolean
}

/**
 * The page in an answer.
 * @param url the address that was asked for
 * @throws {OffersError} `bad_answer` if the page leads back, elsewhere or nowhere, or has more than was asked for
 */
export function pageOf<Q>({ data, meta, answer }: Received<ListBody>, url: URL): OfferPage<Q> {
  if (data.length > Number(url.searchParams.get('limit') ?? MAX_PAGE)) {
    throw new OffersError('bad_answer', `${url.href}: ${data.length} offers, more than asked for`, answer)
  }
  const target = nextLink(answer.headers.get('link'))
  const next = target === undefined ? undefined : nextQuery(target, url)
  const offset = next?.offset
  // A next page that does not advance would be read endlessly.
  const advances = typeof offset === 'number' && offset > meta.offset && offset < meta.total
  if (target !== undefined && !(advances && data.length > 0)) {
    throw new OffersError(
      'bad_answer',
      `${url.href}: the link to the next page leads nowhere: ${target}`,
      answer,
    )
  }
  // The API leaves out the link where the key's reach ends, too.
  const end = meta.offset + data.length
  return { data, meta, answer, next: next as Q | undefined, isTruncated: !next && end < meta.total }
}

/** The address with `rel="next"` in a header `Link` (RFC 8288), as it is written; undefined if there is none. */
function nextLink(link: string | null): string | undefined {
  for (const [, target, rel] of (link ?? '').matchAll(/<([^<>]*)>\s*;\s*rel="([^"]*)"/g)) {
    if (rel === 'next') return target
  }
  return undefined
}

/**
 * The query of a link to another page of the same list; undefined if it leads elsewhere.
 * SECURITY: no other link is followed, for the key goes with the request.
 */
function nextQuery(target: string, url: URL): Record<string, string | number> | undefined {
  if (!URL.canParse(target, url.href)) return undefined
  const { origin, pathname, searchParams } = new URL(target, url.href)
  if (origin !== url.origin || pathname !== url.pathname) return undefined
  const query: Record<string, string | number> = Object.fromEntries(searchParams)
  for (const name of ['limit', 'offset']) if (name in query) query[name] = Number(query[name])
  return query
}
