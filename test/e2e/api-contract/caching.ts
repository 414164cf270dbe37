import type { Test } from 'tap'
import type { Api } from './api.ts'

const TARGETS = [
  '/beta/offers',
  '/beta/offers?limit=7&offset=13',
  '/beta/offers?issuer=no-such-issuer',
  '/beta/issuers',
  '/beta/offers/off_q4mzt7hx2bnvke5w',
]

export async function cachingContract(t: Test, { get, named }: Api): Promise<void> {
  t.test('answers are private, have a tag, and are fresh for an hour', async (t) => {
    for (const target of TARGETS) {
      const { headers } = await get(target, { key: named })
      t.equal(headers['cache-control'], 'private, max-age=3600', target)
      t.equal(headers.vary, 'Authorization, Accept-Encoding')
      t.match(headers.etag, /^"[^"]+"$/, 'a strong tag')
    }
  })

  t.test('a current tag gives 304 in every form of If-None-Match', async (t) => {
    for (const target of TARGETS) {
      const plain = String((await get(target, { key: named })).headers.etag)
      const gzip = { 'accept-encoding': 'gzip' }
      const zipped = String((await get(target, { key: named, headers: gzip })).headers.etag)
      const fields = [plain, zipped, `W/${plain}`, `"a,b", ${zipped}`, '*', `"x",${plain}`]
      for (const field of fields) {
        const answer = await get(target, { key: named, headers: { 'if-none-match': field } })
        t.equal(answer.status, 304, `${target} ${field}`)
        t.equal(answer.body.length, 0)
        for (const name of ['etag', 'cache-control', 'vary', 'ratelimit', 'ratelimit-policy'])
          t.ok(answer.headers[name], name)
        t.notOk(answer.headers['content-type'])
      }
      t.equal((await get(target, { key: named, headers: { 'if-none-match': '"other", "a,b"' } })).status, 200)
    }
  })

  t.test('no-cache never prevents a 304', async (t) => {
    const etag = String((await get('/beta/offers', { key: named })).headers.etag)
    const headers = { 'if-none-match': etag, 'cache-control': 'no-cache', pragma: 'no-cache' }
    t.equal((await get('/beta/offers', { key: named, headers })).status, 304)
  })
}
