// A small client as a careful user would write it: types from the API's description, and no assumptions beyond
// them. It is compiled strictly against the generated `api.ts` and then run against a live gateway.

import type { components, paths } from './api.ts'

type Offer = components['schemas']['Offer']
type OfferList = paths['/beta/offers']['get']['responses']['200']['content']['application/json']
type OfferDetail = paths['/beta/offers/{id}']['get']['responses']['200']['content']['application/json']
type IssuerList = paths['/beta/issuers']['get']['responses']['200']['content']['application/json']
type ApiProblem = components['schemas']['Problem']
type ListQuery = NonNullable<paths['/beta/offers']['get']['parameters']['query']>

const [base = '', key = ''] = process.argv.slice(2)

async function read<T>(path: string): Promise<T | ApiProblem> {
  const response = await fetch(base + path, { headers: { authorization: `Bearer ${key}` } })
  return (await response.json()) as T | ApiProblem
}

function isProblem(value: object): value is ApiProblem {
  return 'code' in value
}

async function list(query: ListQuery): Promise<OfferList> {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)])
  const answer = await read<OfferList>(`/beta/offers?${new URLSearchParams(Object.fromEntries(given))}`)
  if (isProblem(answer)) throw new Error(`${answer.code}: ${answer.detail}`)
  return answer
}

function describe({ title, benefit, issuer, comunas }: Offer): string {
  const cap = benefit.cap === null ? '' : ` up to ${benefit.cap.value} ${benefit.cap.currency}`
  const money =
    benefit.value === null ? benefit.summary : `${benefit.value} ${benefit.currency ?? benefit.kind}`
  return `${issuer.name}: ${title} (${money}${cap}) ${comunas.map(({ name }) => name).join(', ')}`
}

const { data, meta } = await list({ limit: 3, offset: 1 })
const [first] = data
if (!first) throw new Error('the catalogue is empty')
const detail = await read<OfferDetail>(`/beta/offers/${first.id}`)
const issuers = await read<IssuerList>('/beta/issuers')
if (isProblem(detail) || isProblem(issuers)) throw new Error('a problem')
const largest = issuers.data.reduce((a, b) => (b.offers_count > a.offers_count ? b : a))
const filtered = await list({ issuer: largest.slug, limit: 1 })
const refused = await read<OfferList>('/beta/offers?limit=0')

console.log(
  JSON.stringify({
    described: describe(detail.data),
    count: meta.count,
    largest: largest.offers_count,
    filtered: filtered.meta.total,
    code: isProblem(refused) ? refused.code : null,
  }),
)
