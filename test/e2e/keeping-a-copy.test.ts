// What `/beta/changes` promises to those who keep a copy. That a copy equals the snapshot each morning, client/mirror.test.ts
// checks.

import t, { type Test } from 'tap'
import { createOffersClient } from '../../client/index.ts'
import { createMirror } from '../../client/mirror/index.ts'
import { call } from '../helpers/http.ts'
import { startMornings } from '../helpers/mornings.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SLOW_MS)

async function world(t: Test) {
  const mornings = await startMornings(t)
  const { base, key } = mornings
  return { ...mornings, changes: (query: string) => call(base, `/beta/changes?${query}`, { key }) }
}

t.test('a copy that was left for 90 days catches up; after one more day it begins again', async (t) => {
  const { base, key, publish } = await startMornings(t)
  const mirror = () => createMirror(createOffersClient({ baseUrl: base, key }))
  const [one, other] = [mirror(), mirror()]
  await one.sync()
  await publish(1)
  await other.sync()
  await publish(2, (title) => title.length % 2 === 0)
  await publish(91)
  t.equal((await one.sync()).from, 'snapshot', 'after one more day')
  t.equal((await other.sync()).from, 'changes', '90 days')
  t.strictSame(await other.find({ ended: true }), await one.find({ ended: true }))
})

t.test('moments before the history get a 410, with the earliest known one', async (t) => {
  const { publish, rollback, changes } = await world(t)
  const first = '2026-01-01T10:00:00.000Z'
  const second = await publish(1)
  await publish(2)
  const dropped = '2026-01-03T10:00:00.000Z'
  t.match((await changes(`since=${dropped}`)).json, {
    data: { length: 0 },
    meta: { total: 0, since: dropped },
  })
  await rollback()
  for (const since of [
    dropped,
    '2025-12-31T10:00:00.000Z',
    '2026-01-02T09:59:59.999Z',
    '2030-01-01T00:00:00Z',
  ]) {
    const { status, json } = await changes(`since=${since}`)
    t.equal(status, 410, since)
    t.match(json, { code: 'history_gone', detail: new RegExp(`earliest moment is ${first}.*/beta/snapshot`) })
  }
  const third = await publish(2, (title) => title.length % 2 === 0)
  t.equal(third, '2026-01-03T10:00:00.001Z', 'a moment that was used is not used again')
  t.equal((await changes(`since=${dropped}`)).status, 410)
  for (const since of [first, second, third, '2026-01-02T07:00:00-03:00']) {
    t.equal((await changes(`since=${since}`)).status, 200, since)
  }
  for (const since of ['', 'yesterday', '2026-01-02', '2026-01-02T10:00:00.000', 'constructor']) {
    const { status, json } = await changes(`since=${since}`)
    t.equal(status, 400, since)
    t.match(json, { code: 'invalid_parameter', errors: [{ param: 'since', given: since }] })
  }
  t.match((await changes('issuer=banco-x')).json, { errors: [{ param: 'issuer' }] }, 'no filters')
})

t.test('every window of the changes is the same slice, no matter how pages are stored', async (t) => {
  const { publish, changes } = await world(t)
  await publish(1)
  await publish(2)
  const all = (await changes('limit=100')).json as { data: unknown[]; meta: { total: number } }
  t.match(all.meta, { since: null, limit: 100, offset: 0, count: Math.min(100, all.meta.total) })
  const since = '2026-01-01T10:00:00.000Z'
  const { data, meta } = (await changes(`since=${since}&limit=100`)).json as typeof all
  t.ok(meta.total > 2 && meta.total < all.meta.total, `${meta.total} of ${all.meta.total}`)
  t.same(data, all.data.slice(0, meta.total), 'the changes are the beginning of all')
  for (const limit of [1, 3, 25, 100]) {
    for (const offset of [0, 2, meta.total - 1, meta.total, meta.total + 9]) {
      const page = await changes(`since=${since}&limit=${limit}&offset=${offset}`)
      const expected = data.slice(offset, offset + limit)
      t.same(page.json, { data: expected, meta: { ...meta, limit, offset, count: expected.length } })
      if (offset + limit < meta.total) {
        t.match(page.headers.link, `<?since=${since}&limit=${limit}&offset=${offset + limit}>; rel="next"`)
      }
    }
  }
})
