// How the numbers of the page fall as offers end.

import t from 'tap'
import { catalogueOffer, PRESENT } from '../../../../build/day/catalogue-offer.ts'
import { LineStore } from '../../../../build/day/line-store.ts'
import { lastDaysBeforeStart, lastDaysOf, lastDaysOfValues } from '../../../../build/steps/plan/last-days.ts'
import type { Offer } from '../../../../contract/offers/offer.ts'
import { jsonLine } from '../../../../lib/json/json.ts'
import { tinyOffer } from '../../../helpers/tiny-offer.ts'

const lines = new LineStore()
const offers = (differences: Partial<Offer>[]) =>
  differences.map((difference, index) => {
    const offer = { ...tinyOffer(index, '2026-09-01T10:00:00.000Z'), ...difference }
    return catalogueOffer(offer, lines.append(Buffer.from(jsonLine(offer))), PRESENT)
  })
const arica = { comunas: [{ slug: 'arica', name: 'Arica' }] }
const maipu = { comunas: [{ slug: 'maipu', name: 'Maipú' }] }

t.test('offers end on their last day, and those without an end never', async (t) => {
  const ends = ['2026-10-01', '2026-09-01', null, '2026-10-01'].map((valid_until) => ({ valid_until }))
  t.strictSame(lastDaysOf(offers(ends)), [
    ['2026-09-01', 1],
    ['2026-10-01', 2],
  ])
})

t.test('a value has offers until the last of them ends', async (t) => {
  const all = offers([
    { ...arica, valid_until: '2026-09-05' },
    { ...arica, valid_until: '2026-09-03' },
    { ...maipu, valid_until: '2026-09-03' },
    { ...maipu, valid_until: null },
    { ...maipu, valid_until: '2026-09-09' },
  ])
  t.strictSame(lastDaysOfValues(all, 'comuna'), [['2026-09-05', 1]])
  t.strictSame(lastDaysOfValues(all, 'issuer'), [], 'of one issuer, an end is not stated')
})

t.test('offers that start later do so until the day before', async (t) => {
  const all = offers([
    { status: 'scheduled', valid_from: '2026-10-01' },
    { status: 'active', valid_from: '2026-09-01' },
  ])
  t.strictSame(lastDaysBeforeStart(all, lines), [['2026-09-30', 1]])
})
