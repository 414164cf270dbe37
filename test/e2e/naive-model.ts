// The right answers of the API, in a few plain lines: publish, filter, sort, slice, wrap. No code is shared with
// the build or the gateway, so that a mistake there can't hide here; of the contract only the names of the filters.

import { createHash } from 'node:crypto'
import { FILTER_NAMES, type FilterName, type Filters } from '../../contract/api/filters.ts'
import type { SlugAndName } from '../../contract/offers/offer.ts'
import type { SourceComuna, SourceIssuer, SourceOffer } from '../../contract/offers/source.ts'

export interface NaiveCatalogue {
  attribution: string
  data_as_of: string
  issuers: readonly SourceIssuer[]
  categories: readonly SlugAndName[]
  comunas: readonly SourceComuna[]
  offers: readonly SourceOffer[]
  /** The catalogue of the release that this one continues. */
  before?: NaiveCatalogue
}

export type NaiveQuery = Filters & { limit: number; offset: number }

export type NaiveOffer = ReturnType<typeof publish>

/** The slugs by which each filter finds an offer: without one of the filters this does not compile. */
const SLUGS: Readonly<Record<FilterName, (offer: NaiveOffer) => string[]>> = {
  issuer: ({ issuer }) => [issuer.slug],
  category: ({ category }) => [category.slug],
  comuna: ({ comunas }) => comunas.map(({ slug }) => slug),
}

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** The values of a filter that listed offers have. */
export function naiveSlugs(catalogue: NaiveCatalogue, name: FilterName): string[] {
  return [...new Set(naiveOffers(catalogue).flatMap(SLUGS[name]))]
}

/** The body of a list, to the byte. The day is that of `data_as_of` in UTC. */
export function naiveList(catalogue: NaiveCatalogue, query: NaiveQuery): string {
  const matching = naiveOffers(catalogue).filter((offer) =>
    FILTER_NAMES.every((name) => {
      const wanted = query[name]
      return wanted === undefined || SLUGS[name](offer).includes(wanted)
    }),
  )
  return pageOf(catalogue, matching, query)
}

function pageOf(
  catalogue: NaiveCatalogue,
  matching: readonly NaiveOffer[],
  { limit, offset, ...more }: { limit: number; offset: number; since?: null },
): string {
  const page = matching.slice(offset, offset + limit)
  const since = 'since' in more ? { since: null } : {}
  const meta = metaOf(catalogue, { count: page.length, total: matching.length, limit, offset, ...since })
  const lines = page.map((offer) => `\n${text(offer)}`).join(',')
  return `{"data":[${lines}${page.length > 0 ? '\n' : ''}],"meta":${meta}}\n`
}

function metaOf({ data_as_of, attribution }: NaiveCatalogue, numbers: object): string {
  return text({ data_as_of, schema_version: 'beta.1', ...numbers, attribution })
}

/** An answer of a release; `total` is the number of offers that match, 0 for all but lists and changes. */
export interface NaiveAnswer {
  target: string
  total: number
  body: string
}

/** All answers of a release but the description of the API and the snapshots. */
export function* naiveAnswers(catalogue: NaiveCatalogue): Generator<NaiveAnswer> {
  const lists = new Map<string, NaiveOffer[]>([['/beta/offers?', []]])
  for (const offer of naiveOffers(catalogue)) {
    for (const address of addressesOf(offer)) {
      const list = lists.get(address)
      if (list) list.push(offer)
      else lists.set(address, [offer])
    }
  }
  for (const [address, offers] of lists) yield* pagesOf(catalogue, address, offers)
  yield* pagesOf(catalogue, '/beta/changes?', naiveChanges(catalogue), { since: null })
  for (const offer of naiveReadable(catalogue)) {
    const body = `{"data":\n${text(offer)}\n,"meta":${metaOf(catalogue, {})}}\n`
    yield { target: `/beta/offers/${offer.id}`, total: 0, body }
  }
  const { categories } = catalogue
  const issuers = catalogue.issuers.map((issuer) => ({ id: `iss_${issuer.slug}`, ...issuer }))
  const comunas = catalogue.comunas.map(({ code = null, region = null, ...named }) => {
    return { ...named, code, region }
  })
  yield countedOf(catalogue, 'issuer', 'issuers', issuers)
  yield countedOf(catalogue, 'category', 'categories', categories)
  yield countedOf(catalogue, 'comuna', 'comunas', comunas)
}

/** The pages that are made of a list: of 25 and of 100 offers, up to the largest offset of a key. */
function* pagesOf(
  catalogue: NaiveCatalogue,
  address: string,
  offers: readonly NaiveOffer[],
  more: { since?: null } = {},
): Generator<NaiveAnswer> {
  for (const limit of [25, 100]) {
    for (let offset = 0; offset === 0 || (offset < offers.length && offset <= 10_000); offset += limit) {
      const body = pageOf(catalogue, offers, { limit, offset, ...more })
      yield { target: `${address}limit=${limit}&offset=${offset}`, total: offers.length, body }
    }
  }
}

/** The list of all values of a filter, each with the number of its offers. */
function countedOf(
  catalogue: NaiveCatalogue,
  filter: FilterName,
  name: string,
  items: readonly { slug: string }[],
): NaiveAnswer {
  const uses = naiveOffers(catalogue).flatMap(SLUGS[filter])
  const lines = items
    .toSorted((a, b) => compare(a.slug, b.slug))
    .map((item) => text({ ...item, offers_count: uses.filter((slug) => slug === item.slug).length }))
  const meta = metaOf(catalogue, { count: lines.length, total: lines.length })
  return { target: `/beta/${name}`, total: 0, body: `{"data":[\n${lines.join(',\n')}\n],"meta":${meta}}\n` }
}

/** The addresses of all lists that an offer is in: each filter is absent, or has one of its values. */
function addressesOf(offer: NaiveOffer): string[] {
  let addresses = ['/beta/offers?']
  for (const name of FILTER_NAMES) {
    const filtered = SLUGS[name](offer).flatMap((slug) => addresses.map((each) => `${each}${name}=${slug}&`))
    addresses = [...addresses, ...filtered]
  }
  return addresses
}

/** The lines of the full snapshot, each with its line feed. */
export function naiveSnapshot(catalogue: NaiveCatalogue): string[] {
  const { data_as_of, attribution } = catalogue
  return naiveOffers(catalogue).map((offer) => `${text({ ...offer, meta: { data_as_of, attribution } })}\n`)
}

/** All listed offers in order. */
export function naiveOffers(catalogue: NaiveCatalogue): readonly NaiveOffer[] {
  const known = listed.get(catalogue)
  if (known) return known
  const offers = naiveChanges(catalogue).filter(({ status }) => status === 'active' || status === 'scheduled')
  listed.set(catalogue, offers)
  return offers
}
const listed = new WeakMap<NaiveCatalogue, readonly NaiveOffer[]>()

/** All offers that can be read, in the order of lists. */
function naiveChanges(catalogue: NaiveCatalogue): NaiveOffer[] {
  return naiveReadable(catalogue).sort((a, b) => compare(b.updated_at, a.updated_at) || compare(a.id, b.id))
}

/** All offers that can be read: those of the source, including ended ones, and those that left it since the day before. */
export function naiveReadable(catalogue: NaiveCatalogue): NaiveOffer[] {
  const { before, data_as_of } = catalogue
  const known = new Map(before && naiveReadable(before).map((offer) => [offer.id, offer]))
  const present = publishAll(catalogue).map((offer) => {
    const last = known.get(offer.id)
    known.delete(offer.id)
    return last && text({ ...last, updated_at: data_as_of }) === text(offer) ? last : offer
  })
  return [...present, ...Array.from(known.values(), (offer) => withdrawn(offer, data_as_of))]
}

const withdrawn = (offer: NaiveOffer, updated_at: string): NaiveOffer => ({
  ...offer,
  status: 'withdrawn',
  updated_at,
})

/** All offers of the source, in its order, including ended ones. */
export function publishAll(catalogue: NaiveCatalogue): NaiveOffer[] {
  return catalogue.offers.map((offer) => publish(offer, catalogue))
}

const text = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('\u0085', '\\u0085')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function publish(offer: SourceOffer, { issuers, categories, comunas, data_as_of }: NaiveCatalogue) {
  const today = data_as_of.slice(0, 10)
  const named = (list: readonly SlugAndName[], slug: string) => ({
    slug,
    name: list.find((each) => each.slug === slug)?.name,
  })
  const issuer = issuers.find(({ slug }) => slug === offer.issuer)
  const { kind, value, currency, cap, summary } = offer.benefit
  return {
    id: offer.id ?? naiveId(offer),
    status:
      offer.valid_until !== null && offer.valid_until < today
        ? 'expired'
        : offer.valid_from !== null && offer.valid_from > today
          ? 'scheduled'
          : 'active',
    title: offer.title,
    merchant: offer.merchant ?? null,
    benefit: { kind, value, currency, cap: cap && { value: cap.value, currency: cap.currency }, summary },
    issuer: {
      id: `iss_${offer.issuer}`,
      slug: offer.issuer,
      name: issuer?.name,
      type: issuer?.type,
      country: issuer?.country,
    },
    category: named(categories, offer.category),
    comunas: offer.comunas.toSorted().map((slug) => named(comunas, slug)),
    weekdays: offer.weekdays ? WEEK.filter((day) => offer.weekdays?.some((each) => each === day)) : null,
    valid_from: offer.valid_from,
    valid_until: offer.valid_until,
    url: offer.url ?? null,
    updated_at: data_as_of,
    terms: { text: null },
  }
}

function naiveId({ issuer, ref }: SourceOffer): string {
  const bits = [...createHash('sha256').update(`${issuer}\n${ref}`).digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  const letters = Array.from(
    { length: 16 },
    (_, i) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(bits.slice(5 * i, 5 * i + 5), 2)],
  )
  return `off_${letters.join('')}`
}
