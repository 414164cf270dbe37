// Many mornings, a hundred and twenty in full, with gaps, corrections and rollbacks: clients that read only
// `/beta/changes` hold the snapshot after every sync, to the byte.

import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { snapshotLine } from '../../contract/api/responses.ts'
import { happens, seededRandom } from '../../fixtures/generator/seeded-random.ts'
import { jsonLine } from '../../lib/json/json.ts'
import { call } from '../helpers/http.ts'
import { startMornings } from '../helpers/mornings.ts'
import { inFull, LONG_MS } from '../helpers/slow-suite.ts'
import { SyncClient } from './sync-client.ts'

t.setTimeout(LONG_MS)

const DAYS = inFull ? 120 : 15

async function world(t: Test) {
  const mornings = await startMornings(t)
  const { base, key } = mornings
  return {
    ...mornings,
    client: (limit: number) => new SyncClient({ base, key, limit }),
    changes: (query: string) => call(base, `/beta/changes?${query}`, { key }),
    snapshot: async () => gunzipSync((await call(base, '/beta/snapshot', { key })).body).toString(),
  }
}

/** The copy of a client, in the form of the snapshot. */
function asSnapshot({ copy, cursor }: SyncClient, snapshot: string): string {
  const [first = '{}'] = snapshot.split('\n')
  const { attribution } = JSON.parse(first).meta
  const edition = { data_as_of: cursor ?? '', attribution }
  return [...copy.values()]
    .sort((a, b) => (a.updated_at === b.updated_at ? order(a.id, b.id) : order(b.updated_at, a.updated_at)))
    .map((offer) => snapshotLine(Buffer.from(jsonLine(offer)), edition).toString())
    .join('')
}

const order = (a: string, b: string) => (a < b ? -1 : 1)

t.test(
  `over ${DAYS} mornings with gaps, corrections and rollbacks every copy equals the snapshot`,
  async (t) => {
    const { publish, rollback, prune, verify, client, snapshot } = await world(t)
    const random = seededRandom('mornings of clients')
    const clients = { daily: client(25), weekly: client(100), atRandom: client(7), torn: client(10) }
    const done = { builds: 1, gaps: 0, corrections: 0, rollbacks: 0, syncs: 0 }
    const sync = async (name: keyof typeof clients, between?: () => Promise<void>) => {
      await clients[name].sync(between)
      done.syncs += 1
      const whole = await snapshot()
      if (asSnapshot(clients[name], whole) !== whole) t.fail(`the ${name} client, after sync ${done.syncs}`)
    }
    for (let day = 1; day <= DAYS; day++) {
      if (happens(random, 0.1)) {
        done.gaps += 1
        continue
      }
      const rolled = happens(random, 0.15)
      const corrected = happens(random, 0.15)
      const publishDay = async () => {
        await publish(day)
        done.builds += 1
      }
      // The release comes while this client reads its second page, and may go again before its third.
      const events = [publishDay, ...(rolled ? [rollback] : [])]
      if (happens(random, 0.5)) await sync('torn', async () => events.shift()?.())
      for (const event of events) {
        await event()
        await sync('daily')
      }
      if (happens(random, 0.3)) await sync('atRandom')
      if (rolled) {
        done.rollbacks += 1
        // Some have synced with the release that was dropped; its moment is asked for again by the one that replaces it.
        await publish(day, (title) => title.length % 5 === 0)
      }
      if (corrected) {
        done.corrections += 1
        await publish(day, (title) => title.length % 7 === 0)
      }
      await sync('daily')
      if (day % 7 === 1) await sync('weekly')
      if (happens(random, 0.2)) await sync('atRandom')
      if (day % 10 === 0) {
        await verify()
        await prune()
      }
    }
    t.ok(
      done.syncs > DAYS && done.rollbacks > 1 && done.corrections > 1 && done.gaps > 0,
      JSON.stringify(done),
    )
    t.ok(clients.torn.seen.torn > 1, 'syncs were torn')
    t.ok(clients.daily.seen.gone > 0, 'some held offers that were rolled back')
    t.ok(clients.daily.seen.gone <= done.rollbacks, 'no other client begins again')
    t.comment(JSON.stringify({ done, daily: clients.daily.seen, torn: clients.torn.seen }))
  },
)

t.test('a client that was away for 90 days catches up; after one more day it begins again', async (t) => {
  const { publish, client, snapshot } = await world(t)
  const [one, other] = [client(50), client(50)]
  await one.sync()
  await publish(1)
  await other.sync()
  await publish(2, (title) => title.length % 2 === 0)
  await publish(91)
  await one.sync()
  await other.sync()
  const whole = await snapshot()
  t.equal(asSnapshot(one, whole), whole)
  t.equal(asSnapshot(other, whole), whole)
  t.equal(one.seen.gone, 1, 'after one more day')
  t.equal(other.seen.gone, 0, '90 days')
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
