// The right answers of the API, in a few plain lines: publish, filter, sort, slice, wrap. No code is shared with
// the build or the gateway, so that a mistake there can't hide here; of the contract only the names of the filters.

import { createHash } from 'node:crypto'
import { FILTER_NAMES, type FilterName, type Filters } from '../../contract/api/filters.ts'
import type { SlugAndName } from '../../contract/offers/offer.ts'
import type { SourceIssuer, SourceOffer } from '../../contract/offers/source.ts'

export interface NaiveCatalogue {
  attribution: string
  data_as_of: string
  issuers: readonly SourceIssuer[]
  categories: readonly SlugAndName[]
  comunas: readonly SlugAndName[]
  offers: readonly SourceOffer[]
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

/** The body of a list, to the byte. The time zone is UTC here. */
export function naiveList(catalogue: NaiveCatalogue, query: NaiveQuery): string {
  const matching = naiveOffers(catalogue).filter((offer) =>
    FILTER_NAMES.every((name) => {
      const wanted = query[name]
      return wanted === undefined || SLUGS[name](offer).includes(wanted)
    }),
  )
  const page = matching.slice(query.offset, query.offset + query.limit)
  const meta = {
    data_as_of: catalogue.data_as_of,
    schema_version: 'beta.1',
    count: page.length,
    total: matching.length,
    limit: query.limit,
    offset: query.offset,
    attribution: catalogue.attribution,
  }
  const lines = page.map((offer) => `\n${text(offer)}`).join(',')
  return `{"data":[${lines}${page.length > 0 ? '\n' : ''}],"meta":${text(meta)}}\n`
}

/** All listed offers in order. */
export function naiveOffers(catalogue: NaiveCatalogue): readonly NaiveOffer[] {
  const known = listed.get(catalogue)
  if (known) return known
  const offers = publishAll(catalogue)
    .filter(({ status }) => status === 'active' || status === 'scheduled')
    .sort((a, b) => compare(b.updated_at, a.updated_at) || compare(a.id, b.id))
  listed.set(catalogue, offers)
  return offers
}
const listed = new WeakMap<NaiveCatalogue, readonly NaiveOffer[]>()

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
