import t from 'tap'
import { orderOffers } from '../../../../build/steps/plan/order-offers.ts'
import { byId, offer } from '../../support/offers.ts'

t.test('lists are ordered newest first, then by id; all readable offers by id alone', async (t) => {
  const offers = [
    offer({ id: 'off_b', updated_at: '2026-03-01T10:00:00.000Z' }),
    offer({ id: 'off_c', updated_at: '2026-03-02T10:00:00.000Z' }),
    offer({ id: 'off_B', updated_at: '2026-03-01T10:00:00.000Z', status: 'scheduled' }),
    offer({ id: 'off_a', updated_at: '2026-03-09T10:00:00.000Z', status: 'expired' }),
    offer({ id: 'off_d', updated_at: '2026-03-09T10:00:00.000Z', status: 'withdrawn' }),
  ]
  const { listed, readable, byChange } = orderOffers(byId(offers))
  t.same(
    listed.map(({ id }) => id),
    ['off_c', 'off_B', 'off_b'],
  )
  t.same(
    readable.map(({ id }) => id),
    ['off_B', 'off_a', 'off_b', 'off_c', 'off_d'],
  )
  t.same(
    byChange.map(({ id }) => id),
    ['off_a', 'off_d', 'off_c', 'off_B', 'off_b'],
  )
})
