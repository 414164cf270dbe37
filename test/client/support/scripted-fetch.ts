// A `fetch` that answers as a test says, and records its requests.

import { type ClientOptions, createOffersClient } from '../../../client/index.ts'
import { type StillClock, stillClock } from './still-clock.ts'

export interface Asked {
  url: URL
  headers: Headers
}

export type Script = (asked: Asked, count: number) => Response | Promise<Response>

export interface ScriptedFetch {
  fetch: typeof fetch
  asked: Asked[]
}

/** @param script gives the answer to a request, the first of which is number 1 */
export function scriptedFetch(script: Script): ScriptedFetch {
  const asked: Asked[] = []
  return {
    asked,
    fetch: async (input, init) => {
      const one = { url: new URL(String(input)), headers: new Headers(init?.headers) }
      asked.push(one)
      return await script(one, asked.length)
    },
  }
}

/** A client with such a `fetch`, on a clock that stands still. */
export function scriptedClient(
  script: Script,
  { clock = stillClock(), ...options }: Omit<Partial<ClientOptions>, 'clock'> & { clock?: StillClock } = {},
) {
  const { fetch, asked } = scriptedFetch(script)
  const given = { baseUrl: 'https://api.example', key: 'offers_live_x', fetch, clock, ...options }
  return { client: createOffersClient(given), asked, clock, fetch }
}

export const DAY = '2026-09-01T10:00:00.000Z'
const ATTRIBUTION = 'Data of example.org'

/** The members that the client looks at. */
export const offerOf = (id: number, updated_at = DAY) => ({
  id: `off_${id}`,
  status: 'active',
  updated_at,
  title: `Offer ${id}`,
  merchant: null,
  benefit: { kind: 'other', value: null, currency: null, cap: null, summary: 'A gift' },
  issuer: { slug: 'tiny-bank', name: 'Tiny Bank' },
  category: { slug: 'food', name: 'Food' },
  comunas: [],
  weekdays: null,
  valid_from: null,
  valid_until: null,
  url: null,
})

export interface PageFacts {
  offset?: number
  limit?: number
  total: number
  day?: string
  /** A `Link` other than the correct one. */
  link?: string
}

/** A page of offers 0 to `total`. */
export function pageAnswer({ offset = 0, limit = 25, total, day = DAY, link }: PageFacts): Response {
  const count = Math.max(0, Math.min(limit, total - offset))
  const data = Array.from({ length: count }, (_, index) => offerOf(offset + index))
  const meta = {
    data_as_of: day,
    schema_version: 'beta.1',
    count,
    total,
    limit,
    offset,
    attribution: ATTRIBUTION,
  }
  const next = offset + limit < total ? `<?limit=${limit}&offset=${offset + limit}>; rel="next"` : ''
  return Response.json(
    { data, meta },
    {
      headers: {
        etag: `"${day}-${offset}-${limit}"`,
        'cache-control': 'private, max-age=3600',
        link: link ?? `<?limit=${limit}&offset=0>; rel="first"${next && `, ${next}`}`,
      },
    },
  )
}

/** The page that a request asks for. */
export function pageAsked({ url }: Asked, facts: PageFacts): Response {
  const number = (name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise)
  return pageAnswer({ limit: number('limit', 25), offset: number('offset', 0), ...facts })
}

/** An error in the form of the API. */
export function problemAnswer(status: number, code: string, headers: Record<string, string> = {}): Response {
  const body = { type: `../#${code}`, title: 'A title', status, detail: 'A detail.', code, meta: {} }
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json', ...headers } })
}

/** The refusal of a `limit` or an `offset` that is more than the key may read. */
export function refusalOf(param: 'limit' | 'offset', maximum: unknown): Response {
  const errors = [{ param, given: 1e6, allowed: maximum, minimum: 0, maximum }]
  const body = { title: 'A title', detail: 'A detail.', code: 'scope_exceeded', errors }
  return Response.json(body, { status: 403, headers: { 'content-type': 'application/problem+json' } })
}

/** Answers as `script` does, but refuses pages that are larger than the key of a request may read. */
export function withinLimits(limits: Readonly<Record<string, number>>, script: Script): Script {
  return (asked, count) => {
    const [, key = ''] = /^Bearer (.*)$/.exec(asked.headers.get('authorization') ?? '') ?? []
    const limit = limits[key] ?? 0
    const isTooLarge = Number(asked.url.searchParams.get('limit') ?? 25) > limit
    return isTooLarge ? refusalOf('limit', limit) : script(asked, count)
  }
}
