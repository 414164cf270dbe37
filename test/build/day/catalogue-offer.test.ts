import t from 'tap'
import { countByStatus, statusOn } from '../../../build/day/catalogue-offer.ts'
import { offer } from '../support/offers.ts'

t.test('offers are counted by status, and no status is left out', async (t) => {
  t.same(countByStatus([]), { active: 0, scheduled: 0, expired: 0, withdrawn: 0 })
  const statuses = ['active', 'withdrawn', 'active', 'expired'] as const
  t.same(countByStatus(statuses.map((status) => offer({ status }))), {
    active: 2,
    scheduled: 0,
    expired: 1,
    withdrawn: 1,
  })
})

t.test('status: both ends belong to the period, null is open', async (t) => {
  const cases: [from: string | null, until: string | null, status: string][] = [
    [null, null, 'active'],
    ['2026-03-02', null, 'scheduled'],
    ['2026-03-01', '2026-03-01', 'active'],
    [null, '2026-03-01', 'active'],
    [null, '2026-02-28', 'expired'],
    ['2026-01-01', '2026-02-28', 'expired'],
    ['2026-03-01', null, 'active'],
  ]
  for (const [from, until, status] of cases)
    t.equal(statusOn('2026-03-01', from, until), status, `${from} ${until}`)
})
