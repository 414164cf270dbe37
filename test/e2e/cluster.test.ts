// Two gateways behind nginx that share Redis and an origin: their promises together, and their behaviour when
// Redis is gone.

import { join } from 'node:path'
import t, { type Test } from 'tap'
import { KEY_TRUST_MS, type KeyKind } from '../../contract/keys/kinds.ts'
import { newKey } from '../../gateway/keys/key-record.ts'
import { openKeyStore } from '../../gateway/keys/open-key-store.ts'
import { openLimiter } from '../../gateway/limits/open-limiter.ts'
import { openOrigin } from '../../gateway/origin/open-origin.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { startBalancer } from '../helpers/balancer.ts'
import { startGateway } from '../helpers/gateway.ts'
import { type Answer, call } from '../helpers/http.ts'
import { issueKey } from '../helpers/issue-keys.ts'
import { withoutNginx } from '../helpers/nginx.ts'
import { startOrigin } from '../helpers/origin.ts'
import { serveGateway } from '../helpers/processes.ts'
import { startRedis, withoutRedis } from '../helpers/redis.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'
import { until } from '../helpers/until.ts'

t.setTimeout(BUSY_MS)

const skip = withoutRedis || withoutNginx

const FIRST_DAY = '2026-09-01T10:00:00.000Z'
const OFFERS = 400
const GRACE_MS = 120_000

/** Two gateways within this process, with a clock that the test moves, with everything that they share. */
async function startCluster(t: Test) {
  const root = t.testdir({ out: {}, data: {}, balancer: {} })
  const out = join(root, 'out')
  publishTinyRelease(out, { dataAsOf: FIRST_DAY, offers: OFFERS })
  const redis = await startRedis(t, join(root, 'data'))
  const origin = await startOrigin(t, out)
  const balancer = await startBalancer(t, join(root, 'balancer'))
  let aheadMs = 0
  const clock = () => systemClock() + aheadMs
  const start = async (port: number) =>
    startGateway(t, out, {
      port,
      proxies: ['127.0.0.1'],
      origin: await openOrigin({ url: origin.url }),
      // A busy machine takes more than the second of a usual command.
      keyStore: await openKeyStore(redis.url, { timeoutMs: 20_000 }),
      limiter: await openLimiter(redis.url, clock, { timeoutMs: 20_000 }),
      clock,
      keysGraceMs: GRACE_MS,
    })
  for (const port of [balancer.first, balancer.second]) await start(port)
  const keyStore = await openKeyStore(redis.url, { timeoutMs: 20_000 })
  t.teardown(() => keyStore.close())
  const issue = async (kind: KeyKind) => {
    const { key, record } = newKey(
      { kind, name: 'test', contact: null, expires_at: null, requests: null },
      clock(),
    )
    await keyStore.add([record])
    return key
  }
  const pass = (milliseconds: number) => {
    aheadMs += milliseconds
  }
  return { redis, balancer, issue, pass }
}

/** Sends requests a few at a time, and counts the answers by status. */
async function count(requests: number, send: () => Promise<Answer>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let sent = 0; sent < requests; sent += 10) {
    for (const { status } of await Promise.all(Array.from({ length: 10 }, send))) {
      counts[status] = (counts[status] ?? 0) + 1
    }
  }
  return counts
}

t.test('limits hold exactly over all gateways together', { skip }, async (t) => {
  const { balancer, issue } = await startCluster(t)
  const [named, demo] = [await issue('named'), await issue('demo')]
  t.same(await count(310, () => call(balancer.base, '/beta/issuers', { key: named })), {
    200: 300,
    429: 10,
  })
  const spoofing = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` })
  let n = 0
  const asDemo = () => call(balancer.base, '/beta/issuers', { key: demo, headers: spoofing(n++) })
  t.same(await count(40, asDemo), { 200: 30, 429: 10 }, 'a header changes nothing behind the balancer')
})

t.test(
  'without Redis known keys are served and unknown ones get a 503, until it is back',
  { skip },
  async (t) => {
    const { balancer, issue, pass, redis } = await startCluster(t)
    const base = `http://127.0.0.1:${balancer.first}`
    const [known, unknown] = [await issue('named'), await issue('named')]
    t.equal((await call(base, '/beta/offers', { key: known })).status, 200)
    await redis.stop()
    const during = await count(310, () => call(base, '/beta/issuers', { key: known }))
    t.equal(during[200], 299, 'each process counts on its own meanwhile, with what it admitted before')
    t.equal(during[429], 11)
    const refused = await call(base, '/beta/offers', { key: unknown })
    t.equal(refused.status, 503)
    t.match(refused.json, { code: 'key_store_unavailable' })
    t.equal((await call(base, '/beta/snapshot', { key: known })).status, 503, 'a snapshot needs the store')
    pass(KEY_TRUST_MS + GRACE_MS - 60_000)
    t.equal(
      (await call(base, '/beta/offers', { key: known })).status,
      200,
      'within the time for which a key is trusted',
    )
    pass(60_000)
    t.equal((await call(base, '/beta/offers', { key: known })).status, 503, 'not after it')
    await redis.start()
    await until('without a restart the key is known', async () => {
      const { status } = await call(base, '/beta/snapshot', { key: unknown })
      return status === 200
    })
  },
)

t.test(
  'two gateways, as processes, admit two quotas at most through a Redis that is away and comes back empty',
  { skip: withoutRedis },
  async (t) => {
    const root = t.testdir({ out: {} })
    publishTinyRelease(join(root, 'out'))
    const keys = join(root, 'keys.ndjson')
    const { key } = await issueKey(keys, '--requests', '40')
    const redis = await startRedis(t)
    const words = [
      '--public',
      join(root, 'out'),
      '--keys',
      keys,
      '--limits',
      redis.url,
      '--trust-proxy',
      '127.0.0.1',
    ]
    const gateways = await Promise.all([serveGateway(t, words), serveGateway(t, words)])
    for (const { log } of gateways) t.notMatch(log(), 'counted in memory')
    const alone = await serveGateway(t, [...words, '--limits', 'memory'])
    t.match(alone.log(), 'requests are counted in memory')
    const admitted = [0, 0]
    const burst = async () => {
      for (const [at, { base }] of gateways.entries()) {
        const counts = await count(60, () => call(base, '/beta/issuers', { key }))
        admitted[at] = (admitted[at] ?? 0) + (counts[200] ?? 0)
      }
    }
    await burst()
    t.same(admitted, [40, 0])
    await redis.stop()
    await burst()
    t.same(admitted, [40, 40])
    await redis.start()
    const probes = await Promise.all([issueKey(keys), issueKey(keys)])
    for (const [at, { base }] of gateways.entries()) {
      const probe = probes[at]
      await until('Redis counts again', async () => {
        await call(base, '/beta/issuers', { key: probe?.key })
        return (await redis.command('EXISTS', `offers:admitted:${probe?.id}`)) === 1
      })
    }
    await burst()
    await redis.command('FLUSHALL')
    await burst()
    t.same(admitted, [40, 40])
  },
)
