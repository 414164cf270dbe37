import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { snapshotTarget } from '../../helpers/current-targets.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'

t.setTimeout(SHORT_MS)

async function served(t: Test) {
  const folder = t.testdir()
  const release = publishTinyRelease(folder)
  const { base, keys } = await startGateway(t, folder)
  const key = keys.issue('named')
  const snapshot = release.bodies.get(snapshotTarget('named')) ?? Buffer.alloc(0)
  const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
    call(base, target, { key, headers, method })
  return { ask, snapshot, issuers: release.bodies.get('/beta/issuers') }
}

t.test(
  'an answer is sent in the coding that the client accepts, first from disk, then from memory',
  async (t) => {
    const { ask, issuers } = await served(t)
    for (const _ of ['from disk', 'from memory']) {
      const zipped = await ask('/beta/issuers', { 'Accept-Encoding': 'gzip' })
      t.equal(zipped.headers['content-encoding'], 'gzip')
      t.strictSame(gunzipSync(zipped.body), issuers)
      const plain = await ask('/beta/issuers')
      t.notOk('content-encoding' in plain.headers)
      t.strictSame(plain.body, issuers)
    }
  },
)

t.test('a part of another day than If-Match names is 412, for HEAD too', async (t) => {
  const { ask } = await served(t)
  const tag = String((await ask('/beta/snapshot')).headers.etag)
  for (const range of [{}, { Range: 'bytes=5-5' }] as Record<string, string>[]) {
    const good = await ask('/beta/snapshot', { ...range, 'If-Match': tag })
    t.equal(good.status, range.Range ? 206 : 200)
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await ask('/beta/snapshot', { ...range, 'If-Match': '"old"' }, method)
      t.equal(status, 412)
      t.ok(headers.ratelimit, 'counted')
    }
  }
})

t.test('a range counts only for GET', async (t) => {
  const { ask, snapshot } = await served(t)
  const part = await ask('/beta/snapshot', { Range: 'bytes=5-5' })
  t.match(part, {
    status: 206,
    headers: { 'content-range': `bytes 5-5/${snapshot.length}`, 'content-length': '1' },
  })
  t.strictSame(part.body, snapshot.subarray(5, 6))
  for (const range of ['bytes=5-5', `bytes=${snapshot.length}-`]) {
    const { status, headers } = await ask('/beta/snapshot', { Range: range }, 'HEAD')
    t.equal(status, 200)
    t.equal(headers['content-length'], String(snapshot.length))
    t.notOk('content-range' in headers)
  }
})

t.test(
  'a range outside the snapshot is refused with its size, one of another snapshot ignored',
  async (t) => {
    const { ask, snapshot } = await served(t)
    t.match(await ask('/beta/snapshot', { Range: `bytes=${snapshot.length}-` }), {
      status: 416,
      headers: { 'content-range': `bytes */${snapshot.length}` },
      json: { code: 'range_not_satisfiable' },
    })
    t.match(await ask('/beta/snapshot', { Range: 'bytes=5-5', 'If-Range': '"other"' }), { status: 200 })
  },
)
