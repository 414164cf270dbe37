// Feeds with documented columns, in invented rows: each is recognised by its headings, and asks only for facts that it
// lacks.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'

t.setTimeout(BUSY_MS)

interface FeedCase {
  feed: string
  file: string
  text: string
  /** Edits the mapping, in addition to the provider of the data. */
  edit?: (mapping: { offer: Record<string, unknown> }) => void
  offers: object[]
}

const FEEDS: readonly FeedCase[] = [
  {
    feed: 'Awin (offers API)',
    file: 'awin.json',
    text: JSON.stringify([
      {
        promotionId: 501,
        type: 'promotion',
        advertiser: { id: 7, name: 'Alerce Outdoor', joined: true },
        title: '15% off tents',
        description: 'On all tents.',
        startDate: '2026-09-01T00:00:00.000Z',
        endDate: '2026-12-31T00:00:00.000Z',
        url: 'https://alerce.example/tents',
      },
      {
        promotionId: 502,
        type: 'promotion',
        advertiser: { id: 7, name: 'Alerce Outdoor', joined: true },
        title: 'Up to 40% off boots',
        description: 'While stocks last.',
        startDate: '2026-09-01T00:00:00.000Z',
        endDate: '2026-10-31T00:00:00.000Z',
        url: 'https://alerce.example/boots',
      },
    ]),
    offers: [
      {
        ref: '501',
        issuer: 'alerce-outdoor',
        merchant: 'Alerce Outdoor',
        title: '15% off tents',
        benefit: { kind: 'percentage', value: 15, summary: 'On all tents.' },
        valid_from: '2026-09-01',
        valid_until: '2026-12-31',
        url: 'https://alerce.example/tents',
      },
      { ref: '502', benefit: { kind: 'other', value: null } },
    ],
  },
  {
    feed: 'Awin (CSV of offers)',
    file: 'awin.csv',
    text:
      'Promotion ID,Advertiser,Advertiser ID,Type,Code,Description,Starts,Ends,Deeplink,Title\n' +
      '601,Alerce Outdoor,7,Voucher,TENT10,On all tents.,2026-09-01,2026-12-31,https://alerce.example/t,10% off tents\n',
    offers: [
      {
        ref: '601',
        issuer: 'alerce-outdoor',
        benefit: { kind: 'percentage', value: 10 },
        valid_until: '2026-12-31',
      },
    ],
  },
  {
    feed: 'Admitad (coupons, API)',
    file: 'admitad.json',
    text: JSON.stringify([
      {
        id: 11,
        name: '20% off lamps',
        description: 'All lamps.',
        campaign: { id: 3, name: 'Coigüe Home', site_url: 'https://coigue.example/' },
        discount: '20%',
        date_start: '2026-09-01T00:00:00',
        date_end: '2026-11-30T00:00:00',
      },
    ]),
    offers: [
      {
        ref: '11',
        issuer: 'coigue-home',
        benefit: { kind: 'percentage', value: 20 },
        valid_from: '2026-09-01',
        valid_until: '2026-11-30',
        url: 'https://coigue.example/',
      },
    ],
  },
  {
    feed: 'Admitad (coupons, CSV)',
    file: 'admitad.csv',
    text:
      'id;name;advcampaign_name;discount;date_start;date_end;gotolink;categories\n' +
      '21;30% off chairs;Coigüe Home;30%;2026-09-01 00:00:00;2026-11-30 23:59:00;https://coigue.example/c;Furniture\n',
    offers: [
      {
        ref: '21',
        category: 'furniture',
        benefit: { kind: 'percentage', value: 30 },
        valid_from: '2026-09-01',
        valid_until: '2026-11-30',
      },
    ],
  },
  {
    feed: 'CJ (link search)',
    file: 'cj.csv',
    text:
      'link-id,link-name,advertiser-name,category,promotion-start-date,promotion-end-date,clickUrl,description\n' +
      '31,25% off rugs,Lenga Rugs,Home,2026-09-01,2026-12-01,https://lenga.example/r,Rugs.\n',
    offers: [
      {
        ref: '31',
        issuer: 'lenga-rugs',
        category: 'home',
        benefit: { kind: 'percentage', value: 25, summary: 'Rugs.' },
        valid_until: '2026-12-01',
      },
    ],
  },
  {
    feed: 'LinkMyDeals',
    file: 'linkmydeals.csv',
    text:
      'lmd_id,store,merchant_homepage,long_offer,title,categories,type,offer,offer_value,status,start_date,end_date\n' +
      '41,Raulí,https://rauli.example/,Flat 20% off,20% off pots,"Kitchen,Home",Deal,Percentage Off,20%,new,2026-09-01,2026-09-30\n' +
      '42,Raulí,https://rauli.example/,Upto 20% off,Pots,"Kitchen,Home",Deal,Percentage Off,20%,new,2026-09-01,2026-09-30\n' +
      '43,Raulí,https://rauli.example/,Flat 5% off,Pans,Kitchen,Deal,Percentage Off,5%,suspended,2026-09-01,2026-09-30\n',
    offers: [
      { ref: '41', issuer: 'rauli', category: 'kitchen', benefit: { kind: 'percentage', value: 20 } },
      { ref: '42', benefit: { kind: 'other', value: null } },
    ],
  },
  {
    feed: 'Google Merchant promotions',
    file: 'promotions.tsv',
    text:
      'promotion_id\tproduct_applicability\tlong_title\tpromotion_effective_dates\tpercent_off\tmoney_off_amount\n' +
      'P1\tall_products\t12% off everything\t2026-09-01T00:00:00-04:00/2026-09-15T23:59:00-03:00\t12\t\n' +
      'P2\tall_products\t5 USD off\t2026-09-01T00:00:00-04:00/2026-09-15T23:59:00-03:00\t\t5.00 USD\n',
    edit: ({ offer }) => {
      offer.issuer = { constant: 'Tienda Arrayán' }
    },
    offers: [
      {
        ref: 'P1',
        issuer: 'tienda-arrayan',
        benefit: { kind: 'percentage', value: 12 },
        valid_from: '2026-09-01',
        valid_until: '2026-09-15',
      },
      { ref: 'P2', benefit: { kind: 'amount', value: 5, currency: 'USD' } },
    ],
  },
]

for (const { feed, file, text, edit, offers } of FEEDS) {
  t.test(feed, async (t) => {
    const root = t.testdir({ [file]: text })
    const path = join(root, 'm.json')
    const words = ['import', join(root, file)]
    const proposed = await offersBuild([...words, '--propose', path, '--country', 'CL', '--json'])
    t.equal(proposed.code, 0, proposed.stderr)
    t.equal(JSON.parse(proposed.stdout).feed, feed)
    const mapping = JSON.parse(readFileSync(path, 'utf8'))
    mapping.catalogue.attribution = 'Tests · tests.example'
    edit?.(mapping)
    writeFileSync(path, JSON.stringify(mapping))
    const source = join(root, 'source')
    mkdirSync(source)
    const imported = await offersBuild([...words, '--mapping', path, '--source', source, '--quiet'])
    t.equal(imported.code, 0, imported.stderr)
    const lines = readFileSync(join(source, 'offers.ndjson'), 'utf8').trim().split('\n')
    t.match(
      lines.map((line) => JSON.parse(line)),
      offers,
    )
    t.equal(lines.length, offers.length)
    const checked = await offersBuild(['check', '--source', source, '--as-of', '2026-02-28'])
    t.equal(checked.code, 0, checked.stderr)
  })
}
