import type { Test } from 'tap'
import { call } from '../../helpers/http.ts'
import type { Api } from './api.ts'

const TARGETS = [
  '/beta/offers',
  '/beta/offers?limit=7&offset=13',
  '/beta/offers?issuer=no-such-issuer',
  '/beta/issuers',
  '/beta/offers/off_q4mzt7hx2bnvke5w',
]

export async function cachingContract(t: Test, { base, get, named }: Api): Promise<void> {
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
      t.not(zipped, plain, `${target}: each coding has its own tag`)
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

  t.test('an If-Match that does not hold is refused before any 304', async (t) => {
    // Not by `get`: version 0.1 did not know this answer.
    const target = '/beta/offers?limit=2'
    const etag = String((await call(base, target, { key: named })).headers.etag)
    for (const [field, status] of [
      [etag, 200],
      [`"other", ${etag}`, 200],
      ['*', 200],
      ['"other"', 412],
      [`W/${etag}`, 412],
    ] as const)
      t.equal(
        (await call(base, target, { key: named, headers: { 'if-match': field } })).status,
        status,
        field,
      )
    const both = { 'if-match': '"other"', 'if-none-match': etag }
    t.match(await call(base, target, { key: named, headers: both }), {
      status: 412,
      json: { code: 'precondition_failed' },
    })
  })

  t.test('of two codings with equal weights, the smaller answer is sent', async (t) => {
    const codingOf = async (field: string) =>
      (await get('/beta/offers', { key: named, headers: { 'accept-encoding': field } })).headers[
        'content-encoding'
      ]
    t.equal(await codingOf('identity;q=0.5, gzip;q=0.5'), 'gzip')
    t.equal(await codingOf('identity, gzip'), 'gzip')
    t.equal(await codingOf('identity, gzip;q=0.9'), undefined)
  })
}
