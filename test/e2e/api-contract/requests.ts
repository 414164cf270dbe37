import type { Test } from 'tap'
import { exchange } from '../../hostile/support/raw-socket.ts'
import type { Api } from './api.ts'

export async function requestContract(t: Test, { get, base, named }: Api): Promise<void> {
  t.test('an address without a route is not found, with or without a key', async (t) => {
    const targets = [
      '/beta',
      '/beta/',
      '/beta/offers/',
      '/beta/offers/a/b',
      '/beta/offer',
      '/BETA/offers',
      '/beta//offers',
      '/beta/../beta/offers',
      '/beta/%2e%2e/offers',
      '/beta/offers%2Foff_q4mzt7hx2bnvke5w',
      '/beta/offers%00',
      '/objects/00/00.gz',
      '/latest.json',
      '/favicon.ico',
      '//beta/offers',
      '/%',
    ]
    for (const target of targets) {
      for (const key of [undefined, named]) {
        const answer = await get(target, { key })
        t.equal(answer.status, 404, target)
        t.match(answer.json, {
          code: 'not_found',
          type: /#not_found$/,
          meta: { attribution: String, schema_version: 'beta.1' },
        })
      }
    }
  })

  t.test('unknown ids are not found', async (t) => {
    const ids = [
      'off_unknown',
      'nothing',
      'off_',
      '..',
      '%2e%2e',
      '%2e%2e%2f%2e%2e%2flatest.json',
      'off_a%00',
      '%zz',
      'off_%F0%9F%8D%95',
    ]
    for (const id of ids) t.equal((await get(`/beta/offers/${id}`, { key: named })).status, 404, id)
  })

  t.test('wrong parameters are refused by name', async (t) => {
    const cases: [query: string, param: string][] = [
      ['limit=0', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['offset=1.5', 'offset'],
      ['LIMIT=5', 'LIMIT'],
      ['issuer=Banco', 'issuer'],
      ['comuna=%zz', 'comuna'],
      ['__proto__=1', '__proto__'],
      [`issuer=${'a'.repeat(8000)}%`, 'issuer'],
    ]
    for (const [query, param] of cases) {
      const answer = await get(`/beta/offers?${query}`, { key: named })
      t.equal(answer.status, 400, query.slice(0, 40))
      t.match(answer.json, { code: 'invalid_parameter', errors: [{ param }] })
    }
    for (const target of [
      '/beta/issuers?limit=5',
      '/beta/snapshot?kind=named',
      '/beta/offers/off_q4mzt7hx2bnvke5w?x=1',
    ]) {
      t.match((await get(target, { key: named })).json, { code: 'invalid_parameter' }, target)
    }
    t.match((await get('/beta/openapi.json?x=1')).json, { code: 'invalid_parameter' })
  })

  t.test('a key in a query is refused, and not repeated', async (t) => {
    const secret = named.slice('offers_live_'.length)
    for (const query of [`access_token=${named}`, `${named}=1`, `limit=${named}`, `x=%zz${named}`]) {
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

  t.test('other methods are not allowed, with or without a key', async (t) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']) {
      const answer = await get('/beta/offers', { method })
      t.equal(answer.status, 405, method)
      t.equal(answer.headers.allow, 'GET, HEAD, OPTIONS')
      t.match(answer.json, { code: 'method_not_allowed' })
    }
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

  t.test('preflights need no key', async (t) => {
    for (const target of ['/beta/offers', '/beta/snapshot', '/beta/offers/off_q4mzt7hx2bnvke5w']) {
      const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' }
      const answer = await get(target, { method: 'OPTIONS', headers })
      t.equal(answer.status, 204)
      t.equal(answer.headers['access-control-allow-headers'], '*, Authorization')
      t.equal(answer.headers.allow, 'GET, HEAD, OPTIONS')
      t.equal(answer.headers['x-content-type-options'], 'nosniff')
      t.equal(answer.headers['content-length'], undefined)
    }
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
      const headers = { 'access-control-allow-origin': '*' }
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
