// A whole gateway over a remote origin, as its clients see it.

import t, { type Test } from 'tap'
import { PROBLEMS } from '../../../contract/api/problems.ts'
import { remoteOrigin } from '../../../gateway/origin/remote-origin.ts'
import { listTarget } from '../../helpers/current-targets.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { publishTinyRelease, TINY_ATTRIBUTION } from '../../helpers/tiny-release.ts'
import { rawRequest } from '../operations/raw-request.ts'
import { fakeOrigin } from './fake-origin.ts'
import { nameOf, PAGE, SNAPSHOT } from './faulty-origin.ts'
import { publicFolder } from './release-files.ts'

t.setTimeout(MINUTE_MS)

async function remoteGateway(t: Test) {
  const root = publicFolder(t)
  const release = publishTinyRelease(root)
  const fake = await fakeOrigin(t, root)
  const { base, keys } = await startGateway(t, root, { origin: remoteOrigin(fake.url) })
  return { release, fake, base, key: keys.issue('named') }
}

t.test('no key, cookie or other word of a client reaches the origin, on any route', async (t) => {
  const { base, key, fake } = await remoteGateway(t)
  const headers = { Cookie: 'session=client-secret', 'X-Anything': 'client-secret', Range: 'bytes=1-2' }
  for (const target of ['/beta/offers', '/beta/offers?limit=7&offset=3', '/beta/issuers', '/beta/snapshot']) {
    t.ok((await call(base, target, { key, headers })).status < 300, target)
  }
  t.equal(fake.seen.length, 7, 'pointer, manifest, table, two pages, issuers, snapshot')
  t.notMatch(JSON.stringify(fake.seen), /client-secret|authorization|cookie|x-|offers_live/i)
})

t.test('of a snapshot request only the range reaches the origin', async (t) => {
  const { base, key, fake } = await remoteGateway(t)
  const before = fake.seen.length
  const head = [
    'GET /beta/snapshot HTTP/1.1',
    'Host: client-host',
    `Authorization: Bearer ${key}`,
    'Expect: 100-continue',
    'Cookie: session=client-secret',
    'X-Forwarded-For: 192.0.2.1',
    'Range: bytes=1-2',
    'TE: trailers',
    'Trailer: X-Late',
    'Upgrade: client-protocol',
    'Connection: close, Upgrade, X-Hop',
    'X-Hop: client-secret',
    'Content-Length: 13',
  ]
  const received = await rawRequest(base, `${head.join('\r\n')}\r\n\r\nclient-secret`)
  t.match(received, /HTTP\/1\.1 206 Partial Content/)
  const [seen, ...others] = fake.seen.slice(before)
  t.same(others, [])
  t.match(seen, { method: 'GET', body: '' })
  const { rawHeaders = [] } = seen ?? {}
  const fields = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []))
  t.same(fields.map((field) => field.toLowerCase()).toSorted(), [
    'accept-encoding: identity',
    'connection: close',
    `host: ${fake.url.host}`,
    'range: bytes=1-2',
    'user-agent: offers-gateway',
  ])
})

t.test('nothing of the origin’s head reaches a client', async (t) => {
  const { base, key, release } = await remoteGateway(t)
  for (const target of ['/beta/offers', '/beta/snapshot']) {
    const { headers } = await call(base, target, { key })
    t.match(headers, { 'cache-control': 'private, max-age=3600', etag: /^"[0-9a-f]{32}"$/ }, target)
    t.notOk('set-cookie' in headers || 'x-origin' in headers, target)
  }
  const { body } = await call(base, '/beta/snapshot', { key })
  t.ok(release.bodies.get(SNAPSHOT)?.equals(body))
})

t.test('while the origin is away cached answers are served, and others are a problem', async (t) => {
  const { base, key, fake, release } = await remoteGateway(t)
  const cold = listTarget({ limit: 25, offset: 50 })
  t.match(await call(base, PAGE, { key }), { status: 200 })
  await fake.stop()
  t.match(await call(base, PAGE, { key }), { status: 200, text: String(release.bodies.get(PAGE)) })
  for (const target of [cold, '/beta/snapshot']) {
    const { status, headers, json } = await call(base, target, { key })
    t.equal(status, 502, target)
    t.match(headers, {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      ratelimit: /./,
    })
    const { title } = PROBLEMS.origin_unavailable
    t.match(json, { status: 502, code: 'origin_unavailable', title, meta: { attribution: TINY_ATTRIBUTION } })
    t.notOk(
      'content-disposition' in headers || 'etag' in headers,
      'nothing that belongs to the body that is not there',
    )
  }
  await fake.start()
  for (const target of [cold, '/beta/snapshot'])
    t.match(await call(base, target, { key }), { status: 200 }, target)
})

t.test('an altered snapshot breaks the connection, and the next download is correct', async (t) => {
  const { base, key, fake, release } = await remoteGateway(t)
  fake.faults.set(nameOf(release.entry(SNAPSHOT)), (res, file) => res.end(Buffer.alloc(file.length)))
  await t.rejects(call(base, '/beta/snapshot', { key }), { code: 'ECONNRESET' })
  fake.faults.clear()
  t.match(await call(base, '/beta/snapshot', { key }), { status: 200, body: release.bodies.get(SNAPSHOT) })
})
