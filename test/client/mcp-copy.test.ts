// How `offers mcp` keeps its copy up to date, by a clock that the test moves.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { OffersError } from '../../client/api/errors.ts'
import { createOffersClient } from '../../client/index.ts'
import type { Clock } from '../../client/lib/clock.ts'
import { type CatalogueCopy, createMirror, type SyncResult } from '../../client/mirror/index.ts'
import { folderStore } from '../../client/node/index.ts'
import { tinyOffer } from '../helpers/tiny-offer.ts'
import { mirrorOf, startMcp } from './support/mcp-client.ts'
import { stillClock } from './support/still-clock.ts'

const HOUR_MS = 3600_000
const DAY = '2026-09-01T10:00:00.000Z'

const copyOf = (dataAsOf: string): CatalogueCopy => ({
  dataAsOf,
  attribution: 'Tiny Test Data',
  etag: undefined,
  regions: {},
  offers: [tinyOffer(0, dataAsOf)],
})

/** A clock on which hours pass as soon as somebody waits for them, up to a moment. */
function hoursUntil(end: string, over: AbortController): Clock {
  let now = Date.parse(DAY)
  return {
    now: () => now,
    random: () => 0,
    sleep: async (milliseconds, signal) => {
      // Deadlines of calls are shorter.
      if (milliseconds < HOUR_MS)
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
      now += milliseconds
      if (now > Date.parse(end)) over.abort()
    },
  }
}

type Sync = (count: number, now: number) => CatalogueCopy | undefined

/** Runs the server until a moment. @param sync gives the copy after a sync, undefined if nothing is new */
async function runUntil(t: Test, end: string, before: CatalogueCopy | undefined, sync: Sync) {
  const over = new AbortController()
  const clock = hoursUntil(end, over)
  let copy = before
  const syncedAt: string[] = []
  const mirror = {
    ...mirrorOf(undefined),
    copy: async () => copy,
    sync: async (): Promise<SyncResult> => {
      syncedAt.push(new Date(clock.now()).toISOString())
      const next = sync(syncedAt.length, clock.now())
      const from = next ? 'changes' : 'nothing'
      copy = next ?? copy
      return { dataAsOf: copy?.dataAsOf ?? '', from, added: [], changed: [], removed: [] }
    },
  }
  const running = await startMcp(t, { mirror, clock })
  await running.keeper.run(over.signal)
  return { ...running, syncedAt }
}

const dayAt = (moment: number) => copyOf(new Date(moment).toISOString())

t.test('it syncs at once without a copy, and then once a day', async (t) => {
  const { syncedAt } = await runUntil(t, '2026-09-04T00:00:00.000Z', undefined, (_, now) => dayAt(now))
  t.strictSame(syncedAt, [DAY, '2026-09-02T10:00:00.000Z', '2026-09-03T10:00:00.000Z'])
})

t.test('a copy that is younger than a day is left as it is', async (t) => {
  const { syncedAt } = await runUntil(t, '2026-09-02T09:00:00.000Z', copyOf(DAY), (_, now) => dayAt(now))
  t.strictSame(syncedAt, [])
})

t.test(
  'a sync that fails keeps the copy, is tried again after an hour, and each answer says so',
  async (t) => {
    const old = copyOf('2026-08-29T10:00:00.000Z')
    const fail = () => {
      throw new OffersError('network', 'http://api.example: refused')
    }
    const failed = await runUntil(t, '2026-09-01T12:30:00.000Z', old, fail)
    t.strictSame(failed.syncedAt, [DAY, '2026-09-01T11:00:00.000Z', '2026-09-01T12:00:00.000Z'])
    t.match(failed.logged, [
      'sync failed, and will be tried again in an hour: network: http://api.example: refused',
    ])
    t.match(await failed.call('find_offers'), {
      isError: false,
      content: {
        total: 1,
        data_as_of: '2026-08-29T10:00:00.000Z',
        freshness: '3 days old; the last sync failed: network: http://api.example: refused',
      },
    })
    const mended = await runUntil(t, '2026-09-01T11:30:00.000Z', old, (count, now) =>
      count === 1 ? fail() : dayAt(now),
    )
    t.match(await mended.call('find_offers'), { content: { freshness: '1 h old' } })
  },
)

t.test(
  'without a new day the provider is asked each hour, and answers state the age of the copy',
  async (t) => {
    const old = copyOf('2026-08-29T10:00:00.000Z')
    const { syncedAt, call } = await runUntil(t, '2026-09-01T11:30:00.000Z', old, () => undefined)
    t.equal(syncedAt.length, 2)
    t.match(await call('list_filters'), { content: { freshness: '3 days old' } })
  },
)

t.test('with no copy, or a damaged one, and no network an answer says what to do', async (t) => {
  const folder = join(t.testdir({}), 'catalogue')
  const clock = stillClock({ mayPass: 10_000 })
  const refuse = () => Promise.reject(new TypeError('connection refused'))
  const start = async () => {
    const offers = createOffersClient({ baseUrl: 'http://api.example', key: 'k', clock, fetch: refuse })
    const over = new AbortController()
    const { keeper, call } = await startMcp(t, {
      mirror: createMirror(offers, { store: folderStore(folder), clock }),
      folder,
      clock,
    })
    const run = keeper.run(over.signal)
    const answer = await call('find_offers')
    over.abort()
    await run
    return answer
  }
  const expected = {
    isError: true,
    text: `no_copy: ${folder} holds no whole copy of the catalogue: network: http://api.example/beta/snapshot: connection refused. Run "offers sync ${folder}"`,
  }
  t.match(await start(), expected)
  mkdirSync(folder)
  await folderStore(folder).write(copyOf(DAY))
  writeFileSync(join(folder, 'copy.ndjson'), '{"id":')
  t.match(await start(), { isError: true, text: /^damaged_copy: .* run offers sync/ })
})

t.test('without a copy each question tries again, since the API may be back', async (t) => {
  const over = new AbortController()
  let copy: CatalogueCopy | undefined
  let isAway = true
  const mirror = {
    ...mirrorOf(undefined),
    copy: async () => copy,
    sync: async (): Promise<SyncResult> => {
      if (isAway) throw new OffersError('network', 'http://api.example: refused')
      copy = copyOf(DAY)
      return { dataAsOf: DAY, from: 'snapshot', added: [], changed: [], removed: [] }
    },
  }
  const { keeper, call } = await startMcp(t, { mirror, clock: stillClock() })
  const run = keeper.run(over.signal)
  for (let question = 0; question < 2; question++)
    t.match(await call('find_offers'), { isError: true, text: /^no_copy: .*network: .*refused/ })
  isAway = false
  t.match(await call('find_offers'), { isError: false, content: { total: 1 } })
  over.abort()
  await run
})

t.test('a question that waits too long for the first copy says that it is under way', async (t) => {
  const over = new AbortController()
  const mirror = { ...mirrorOf(undefined), sync: () => new Promise<never>(() => {}) }
  const { keeper, call } = await startMcp(t, { mirror, clock: stillClock({ mayPass: 30_000 }) })
  const run = keeper.run(over.signal)
  t.match(await call('find_offers'), { isError: true, text: /^no_copy: .*the first sync is still under way/ })
  over.abort()
  await run
})

t.test('if the folder cannot be read, the answer is an error and the server goes on', async (t) => {
  const mirror = {
    ...mirrorOf(undefined),
    copy: () => Promise.reject(new Error('EACCES: permission denied')),
  }
  const { call } = await startMcp(t, { mirror })
  t.match(await call('find_offers'), { isError: true, text: 'failed: EACCES: permission denied' })
})
