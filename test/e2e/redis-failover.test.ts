// Two gateways on a Redis that fails over: its address leads to another server, and the old one goes on answering.

import { join } from 'node:path'
import t, { type Test } from 'tap'
import { KEY_TRUST_MS } from '../../contract/keys/kinds.ts'
import { newKey } from '../../gateway/keys/key-record.ts'
import { openKeyStore } from '../../gateway/keys/open-key-store.ts'
import { REDIS_RENEW_MS } from '../../gateway/lib/redis-connection.ts'
import { openLimiter } from '../../gateway/limits/open-limiter.ts'
import { keyStoreEvents, limiterEvents, watchFailures } from '../../gateway/operations/failure-watch.ts'
import { createMetrics } from '../../gateway/operations/metrics.ts'
import { RequestCounters } from '../../gateway/operations/request-counters.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { recordingLog } from '../gateway/operations/recording-log.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { movingAddress } from '../helpers/moving-address.ts'
import { startRedis, type TestRedis, withoutRedis } from '../helpers/redis.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'
import { until } from '../helpers/until.ts'

t.setTimeout(BUSY_MS)

/** A busy machine takes more than the second of a usual command. */
const timeoutMs = 20_000

const NEVER_MS = 3_600_000

/** In place of 20 s. */
const SOON_MS = 50

/**
 * Two servers, the second a replica of the first, and two gateways at an address that leads to the first.
 * @param limiterMs the age at which connections of the limiters are renewed
 */
async function setUp(t: Test, limiterMs: number) {
  const root = t.testdir({ out: {} })
  const out = join(root, 'out')
  publishTinyRelease(out)
  const [old, next] = [await startRedis(t), await startRedis(t)]
  await next.command('REPLICAOF', '127.0.0.1', String(old.port))
  const address = await movingAddress(t, old.port)
  const url = `redis://127.0.0.1:${address.port}`
  let aheadMs = 0
  const clock = () => systemClock() + aheadMs
  const log = recordingLog()
  const start = async () => {
    const failures = watchFailures(log)
    const forKeys = { timeoutMs, renewMs: SOON_MS, ...keyStoreEvents(log, failures) }
    const forLimits = { timeoutMs, renewMs: limiterMs, ...limiterEvents(log, failures) }
    const parts = {
      keyStore: await openKeyStore(url, forKeys),
      limiter: await openLimiter(url, clock, forLimits),
    }
    const { gateway, base } = await startGateway(t, out, { ...parts, clock, log, failures })
    const sources = { gateway, bounds: gateway.connections, counters: new RequestCounters(), clock }
    return { base, gateway, metrics: createMetrics(sources) }
  }
  const gateways = [await start(), await start()]
  const statuses = (key: string, path = '/beta/issuers') =>
    Promise.all(gateways.map(async ({ base }) => (await call(base, path, { key })).status))
  const pass = (milliseconds: number) => {
    aheadMs += milliseconds
  }
  const moved = (part: string) => log.facts('Redis moved or restarted').filter((line) => line.part === part)
  return { old, next, address, gateways, log, clock, statuses, pass, moved }
}

type Stage = Awaited<ReturnType<typeof setUp>>

/** Adds a key at one server, as `keys issue` does. */
async function issue({ url }: TestRedis, { clock }: Stage, requests: number) {
  const request = { kind: 'named', name: 'test', contact: null, expires_at: null, requests } as const
  const { key, record } = newKey(request, clock())
  const store = await openKeyStore(url, { timeoutMs })
  await store.add([record]).finally(() => store.close())
  return { key, id: record.id }
}

async function revoke({ url }: TestRedis, { clock }: Stage, id: string): Promise<void> {
  const store = await openKeyStore(url, { timeoutMs })
  await store.revoke(id, new Date(clock()).toISOString()).finally(() => store.close())
}

async function isReplicated({ next }: Stage): Promise<void> {
  const keys = async () => Number(await next.command('HLEN', 'offers:key-digests'))
  await until('the replica has the key', async () => (await keys()) === 1)
}

/** A new key of five requests a minute gets five at both gateways together. */
async function limitsAreShared(t: Test, stage: Stage): Promise<void> {
  const { key } = await issue(stage.next, stage, 5)
  const found: number[] = []
  for (let round = 0; round < 5; round++) found.push(...(await stage.statuses(key)))
  t.equal(found.filter((status) => status === 200).length, 5, found.join(' '))
}

/** Sends a request to both gateways each second, until both refuse it. */
async function secondsUntilRefused({ statuses, pass }: Stage, key: string): Promise<number> {
  for (let second = 0; second <= 60; second++) {
    if ((await statuses(key)).every((status) => status === 401)) return second
    pass(1_000)
  }
  return Number.POSITIVE_INFINITY
}

t.test('a primary that was demoted is left when it refuses to count', { skip: withoutRedis }, async (t) => {
  const stage = await setUp(t, NEVER_MS)
  const { old, next, address, gateways, log, statuses, moved } = stage
  const { key, id } = await issue(old, stage, 1_000)
  t.same(await statuses(key), [200, 200])
  await isReplicated(stage)

  await next.command('REPLICAOF', 'NO', 'ONE')
  await old.command('REPLICAOF', '127.0.0.1', String(next.port))
  address.moveTo(next.port)
  t.same(await statuses(key), [200, 200], 'each counts by itself meanwhile')
  await until('both are at the new primary', () => moved('limiter').length === 2)
  await limitsAreShared(t, stage)
  // The key stores may have seen a replica by then, too.
  const failing = log.facts('failing').filter(({ part }) => part === 'limiter')
  t.match(failing, [{ err: /READONLY .*give the address of the primary/ }, {}])
  for (const { metrics } of gateways)
    t.match(await metrics(), /offers_dependency_errors_total\{dependency="limiter"\} [1-9]/)

  await until('the key stores are, too', () => moved('key_store').length === 2)
  await revoke(next, stage, id)
  t.same(await statuses(key, '/beta/snapshot'), [401, 401])
  t.equal(await secondsUntilRefused(stage, key), 0, 'the answer for the snapshot holds everywhere')
})

t.test(
  'an old primary that is alive and alone is left within a minute',
  { skip: withoutRedis },
  async (t) => {
    const stage = await setUp(t, SOON_MS)
    const { old, next, address, log, statuses, moved, pass } = stage
    const { key, id } = await issue(old, stage, 1_000)
    await isReplicated(stage)
    await next.command('REPLICAOF', 'NO', 'ONE')
    await revoke(next, stage, id)
    t.same(await statuses(key), [200, 200], 'the old one does not know')

    address.moveTo(next.port)
    await until('both are at the new primary', () => moved('key_store').length === 2)
    await until('and count there', () => moved('limiter').length === 2)
    pass(REDIS_RENEW_MS)
    const seconds = REDIS_RENEW_MS / 1000 + (await secondsUntilRefused(stage, key))
    t.ok(seconds <= KEY_TRUST_MS / 1000, `${seconds} s`)
    await limitsAreShared(t, stage)
    t.same(log.facts('failing'), [])
  },
)

t.test('an old primary that is left knows no snapshot', { skip: withoutRedis }, async (t) => {
  const stage = await setUp(t, SOON_MS)
  const { key, id } = await issue(stage.old, stage, 1_000)
  await isReplicated(stage)
  await stage.next.command('REPLICAOF', 'NO', 'ONE')
  await revoke(stage.next, stage, id)
  t.same(await stage.statuses(key, '/beta/snapshot'), [200, 200])
  stage.address.moveTo(stage.next.port)
  await until('both are at the new primary', () => stage.moved('key_store').length === 2)
  t.same(await stage.statuses(key, '/beta/snapshot'), [401, 401])
})

t.test('a replica alone serves, and says that it takes no revocation', { skip: withoutRedis }, async (t) => {
  const stage = await setUp(t, SOON_MS)
  const { old, next, address, gateways, log, statuses, moved } = stage
  const { key, id } = await issue(old, stage, 1_000)
  await isReplicated(stage)
  address.moveTo(next.port)
  await old.stop()
  await until('both are at the replica', () => moved('key_store').length === 2)
  t.same(await statuses(key), [200, 200])
  for (const { gateway, metrics } of gateways) {
    t.match(await gateway.readiness(), { key_store: 'it refuses changes, so it takes no revocation' })
    t.match(await metrics(), /^offers_key_store_read_only 1$/m)
  }
  const failing = log.facts('failing').filter(({ part }) => part === 'keys')
  t.match(failing[0], { err: /: a replica, where no key can be issued or revoked$/ })
  await t.rejects(revoke(next, stage, id), {
    code: 'key-store-unavailable',
    message: /READONLY .*give the address of the primary/,
  })

  await next.command('REPLICAOF', 'NO', 'ONE')
  await until('it takes changes', () => log.facts('recovered').some(({ part }) => part === 'keys'))
  await revoke(next, stage, id)
  t.same(await statuses(key, '/beta/snapshot'), [401, 401])
  for (const { gateway } of gateways)
    await until('ready', async () => (await gateway.readiness()).key_store === 'ok')
})
