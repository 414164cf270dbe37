import t from 'tap'
import { catalogueOffer, countByStatus, statusOn } from '../../../build/day/catalogue-offer.ts'
import { tinyOffer } from '../../helpers/tiny-offer.ts'
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

t.test('the build holds the facts of an offer that its steps need', async (t) => {
  const comunas = ['arica', 'maipu'].map((slug) => ({ slug, name: `In ${slug}` }))
  const published = { ...tinyOffer(1, '2026-03-01T10:00:00.000Z'), valid_until: '2026-04-01', comunas }
  t.same(catalogueOffer(published, 7, { withdrawnOn: '2026-03-01', keptSince: '2026-02-01' }), {
    id: published.id,
    status: 'active',
    issuer: 'tiny-bank',
    category: 'food',
    slugs: { issuer: ['tiny-bank'], category: ['food'], comuna: ['arica', 'maipu'] },
    weekdays: null,
    valid_until: '2026-04-01',
    updated_at: '2026-03-01T10:00:00.000Z',
    withdrawnOn: '2026-03-01',
    keptSince: '2026-02-01',
    line: 7,
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
