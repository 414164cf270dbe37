// The life of an offer over several mornings: its id, its status, its place in lists, and its updated_at.

import t from 'tap'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { ID, moment, mornings, one } from './support/mornings.ts'
import { CATEGORIES } from './support/source.ts'

t.setTimeout(SLOW_MS)

t.test('updated_at moves only if the content of an offer changes', async (t) => {
  const { morning } = mornings(t)
  t.match((await morning('2026-03-01', [one])).offer, { status: 'active', updated_at: moment('2026-03-01') })
  t.match((await morning('2026-03-02', [one])).offer, { updated_at: moment('2026-03-01') })
  const changed = await morning('2026-03-03', [{ ...one, title: 'One more' }])
  t.match(changed.offer, { title: 'One more', updated_at: moment('2026-03-03') })
  t.match(changed.manifest.changes, { changed: 1, by_issuer: { 'banco-norte': { changed: 1 } } })
  t.match((await morning('2026-03-04', [{ ...one, title: 'One more' }])).offer, {
    updated_at: moment('2026-03-03'),
  })
})

t.test('a new name in a reference file changes every offer that shows it', async (t) => {
  const { morning } = mornings(t)
  await morning('2026-03-01', [one])
  const categories = CATEGORIES.map((each) => ({ ...each, name: `New ${each.slug}` }))
  const { offer, manifest } = await morning('2026-03-02', [one], { categories })
  t.match(offer, { category: { name: 'New restaurantes' }, updated_at: moment('2026-03-02') })
  t.equal(manifest.changes.changed, 6)
})

t.test('an id in the source overrides the generated one', async (t) => {
  const { morning } = mornings(t)
  const { offer } = await morning('2026-03-01', [{ ...one, ref: 'renamed', id: ID }])
  t.match(offer, { id: ID, title: 'One' })
})

t.test('status follows the calendar of the catalogue, both ends included', async (t) => {
  const { morning } = mornings(t)
  const short = { ...one, valid_from: '2026-03-02', valid_until: '2026-03-03' }
  t.match((await morning('2026-03-01', [short])).offer, { status: 'scheduled' })
  t.match((await morning('2026-03-02', [short])).offer, {
    status: 'active',
    updated_at: moment('2026-03-02'),
  })
  t.match((await morning('2026-03-03', [short])).offer, {
    status: 'active',
    updated_at: moment('2026-03-02'),
  })
  const { offer, manifest, byTitle } = await morning('2026-03-04', [short])
  t.match(offer, { status: 'expired', updated_at: moment('2026-03-04') })
  t.notOk((await byTitle()).has('One'), 'no list holds it')
  t.equal(manifest.changes.expired, 1)
  t.match((await morning('2026-03-05', [short])).offer, {
    status: 'expired',
    updated_at: moment('2026-03-04'),
  })
})

t.test('an offer that leaves can be read as withdrawn for 90 days, then is forgotten', async (t) => {
  const { morning } = mornings(t)
  await morning('2026-03-01', [one])
  const gone = await morning('2026-03-02', [])
  t.match(gone.offer, { status: 'withdrawn', updated_at: moment('2026-03-02') })
  t.equal(gone.manifest.changes.withdrawn, 1)
  t.notOk((await gone.byTitle()).has('One'))
  const later = await morning('2026-05-31', [])
  t.match(later.offer, { status: 'withdrawn', updated_at: moment('2026-03-02') }, '90 days after')
  t.equal(later.manifest.changes.withdrawn, 0)
  t.equal((await morning('2026-06-01', [])).offer, undefined)
})

t.test('an offer that returns has its old id, and has changed', async (t) => {
  const { morning } = mornings(t)
  await morning('2026-03-01', [one])
  await morning('2026-03-02', [])
  const { offer, manifest } = await morning('2026-03-03', [one])
  t.match(offer, { id: ID, status: 'active', updated_at: moment('2026-03-03') })
  t.match(manifest.changes, { returned: 1, added: 0 })
  await morning('2026-03-04', [])
  t.match((await morning('2026-09-04', [one])).offer, { id: ID }, 'also when it was forgotten')
})

t.test('lists are in the order of updated_at, newest first, then of id', async (t) => {
  const { morning } = mornings(t)
  await morning('2026-03-01', [])
  const { list } = await morning('2026-03-02', [one])
  const { data } = await list({ limit: 25, offset: 0 })
  t.equal(data[0]?.id, ID)
  const rest = data.slice(1).map(({ id }) => id)
  t.same(rest, rest.toSorted())
})
