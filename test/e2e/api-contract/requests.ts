import type { Test } from 'tap'
import { exchange } from '../../hostile/support/raw-socket.ts'
import type { Api } from './api.ts'

export async function requestContract(t: Test, { get, base, named }: Api): Promise<void> {
  t.test('a key in a query does not count, is refused, and is not repeated', async (t) => {
    const secret = named.slice('offers_live_'.length)
    for (const query of [`access_token=${named}`, `${named}=1`, `limit=${named}`, `x=%zz${named}`]) {
      t.equal((await get(`/beta/offers?${query}`)).status, 401)
      const { status, body, headers } = await get(`/beta/offers?${query}`, { key: named })
      t.equal(status, 400)
      t.match(body.toString(), 'offers_live_…')
      t.notMatch(`${body} ${JSON.stringify(headers)}`, secret)
    }
  })

  t.test('the checks run in their order', async (t) => {
    t.equal((await get('/nowhere?limit=0')).status, 404, 'route before key')
    t.equal((await get('/beta/offers?limit=0')).status, 401, 'key before parameters')
    t.equal(
      (await get('/beta/offers?limit=0&offset=99999', { key: named })).status,
      400,
      'parameters before scope',
    )
    const conditional = { key: named, headers: { 'if-none-match': '*' } }
    t.equal((await get('/beta/offers?limit=101', conditional)).status, 403, 'scope before condition')
    t.equal((await get('/beta/offers/off_unknown', conditional)).status, 404, 'existence before condition')
  })

  t.test('HEAD is GET without the body', async (t) => {
    const varying = ['date', 'ratelimit', 'x-request-id']
    for (const target of [
      '/beta/offers',
      '/beta/offers?limit=7&offset=3',
      '/beta/issuers',
      '/beta/snapshot',
      '/beta/openapi.json',
      '/beta/offers?limit=0',
      '/nowhere',
      '/',
    ]) {
      const whole = await get(target, { key: named })
      const head = await get(target, { key: named, method: 'HEAD' })
      t.equal(head.status, whole.status, target)
      t.equal(head.body.length, 0)
      for (const name of varying) {
        delete whole.headers[name]
        delete head.headers[name]
      }
      t.same(head.headers, whole.headers, target)
    }
  })

  t.test('scripts of any origin may read every answer', async (t) => {
    const targets = [
      '/beta/offers',
      '/beta/openapi.json',
      '/nowhere',
      '/beta/offers?limit=0',
      '/beta/snapshot',
    ]
    for (const target of targets) {
      for (const key of [undefined, named]) {
        const { headers } = await get(target, { key })
        t.equal(headers['access-control-allow-origin'], '*', target)
        t.match(headers['access-control-expose-headers'], /\bETag\b.*\bDeprecation, Sunset$/)
        t.equal(headers['x-content-type-options'], 'nosniff', target)
      }
    }
    const etag = String((await get('/beta/offers', { key: named })).headers.etag)
    const unchanged = await get('/beta/offers', { key: named, headers: { 'if-none-match': etag } })
    t.equal(unchanged.status, 304)
    t.equal(unchanged.headers['access-control-allow-origin'], '*')
    t.equal(unchanged.headers['x-content-type-options'], 'nosniff')
  })

  t.test('bytes that are not HTTP get a problem as well', async (t) => {
    for (const [bytes, status, code] of [
      [
        `GET /beta/offers?issuer=${'a'.repeat(80_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
        431,
        'request_header_too_large',
      ],
      ['HELLO\r\n\r\n', 400, 'malformed_request'],
      ['GET /beta/offers\0 HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
      ['GET /beta/offers HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
    ] as const) {
      const headers = {
        connection: 'close',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      }
      t.match(await exchange(base, bytes), [{ status, headers, json: { code } }], bytes.slice(0, 40))
    }
    t.match(await exchange(base, 'GET /beta/openapi.json HTTP/1.0\r\n\r\n'), [{ status: 200 }])
  })

  t.test('the answer repeats the request id of the client', async (t) => {
    const answer = await get('/beta/offers', { key: named, headers: { 'x-request-id': 'order-66.b' } })
    t.equal(answer.headers['x-request-id'], 'order-66.b')
    t.ok((await get('/nowhere')).headers['x-request-id'])
  })
}
