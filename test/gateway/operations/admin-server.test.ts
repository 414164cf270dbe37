import { join } from 'node:path'
import t, { type Test } from 'tap'
import { PROBLEM_CODES } from '../../../contract/api/problems.ts'
import type { GatewayParts } from '../../../gateway/gateway.ts'
import { newKey } from '../../../gateway/keys/key-record.ts'
import type { KeyRecord } from '../../../gateway/keys/key-store.ts'
import { silentLog } from '../../../gateway/lib/log.ts'
import { openAdminServer } from '../../../gateway/operations/admin-server.ts'
import { RequestCounters } from '../../../gateway/operations/request-counters.ts'
import { VERSION } from '../../../lib/version.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { sampleOf } from '../../helpers/prometheus.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'
import { exchange, lost, openSocket } from '../../hostile/support/raw-socket.ts'
import { freshKey } from '../keys/records.ts'

t.setTimeout(SHORT_MS)

/** Twelve hours before the start of the tests' clock. */
const DATA_AS_OF = '2026-09-01T00:00:00.000Z'

async function start(t: Test, folder: string, parts: Partial<GatewayParts> = {}) {
  const counters = new RequestCounters()
  let now = 0
  const running = await startGateway(t, folder, { observer: counters, ...parts })
  const clock = () => Date.parse('2026-09-01T12:00:00.000Z') + now
  const options = { gateway: running.gateway, counters, clock, log: silentLog, host: '127.0.0.1', port: 0 }
  const admin = await openAdminServer(options)
  t.teardown(() => admin.close())
  const { address, port } = admin.address
  const adminBase = `http://${address}:${port}`
  const metrics = async () => (await call(adminBase, '/metrics')).text
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { ...running, admin: adminBase, close: () => admin.close(), metrics, pass }
}

function release(t: Test): string {
  const folder = join(t.testdir({ out: {} }), 'out')
  publishTinyRelease(folder, { dataAsOf: DATA_AS_OF })
  return folder
}

t.test('a gateway is alive while it runs, and ready if all checks pass', async (t) => {
  const { admin, gateway, keys } = await start(t, release(t))
  t.match(await call(admin, '/livez'), { status: 200, json: { status: 'alive' } })
  t.match(await call(admin, '/readyz'), {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    json: { status: 'ready', version: VERSION, checks: { release: 'ok', key_store: 'ok', serving: 'ok' } },
  })
  keys.outage = new Error('connection refused')
  t.match(await call(admin, '/readyz'), {
    status: 503,
    json: {
      status: 'not ready',
      version: VERSION,
      checks: { key_store: 'does not answer: connection refused', serving: 'ok' },
    },
  })
  keys.outage = undefined
  await gateway.stop()
  t.match(await call(admin, '/readyz'), { status: 503, json: { checks: { serving: 'draining' } } })
  t.equal((await call(admin, '/livez')).status, 200)
})

t.test('a gateway is not ready until there is a release', async (t) => {
  const folder = t.testdir()
  const { admin, gateway, metrics } = await start(t, folder)
  t.match(await call(admin, '/readyz'), { status: 503, json: { checks: { release: 'none is loaded' } } })
  const before = await metrics()
  t.equal(sampleOf(before, 'offers_catalogue_age_seconds'), undefined, 'absent, rather than 0')
  t.equal(sampleOf(before, 'offers_release_failures_total'), 1)
  publishTinyRelease(folder)
  await gateway.catalogue.refresh()
  t.equal((await call(admin, '/readyz')).status, 200)
})

t.test('requests are counted by route, status and kind of key, errors by code', async (t) => {
  const { base, keys, metrics } = await start(t, release(t))
  const [named, demo] = [keys.issue('named'), keys.issue('demo')]
  const { headers } = await call(base, '/beta/offers', { key: named })
  await call(base, '/beta/offers', { key: named, headers: { 'If-None-Match': `${headers.etag}` } })
  await call(base, '/beta/offers', { key: demo, method: 'HEAD' })
  await call(base, '/beta/offers?limit=26', { key: demo })
  await call(base, '/beta/offers/off_aaaaaaaaaaaaaaaa', { key: demo })
  await call(base, '/beta/snapshot', { key: demo })
  await call(base, '/beta/snapshot', { key: demo, headers: { Range: 'bytes=0-1' } })
  await call(base, '/beta/issuers')
  await call(base, '/beta/openapi.json')
  await call(base, '/')
  await exchange(base, 'nonsense\r\n\r\n')
  const text = await metrics()
  const count = (route: string, status: number, kind: string) => {
    const labels = `route="${route}",status="${status}",key_kind="${kind}"`
    return sampleOf(text, `offers_http_requests_total{${labels}}`)
  }
  t.equal(count('offers', 200, 'named'), 1)
  t.equal(count('offers', 304, 'named'), 1)
  t.equal(count('offers', 200, 'demo'), 1)
  t.equal(count('offers', 403, 'demo'), 1)
  t.equal(count('offer', 404, 'demo'), 1)
  t.equal(count('snapshot', 200, 'demo'), 1)
  t.equal(count('snapshot', 206, 'demo'), 1)
  t.equal(count('issuers', 401, 'none'), 1)
  t.equal(count('openapi', 200, 'none'), 1)
  t.equal(count('home', 404, 'none'), 1, 'a tiny release has no page')
  t.equal(count('other', 400, 'none'), 1, 'also input that never became a request')
  const problems = (code: string) => sampleOf(text, `offers_http_problems_total{code="${code}"}`)
  for (const code of ['scope_exceeded', 'unauthorized', 'malformed_request']) t.equal(problems(code), 1, code)
  t.equal(problems('not_found'), 2)
  for (const code of PROBLEM_CODES) t.type(problems(code), 'number', `${code} exists before its first answer`)
  t.equal(sampleOf(text, 'offers_http_request_duration_seconds_count{route="offers"}'), 4)
  t.equal(sampleOf(text, 'offers_http_request_duration_seconds_bucket{route="offers",le="+Inf"}'), 4)
  t.ok(Number(sampleOf(text, 'offers_http_request_duration_seconds_sum{route="offers"}')) > 0)
  t.match(text, '# TYPE offers_http_request_duration_seconds histogram')
})

t.test('keys are counted by state, so that a loss of keys shows', async (t) => {
  const { keys, metrics, pass } = await start(t, release(t))
  const states = async () => {
    const text = await metrics()
    return ['good', 'expired', 'revoked'].map((state) => sampleOf(text, `offers_keys{state="${state}"}`))
  }
  const put = (changes: Partial<KeyRecord>) => {
    const { record } = freshKey(changes)
    keys.records.set(record.digest, record)
    return record
  }
  put({})
  put({})
  put({ expires_at: '2026-09-01T00:00:00.000Z' })
  const revoked = put({ expires_at: '2026-09-01T00:00:00.000Z', revoked_at: '2026-08-30T00:00:00.000Z' })
  t.same(await states(), [2, 1, 1])
  pass(60_000)
  keys.records.delete(revoked.digest)
  t.same(await states(), [2, 1, 0])
  pass(60_000)
  keys.outage = new Error('connection refused')
  t.same(await states(), [undefined, undefined, undefined], 'absent, rather than 0')
})

t.test('keys that end soon are counted, at most once a minute', async (t) => {
  const { keys, metrics, pass } = await start(t, release(t))
  const ending = async () => sampleOf(await metrics(), 'offers_keys_ending_soon')
  const issue = (expires_at: string | null) => {
    const { record } = newKey({ kind: 'named', name: 'X', contact: null, expires_at, requests: null }, 0)
    keys.records.set(record.digest, record)
  }
  issue('2026-09-02T00:00:00.000Z')
  issue('2026-12-01T00:00:00.000Z')
  issue(null)
  t.equal(await ending(), 1)
  issue('2026-09-03T00:00:00.000Z')
  pass(1_000)
  t.equal(await ending(), 1, 'still the former count')
  pass(60_000)
  t.equal(await ending(), 2)
  pass(60_000)
  keys.outage = new Error('connection refused')
  t.equal(await ending(), undefined, 'absent, rather than 0')
})

t.test('data of the future have a negative age, for an alert', async (t) => {
  const folder = join(t.testdir({ out: {} }), 'out')
  publishTinyRelease(folder, { dataAsOf: '2026-09-02T12:00:00.000Z' })
  const { metrics } = await start(t, folder)
  t.equal(sampleOf(await metrics(), 'offers_catalogue_age_seconds'), -86_400)
})

t.test(
  'metrics of a broken issuer show its days, the decision, and when its kept offers leave',
  async (t) => {
    const folder = t.testdir({})
    const facts = { days: 6, keep_days: 7 }
    const broken = (issuer: string, decision: string, kept: number) => ({ ...facts, issuer, decision, kept })
    const reasons = [{ reason: 'moved_refs', member: 'ref' }]
    const held = { ...broken('banco-d', 'keep', 3), reasons }
    publishTinyRelease(folder, {
      broken: [
        broken('banco-a', 'keep', 3),
        broken('banco-b', 'keep', 0),
        broken('banco-c', 'accept', 0),
        held,
        // Some records are rejected, and no offer is kept or withdrawn for them.
        { ...broken('banco-e', 'keep', 0), gone: 0 },
        { ...broken('banco-f', 'keep', 0), gone: 1 },
      ],
    })
    const { metrics } = await start(t, folder)
    const lines = (await metrics()).split('\n').filter((line) => line.startsWith('offers_broken'))
    t.strictSame(lines, [
      'offers_broken_issuer_days{issuer="banco-a",decision="keep"} 6',
      'offers_broken_issuer_days{issuer="banco-b",decision="keep"} 6',
      'offers_broken_issuer_days{issuer="banco-c",decision="accept"} 6',
      'offers_broken_issuer_days{issuer="banco-d",decision="keep"} 6',
      'offers_broken_issuer_days{issuer="banco-f",decision="keep"} 6',
      'offers_broken_issuer_days_left{issuer="banco-a"} 1',
    ])
  },
)

t.test('release, its age, and failures of dependencies are metrics', async (t) => {
  const { base, gateway, keys, metrics, pass } = await start(t, release(t))
  pass(1500)
  keys.outage = new Error('down')
  await call(base, '/beta/issuers', { key: keys.issue('named') })
  gateway.failures.limiter.failed(new Error('down'))
  const text = await metrics()
  t.match(text, `offers_release_info{release="${gateway.catalogue.current?.manifest.id}"`)
  t.equal(sampleOf(text, 'offers_catalogue_age_seconds'), 12 * 3600 + 1.5)
  t.equal(sampleOf(text, 'offers_clock_seconds'), Date.parse('2026-09-01T12:00:01.500Z') / 1000)
  t.equal(sampleOf(text, 'offers_dependency_errors_total{dependency="key_store"}'), 1)
  t.equal(sampleOf(text, 'offers_dependency_errors_total{dependency="limiter"}'), 1)
  t.equal(sampleOf(text, 'offers_dependency_errors_total{dependency="origin"}'), 0)
  t.match(text, `offers_gateway_build_info{version="${VERSION}",node="${process.versions.node}"} 1`)
  t.match(text, 'process_resident_memory_bytes', 'and metrics of the process')
})

t.test('the admin port has three read-only paths, and none of them shows a key', async (t) => {
  const { admin, base, keys } = await start(t, release(t))
  const key = keys.issue('named')
  await call(base, `/beta/offers?key=${key}`, { key, headers: { 'X-Request-Id': key } })
  for (const page of ['/livez', '/readyz', '/metrics']) {
    const { status, text } = await call(admin, page)
    t.equal(status, 200)
    t.notOk(text.includes(key))
    t.match(await call(admin, page, { method: 'POST' }), { status: 405, headers: { allow: 'GET, HEAD' } })
    t.match(await call(admin, `${page}?x`, { method: 'HEAD' }), { status: 200, text: '' })
  }
  t.equal((await call(admin, '/beta/offers', { key })).status, 404)
})

t.test('scrapes within a second get the same text', async (t) => {
  const { gateway, metrics, pass } = await start(t, release(t))
  const before = await metrics()
  gateway.failures.origin.failed(new Error('down'))
  pass(999)
  t.equal(await metrics(), before)
  // The next, and a later one with the same count.
  for (const more of [1, 1_000]) {
    pass(more)
    t.equal(sampleOf(await metrics(), 'offers_dependency_errors_total{dependency="origin"}'), 1)
  }
})

t.test('closing it ends running requests, too', async (t) => {
  const { admin, close } = await start(t, release(t))
  const socket = await openSocket(admin)
  socket.write('GET /livez HTTP/1.1\r\n')
  // Answered after the earlier bytes have arrived.
  await call(admin, '/livez')
  const ended = lost(socket)
  close()
  await ended
})
