// Feeds of networks that document their columns, so that their exports need no mapping by hand.

import { wordsOf } from '../conversions/words.ts'
import type { CellSource, Mapping } from '../mapping/mapping.ts'

type OfferMapping = Mapping['offer']

interface Feed {
  name: string
  /** The columns that a table needs to be recognised as this feed. */
  signature: readonly string[]
  offer: OfferMapping
  skip?: NonNullable<Mapping['read']>['skip']
  /** For the person who reads the proposal. */
  notes: readonly string[]
}

export interface KnownFeed extends Feed {
  issuer_type: Mapping['issuer_type']
}

const noCategory = { constant: 'Offers' }

const sentence = (...columns: string[]) => ({
  worth: columns.map((column) => ({ as: 'text' as const, column })),
})

/** The columns of a network. The advertiser is issuer and merchant; the value is read from the title. */
type NetworkColumns = [
  ref: string,
  advertiser: string,
  title: string,
  description: string,
  url: string,
  from: string,
  until: string,
]

interface More {
  category?: CellSource
  notes?: readonly string[]
}

/** A feed of a network of advertisers. */
function network(name: string, columns: NetworkColumns, { category, notes = [] }: More): Feed {
  const [ref, advertiser, title, description, url, from, until] = columns
  return {
    name,
    signature: [ref, advertiser, title, from, until],
    offer: {
      ref: { column: ref },
      issuer: { column: advertiser },
      title: { column: title },
      category: category ?? noCategory,
      merchant: { column: advertiser },
      url: { column: url },
      valid_from: { column: from },
      valid_until: { column: until },
      benefit: { ...sentence(title), summary: { first_of: [description, title] } },
    },
    notes,
  }
}

const OF_AWIN = {
  notes: ['Awin has no column of values. The value is read from the title, if the title has only one.'],
}
const OF_ADMITAD = ['The discount is read from the name, because the column of discounts omits "up to".']

const KNOWN_FEEDS: readonly Feed[] = [
  network(
    'Awin (offers API)',
    ['/promotionId', '/advertiser/name', '/title', '/description', '/url', '/startDate', '/endDate'],
    OF_AWIN,
  ),
  network(
    'Awin (CSV of offers)',
    ['Promotion ID', 'Advertiser', 'Title', 'Description', 'Deeplink', 'Starts', 'Ends'],
    OF_AWIN,
  ),
  network(
    'Admitad (coupons, API)',
    ['/id', '/campaign/name', '/name', '/description', '/campaign/site_url', '/date_start', '/date_end'],
    { notes: OF_ADMITAD },
  ),
  network(
    'Admitad (coupons, CSV)',
    ['id', 'advcampaign_name', 'name', 'description', 'gotolink', 'date_start', 'date_end'],
    { category: { column: 'categories', otherwise: 'Offers' }, notes: OF_ADMITAD },
  ),
  network(
    'CJ (link search)',
    [
      'link-id',
      'advertiser-name',
      'link-name',
      'description',
      'clickUrl',
      'promotion-start-date',
      'promotion-end-date',
    ],
    { category: { column: 'category', otherwise: 'Offers' } },
  ),
  {
    name: 'LinkMyDeals',
    signature: ['lmd_id', 'store', 'offer_value', 'status', 'start_date', 'end_date'],
    skip: [{ column: 'status', values: ['suspended', 'expired'] }],
    offer: {
      ref: { column: 'lmd_id' },
      issuer: { column: 'store' },
      title: { column: 'title' },
      category: { column: 'categories', before: ',', otherwise: 'Offers' },
      merchant: { column: 'store' },
      url: { first_of: ['url', 'smartlink', 'merchant_homepage'] },
      valid_from: { column: 'start_date' },
      valid_until: { column: 'end_date' },
      benefit: {
        ...sentence('long_offer', 'title'),
        summary: { first_of: ['long_offer', 'title'] },
      },
    },
    notes: [
      'The value is read from long_offer, because offer_value is 20% even if the offer is "up to 20%".',
    ],
  },
  {
    name: 'Google Merchant promotions',
    signature: ['promotion_id', 'long_title', 'promotion_effective_dates'],
    offer: {
      ref: { column: 'promotion_id' },
      issuer: null,
      title: { column: 'long_title' },
      category: noCategory,
      valid_from: { column: 'promotion_effective_dates', end: 'first' },
      valid_until: { column: 'promotion_effective_dates', end: 'last' },
      benefit: {
        worth: [
          { as: 'percentage', column: 'percent_off' },
          { as: 'amount', column: 'money_off_amount' },
          { as: 'text', column: 'long_title' },
        ],
        summary: { column: 'long_title' },
      },
    },
    notes: ['The feed belongs to one shop and does not name it.'],
  },
]

/** The feed that a table comes from. Case and punctuation of its headings do not matter. */
export function knownFeedOf(columns: readonly string[]): KnownFeed | undefined {
  const keys = new Map(columns.map((column) => [columnKey(column), column]))
  const feed = KNOWN_FEEDS.find(({ signature }) => signature.every((name) => keys.has(columnKey(name))))
  // Advertisers in these feeds are shops.
  return feed && { ...feed, offer: renamed(feed.offer, keys), issuer_type: 'retailer' }
}

const columnKey = (column: string) => wordsOf(column).replaceAll(' ', '')

/** Replaces the columns of the feed by their names in this table; those that the table lacks are left out. */
function renamed(offer: OfferMapping, keys: ReadonlyMap<string, string>): OfferMapping {
  const isThere = (column: string) => keys.has(columnKey(column)) || column.startsWith('/')
  const name = (column: string) => keys.get(columnKey(column)) ?? column
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk).filter((each) => each !== undefined)
    if (typeof value !== 'object' || value === null) return value
    const { column, first_of: firstOf, ...rest } = value as { column?: string; first_of?: string[] }
    if (column !== undefined) return isThere(column) ? { column: name(column), ...rest } : undefined
    if (firstOf !== undefined) {
      const there = firstOf.filter(isThere).map(name)
      return there.length === 0 ? undefined : { first_of: there, ...rest }
    }
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, member]) => [key, walk(member)] as const)
        .filter(([, member]) => member !== undefined),
    )
  }
  return walk(offer) as OfferMapping
}
