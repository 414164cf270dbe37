// A whole gateway over a remote origin, as its clients see it.

import t, { type Test } from 'tap'
import { PROBLEMS } from '../../../contract/api/problems.ts'
import { remoteOrigin } from '../../../gateway/origin/remote-origin.ts'
import { listTarget } from '../../helpers/current-targets.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { publishTinyRelease, TINY_ATTRIBUTION } from '../../helpers/tiny-release.ts'
import { exchange } from '../../hostile/support/raw-socket.ts'
import { type FakeOrigin, fakeOrigin, type Seen } from './fake-origin.ts'
import { PAGE } from './faulty-origin.ts'
import { publicFolder } from './release-files.ts'

t.setTimeout(SHORT_MS)

async function remoteGateway(t: Test) {
  const root = publicFolder(t)
  const release = publishTinyRelease(root)
  const fake = await fakeOrigin(t, root)
  const { base, keys, gateway } = await startGateway(t, root, { origin: remoteOrigin(fake.url) })
  return { release, fake, base, gateway, key: keys.issue('named') }
}

t.test('no key, cookie or other word of a client reaches the origin, on any route', async (t) => {
  const { base, key, fake } = await remoteGateway(t)
  const headers = { Cookie: 'session=client-secret', 'X-Anything': 'client-secret', Range: 'bytes=1-2' }
  for (const target of ['/beta/offers', '/beta/offers?limit=7&offset=3', '/beta/issuers', '/beta/snapshot']) {
    t.ok((await call(base, target, { key, headers })).status < 300, target)
  }
  t.equal(fake.seen.length, 7, 'pointer, manifest, table, two pages, issuers, snapshot')
  const own = ['accept-encoding: identity', 'connection: keep-alive', ...ownFields(fake)]
  for (const seen of fake.seen.slice(0, -1)) t.same(fieldsOf(seen), own, seen.path)
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
    'User-Agent: client-secret',
    'Accept-Encoding: br',
    'X-Forwarded-For: 192.0.2.1',
    'Range: bytes=1-2',
    'TE: trailers',
    'Trailer: X-Late',
    'Upgrade: client-protocol',
    'Connection: close, Upgrade, X-Hop',
    'X-Hop: client-secret',
    'Content-Length: 13',
  ]
  t.match(await exchange(base, `${head.join('\r\n')}\r\n\r\nclient-secret`), [{ status: 206 }])
  const seen = fake.seen.slice(before)
  t.match(seen, [{ method: 'GET', body: '' }])
  const [host, agent] = ownFields(fake)
  const own = ['accept-encoding: identity', 'connection: close', host, 'range: bytes=1-2', agent]
  t.same(seen.map(fieldsOf), [own])
})

const ownFields = ({ url }: FakeOrigin) => [`host: ${url.host}`, 'user-agent: offers-gateway']

function fieldsOf({ rawHeaders }: Seen): string[] {
  const fields = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []))
  return fields.map((field) => field.toLowerCase()).toSorted()
}

t.test(
  'an answer that switches protocols is a failure like any other, and the next request asks again',
  async (t) => {
    const { base, key, fake, gateway } = await remoteGateway(t)
    const switched = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'
    for (const target of ['/beta/issuers', '/beta/snapshot']) {
      const before = gateway.failures.origin.total
      fake.faults.set('', (res) => res.socket?.write(switched))
      t.match(
        await call(base, target, { key }),
        { status: 502, json: { code: 'origin_unavailable' } },
        target,
      )
      t.equal(gateway.failures.origin.total, before + 1)
      fake.faults.clear()
      t.match(await call(base, target, { key }), { status: 200 }, target)
    }
  },
)

t.test('while the origin is away cached answers are served, and others are a problem', async (t) => {
  const { base, key, fake, release } = await remoteGateway(t)
  const cold = [
    listTarget({ limit: 25, offset: 50 }),
    listTarget({ limit: 3, offset: 100 }),
    '/beta/snapshot',
  ]
  t.match(await call(base, PAGE, { key }), { status: 200 })
  await fake.stop()
  t.match(await call(base, PAGE, { key }), { status: 200, text: String(release.bodies.get(PAGE)) })
  for (const target of cold) {
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
  for (const target of cold) t.match(await call(base, target, { key }), { status: 200 }, target)
})
