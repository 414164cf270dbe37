// Feeds with columns that are documented: whoever exports from one of these networks has nothing to map by hand.

import type { BenefitKind } from '../../../contract/offers/offer.ts'
import { wordsOf } from '../conversions/words.ts'
import type { Mapping } from '../mapping/mapping.ts'

type OfferMapping = Mapping['offer']

export interface KnownFeed {
  name: string
  /** Columns by which it is known, all of them. */
  signature: readonly string[]
  offer: OfferMapping
  issuer_type: Mapping['issuer_type']
  skip?: NonNullable<Mapping['read']>['skip']
  /** For the person who reads the proposal. */
  notes: readonly string[]
}

const noCategory = { constant: 'Offers' }

const sentence = (...columns: string[]) => ({
  worth: columns.map((column) => ({ as: 'text' as const, column })),
})

const kinds = (lookup: Readonly<Record<string, BenefitKind>>) => ({ ...lookup })

export const KNOWN_FEEDS: readonly KnownFeed[] = [
  {
    name: 'Awin (offers API)',
    signature: ['/promotionId', '/advertiser/name', '/title', '/startDate', '/endDate'],
    issuer_type: 'retailer',
    offer: {
      ref: { column: '/promotionId' },
      issuer: { column: '/advertiser/name' },
      title: { column: '/title' },
      category: noCategory,
      merchant: { column: '/advertiser/name' },
      url: { column: '/url' },
      valid_from: { column: '/startDate' },
      valid_until: { column: '/endDate' },
      benefit: { ...sentence('/title'), summary: { first_of: ['/description', '/title'] } },
    },
    notes: ['Awin gives no value of its own: it is read out of the title, where that says one thing only.'],
  },
  {
    name: 'Awin (CSV of offers)',
    signature: ['Promotion ID', 'Advertiser', 'Title', 'Starts', 'Ends'],
    issuer_type: 'retailer',
    offer: {
      ref: { column: 'Promotion ID' },
      issuer: { column: 'Advertiser' },
      title: { column: 'Title' },
      category: noCategory,
      merchant: { column: 'Advertiser' },
      url: { column: 'Deeplink' },
      valid_from: { column: 'Starts' },
      valid_until: { column: 'Ends' },
      benefit: { ...sentence('Title'), summary: { first_of: ['Description', 'Title'] } },
    },
    notes: ['Awin gives no value of its own: it is read out of the title, where that says one thing only.'],
  },
  {
    name: 'Admitad (coupons, API)',
    signature: ['/id', '/name', '/campaign/name', '/date_start', '/date_end'],
    issuer_type: 'retailer',
    offer: {
      ref: { column: '/id' },
      issuer: { column: '/campaign/name' },
      title: { column: '/name' },
      category: noCategory,
      merchant: { column: '/campaign/name' },
      url: { column: '/campaign/site_url' },
      valid_from: { column: '/date_start' },
      valid_until: { column: '/date_end' },
      benefit: { ...sentence('/name'), summary: { first_of: ['/description', '/name'] } },
    },
    notes: ['The discount is read out of the name: the column of the discount does not say "up to".'],
  },
  {
    name: 'Admitad (coupons, CSV)',
    signature: ['name', 'advcampaign_name', 'date_start', 'date_end', 'gotolink'],
    issuer_type: 'retailer',
    offer: {
      ref: { column: 'id' },
      issuer: { column: 'advcampaign_name' },
      title: { column: 'name' },
      category: { column: 'categories', otherwise: 'Offers' },
      merchant: { column: 'advcampaign_name' },
      url: { column: 'gotolink' },
      valid_from: { column: 'date_start' },
      valid_until: { column: 'date_end' },
      benefit: { ...sentence('name'), summary: { first_of: ['description', 'name'] } },
    },
    notes: ['The discount is read out of the name: the column of the discount does not say "up to".'],
  },
  {
    name: 'CJ (link search)',
    signature: ['link-id', 'link-name', 'advertiser-name', 'promotion-start-date', 'promotion-end-date'],
    issuer_type: 'retailer',
    offer: {
      ref: { column: 'link-id' },
      issuer: { column: 'advertiser-name' },
      title: { column: 'link-name' },
      category: { column: 'category', otherwise: 'Offers' },
      merchant: { column: 'advertiser-name' },
      url: { column: 'clickUrl' },
      valid_from: { column: 'promotion-start-date' },
      valid_until: { column: 'promotion-end-date' },
      benefit: { ...sentence('link-name'), summary: { first_of: ['description', 'link-name'] } },
    },
    notes: [],
  },
  {
    name: 'LinkMyDeals',
    signature: ['lmd_id', 'store', 'offer_value', 'status', 'start_date', 'end_date'],
    issuer_type: 'retailer',
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
    notes: ['The value is read out of long_offer: offer_value says 20% where the offer is "up to 20%".'],
  },
  {
    name: 'Google Merchant promotions',
    signature: ['promotion_id', 'long_title', 'promotion_effective_dates'],
    issuer_type: 'retailer',
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
    notes: ['A feed is of one shop, and does not name it.'],
  },
]

/** How columns of the tables' kinds of benefits are called, and what we call them. */
export const KIND_WORDS: Readonly<Record<string, BenefitKind>> = kinds({
  descuento: 'percentage',
  discount: 'percentage',
  desconto: 'percentage',
  porcentaje: 'percentage',
  percentage: 'percentage',
  reintegro: 'cashback',
  cashback: 'cashback',
  reembolso: 'cashback',
  devolucion: 'cashback',
  cuotas: 'installments',
  'cuotas sin interes': 'installments',
  'cuotas sin intereses': 'installments',
  'meses sin intereses': 'installments',
  parcelas: 'installments',
  '2x1': 'multibuy',
  bogo: 'multibuy',
  'precio fijo': 'fixed_price',
  'precio especial': 'fixed_price',
  'fixed price': 'fixed_price',
  beneficio: 'other',
  benefit: 'other',
  otro: 'other',
  otros: 'other',
  other: 'other',
  regalo: 'other',
  gift: 'other',
})

/** The feed that a table comes from; columns may be written with other letters and dashes. */
export function knownFeedOf(columns: readonly string[]): KnownFeed | undefined {
  const keys = new Map(columns.map((column) => [keyOf(column), column]))
  const feed = KNOWN_FEEDS.find(({ signature }) => signature.every((name) => keys.has(keyOf(name))))
  return feed && { ...feed, offer: renamed(feed.offer, keys) }
}

const keyOf = (column: string) =>
  wordsOf(column.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('/', ' / ')).replaceAll(' ', '')

/** The feed's own columns by the names that this table has for them; those that it lacks are left out. */
function renamed(offer: OfferMapping, keys: ReadonlyMap<string, string>): OfferMapping {
  const isThere = (column: string) => keys.has(keyOf(column)) || column.startsWith('/')
  const name = (column: string) => keys.get(keyOf(column)) ?? column
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
