import t from 'tap'
import { catalogueOffer, PRESENT } from '../../../../build/day/catalogue-offer.ts'
import { LineStore } from '../../../../build/day/line-store.ts'
import { countRewritten } from '../../../../build/steps/judge/count-rewritten.ts'
import type { Offer } from '../../../../contract/offers/offer.ts'
import { jsonLine } from '../../../../lib/json/json.ts'
import { tinyOffer } from '../../../helpers/tiny-offer.ts'
import { byId } from '../../support/offers.ts'

const OFFER: Offer = {
  ...tinyOffer(1, '2026-03-01T10:00:00.000Z'),
  ...{ status: 'active', valid_from: '2026-01-01', valid_until: '2026-03-31' },
}

/** The count for an offer with this change. */
function count(before: Partial<Offer>, now: Partial<Offer>) {
  const lines = new LineStore()
  const [known, current] = [before, now].map((changes) => {
    const offer = { ...OFFER, ...changes }
    return byId([catalogueOffer(offer, lines.append(Buffer.from(jsonLine(offer))), PRESENT)])
  })
  return countRewritten(known ?? new Map(), current ?? new Map(), lines)
}

const REWRITTEN = { offers: 1, of: 1 }
const AS_BEFORE = { offers: 0, of: 1 }
const NOT_COMPARED = { offers: 0, of: 0 }

t.test('an offer is rewritten if the content of its record differs', async (t) => {
  const changes: Partial<Offer>[] = [
    { title: 'Another' },
    { merchant: 'Another' },
    { benefit: { ...OFFER.benefit, summary: 'another' } },
    { comunas: [{ slug: 'another', name: 'Another' }] },
    { weekdays: ['sunday'] },
    { url: 'https://another.example/' },
    { valid_from: '2026-01-02' },
    { valid_until: '2026-03-30' },
    { valid_until: null },
  ]
  for (const change of changes) t.same(count({}, change), REWRITTEN, JSON.stringify(change))
  t.same(count({ valid_until: null }, {}), REWRITTEN, 'an end that is found is no later one')
})

t.test('a later end, another category or name, or another status is no rewriting', async (t) => {
  const { issuer, comunas } = OFFER
  const changes: Partial<Offer>[] = [
    { updated_at: '2026-03-02T10:00:00.000Z' },
    { valid_until: '2026-04-30' },
    { valid_until: '2026-04-30', title: 'Another', valid_from: '2026-04-01' },
    { category: { slug: 'another', name: 'Another' } },
    { issuer: { ...issuer, name: 'Another' } },
    { comunas: comunas.map(({ slug }) => ({ slug, name: 'Another' })) },
  ]
  for (const change of changes) t.same(count({}, change), AS_BEFORE, JSON.stringify(change))
  t.same(count({ status: 'scheduled' }, {}), AS_BEFORE)
})

t.test('only offers that both releases list are compared', async (t) => {
  t.same(count({}, { id: 'off_another', title: 'Another' }), NOT_COMPARED)
  for (const status of ['expired', 'withdrawn'] as const) {
    t.same(count({ status }, { title: 'Another' }), NOT_COMPARED)
    t.same(count({}, { status, title: 'Another' }), NOT_COMPARED)
  }
})
