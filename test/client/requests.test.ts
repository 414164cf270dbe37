// The requests of the client: their addresses, keys, repetitions, deadlines and errors.

import t from 'tap'
import { userAgentOf } from '../../client/http/requester.ts'
import { OffersError } from '../../client/index.ts'
import { pageAsked, problemAnswer, type Script, scriptedClient } from './support/scripted-fetch.ts'
import { stillClock } from './support/still-clock.ts'

const BASE = 'https://api.example/catalogue'

const clientOf: typeof scriptedClient = (script, options) =>
  scriptedClient(script, {
    baseUrl: BASE,
    key: 'offers_demo_x',
    clock: stillClock({ mayPass: 29_999 }),
    ...options,
  })

t.test('addresses lie below the path of baseUrl, and parameters that are undefined are absent', async (t) => {
  for (const baseUrl of [BASE, `${BASE}/`, new URL(BASE)]) {
    const { client, asked } = clientOf((one) => pageAsked(one, { total: 0 }), { baseUrl })
    await client.list({ issuer: 'banco-x', category: undefined, limit: 5 })
    t.equal(asked[0]?.url.href, `${BASE}/beta/offers?issuer=banco-x&limit=5`)
    t.equal(asked[0]?.headers.get('authorization'), 'Bearer offers_demo_x')
  }
  const { client, asked } = clientOf(() => problemAnswer(404, 'not_found'), { baseUrl: 'http://[::1]:8080' })
  t.equal(await client.get('off_a/../x?y'), undefined)
  t.equal(asked[0]?.url.href, 'http://[::1]:8080/beta/offers/off_a%2F..%2Fx%3Fy')
  t.throws(() => clientOf(() => new Response(), { baseUrl: 'file:///x' }), {
    message: 'baseUrl: expected http',
  })
  for (const baseUrl of [`${BASE}/beta`, `${BASE}/beta/`, 'https://api.example/beta'])
    t.throws(() => clientOf(() => new Response(), { baseUrl }), {
      message: `baseUrl: expected ${baseUrl.replace(/\/beta\/?$/, '')}, as the client adds /beta itself; found ${baseUrl}`,
    })
  t.throws(() => clientOf(() => new Response(), { baseUrl: '/here' }), TypeError)
  for (const cut of ['https://user:secret@api.example', `${BASE}?a=1`, `${BASE}/x#y`])
    t.throws(() => clientOf(() => new Response(), { baseUrl: cut }), {
      message: 'baseUrl: expected an address without a name and password, a query or a fragment',
    })
  t.throws(() => clientOf(() => new Response(), { baseUrl: 'foo' }), { message: /^baseUrl: .* found foo$/ })
})

t.test('a key may be fetched for each call, and must be one', async (t) => {
  let count = 0
  const { client, asked } = clientOf((one) => pageAsked(one, { total: 0 }), {
    key: async () => `offers_demo_${++count}`,
  })
  await client.list()
  await client.list()
  t.strictSame(
    asked.map(({ headers }) => headers.get('authorization')),
    ['Bearer offers_demo_1', 'Bearer offers_demo_2'],
    'each call sends its own key',
  )
  for (const key of ['', 'a b', 'a\nb', 'ключ']) {
    await t.rejects(clientOf(() => new Response(), { key }).client.list(), {
      message: 'key: expected an API key, or null',
    })
  }
})

t.test('behind a proxy that adds the key, none is sent, and answers are kept as ever', async (t) => {
  for (const key of [null, async () => null]) {
    const { client, asked } = clientOf((one) => pageAsked(one, { total: 0 }), { key })
    await client.list()
    t.equal((await client.list()).answer.fromCache, 'fresh')
    t.strictSame(
      asked.map(({ headers }) => headers.get('authorization')),
      [null],
    )
  }
})

t.test('errors of the API have their code, and the facts that help to find the cause', async (t) => {
  const { client, asked } = clientOf(() => problemAnswer(401, 'unauthorized', { 'x-request-id': 'abc-1' }))
  const error = await client.list().catch((caught) => caught)
  t.ok(error instanceof OffersError)
  t.match(error, {
    name: 'OffersError',
    code: 'unauthorized',
    status: 401,
    requestId: 'abc-1',
    message: 'A title: A detail.',
    url: `${BASE}/beta/offers`,
    errors: { length: 0 },
    problem: { type: '../#unauthorized' },
  })
  t.equal(asked.length, 1, 'a repetition would fail as well')
  for (const errors of ['limit', [null], ['limit']]) {
    const body = { title: 'A title', detail: 'A detail.', code: 'scope_exceeded', errors }
    const { client } = clientOf(() => Response.json(body, { status: 403 }))
    await t.rejects(client.all(), { code: 'http_error', status: 403 }, 'not an error of the API')
  }
  const plain = clientOf(() => new Response('<html>', { status: 418 })).client
  await t.rejects(plain.list(), { code: 'http_error', status: 418 })
  const lost = clientOf(() => new Response('', { status: 404 })).client
  await t.rejects(lost.get('off_x'), { code: 'http_error', status: 404 }, 'not an offer that is not there')
})

t.test(
  'a request that may succeed later is repeated after the time that the server names, plus a little',
  async (t) => {
    for (const [status, code] of [
      [429, 'rate_limited'],
      [503, 'key_store_unavailable'],
    ] as const) {
      const waits: number[] = []
      const { client, asked, clock } = clientOf(
        (one, count) =>
          count < 3 ? problemAnswer(status, code, { 'retry-after': '7' }) : pageAsked(one, { total: 1 }),
        { hooks: { onWait: ({ milliseconds, error }) => error.code === code && waits.push(milliseconds) } },
      )
      t.match((await client.list()).answer, { status: 200, durationMs: 14_000 })
      t.equal(asked.length, 3)
      t.strictSame(clock.waits, [7000, 7000])
      t.strictSame(waits, [7000, 7000], 'the hook sees each wait')
    }
    const late = stillClock({ mayPass: 29_999, chance: 0.5 })
    const { client } = clientOf(
      (one, count) =>
        count === 1
          ? problemAnswer(429, 'rate_limited', { 'retry-after': '7' })
          : pageAsked(one, { total: 1 }),
      { clock: late },
    )
    await client.list()
    t.strictSame(late.waits, [7500], 'chance adds up to a second')
  },
)

t.test('failures without a time are repeated with growing pauses, and not without end', async (t) => {
  const failing: [what: string, script: Script, code: string][] = [
    ['500', () => problemAnswer(500, 'internal'), 'internal'],
    ['408', () => problemAnswer(408, 'request_timeout'), 'request_timeout'],
    ['502 of a proxy', () => new Response('<html>', { status: 502 }), 'http_error'],
    [
      'no connection',
      () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })),
      'network',
    ],
    [
      'a Retry-After in no form',
      () => problemAnswer(429, 'rate_limited', { 'retry-after': 'soon' }),
      'rate_limited',
    ],
  ]
  for (const [what, script, code] of failing) {
    const { client, asked, clock } = clientOf(script)
    await t.rejects(client.list(), { code }, what)
    t.equal(asked.length, 4)
    t.strictSame(clock.waits, [500, 1000, 2000])
    const once = clientOf(script, { retry: false })
    await t.rejects(once.client.list(), { code })
    t.equal(once.asked.length, 1, 'no repetition with retry: false')
  }
})

t.test('a Retry-After of a year is an error at once', async (t) => {
  for (const after of ['31536000', '999999999999999', 'Fri, 01 Jan 2100 00:00:00 GMT']) {
    const { client, asked, clock } = clientOf(() =>
      problemAnswer(429, 'rate_limited', { 'retry-after': after }),
    )
    const error = await client.list().catch((caught) => caught)
    t.match(error, { code: 'rate_limited', retryAfterSeconds: Number })
    t.ok(error.retryAfterSeconds > 30_000_000, 'the error states it')
    t.equal(asked.length, 1)
    t.strictSame(clock.waits, [])
  }
  const { client, clock } = clientOf(
    () => problemAnswer(503, 'catalogue_unavailable', { 'retry-after': '20' }),
    {
      retry: { requests: 100, maxWaitMs: 50_000 },
    },
  )
  await t.rejects(client.list(), { code: 'catalogue_unavailable' })
  t.strictSame(clock.waits, [20_000, 20_000], 'several short ones add up to the limit')
})

t.test('a Retry-After may be a date', async (t) => {
  const { client, clock } = clientOf((one, count) =>
    count === 1
      ? new Response('', { status: 503, headers: { 'retry-after': 'Tue, 01 Sep 2026 12:00:09 GMT' } })
      : pageAsked(one, { total: 0 }),
  )
  await client.list()
  t.strictSame(clock.waits, [9000])
})

t.test('a signal ends requests and waits with its reason', async (t) => {
  const reason = new Error('enough')
  const never = () => new Promise<Response>(() => {})
  const slow = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))
  const busy = () => problemAnswer(429, 'rate_limited', { 'retry-after': '30' })
  for (const script of [never, slow, busy]) {
    const controller = new AbortController()
    const { client } = clientOf(
      (asked, count) => {
        setImmediate(() => controller.abort(reason))
        return script === busy ? busy() : (script as Script)(asked, count)
      },
      { clock: stillClock() },
    )
    await t.rejects(client.list({}, { signal: controller.signal }), reason)
    const { client: again, asked } = clientOf(never)
    await t.rejects(again.list({}, { signal: controller.signal }), reason, 'at once')
    t.equal(asked.length, 0)
  }
})

t.test('hooks see every request and every answer, and never the key', async (t) => {
  const seen: unknown[] = []
  const { client, asked } = clientOf(
    (one, count) => (count === 1 ? problemAnswer(500, 'internal') : pageAsked(one, { total: 0 })),
    {
      hooks: {
        onRequest: ({ url, headers, request }) => {
          headers.set('traceparent', `00-${request}`)
          seen.push([request, new URL(url).pathname, headers.get('authorization')])
        },
        onAnswer: ({ status, fromCache }) => seen.push([status, fromCache]),
      },
    },
  )
  await client.list({}, { requestId: 'mine-7' })
  await client.list()
  t.strictSame(seen, [
    [1, '/catalogue/beta/offers', null],
    [500, false],
    [2, '/catalogue/beta/offers', null],
    [200, false],
    [200, 'fresh'],
  ])
  t.equal(asked[1]?.headers.get('traceparent'), '00-2')
  t.equal(asked[1]?.headers.get('x-request-id'), 'mine-7')
})

t.test('the rest of the rate limit is read from the answer', async (t) => {
  const { client } = clientOf((one) => {
    const answer = pageAsked(one, { total: 0 })
    answer.headers.set('ratelimit', '"demo";r=29;t=12')
    answer.headers.set('ratelimit-policy', '"demo";q=30;w=60')
    return answer
  })
  t.strictSame((await client.list()).answer.rate, {
    policy: 'demo',
    remaining: 29,
    resetSeconds: 12,
    limit: 30,
  })
  t.equal((await client.list()).answer.rate, undefined, 'a cached answer has none')
})

t.test('a call may have another deadline and number of repetitions than the client', async (t) => {
  const failing = () => problemAnswer(500, 'internal')
  const { client, asked } = clientOf(failing)
  await t.rejects(client.list({}, { retry: { requests: 2 } }), { code: 'internal' })
  t.equal(asked.length, 2)
  await t.rejects(client.snapshot({ retry: false }), { code: 'internal' })
  t.equal(asked.length, 3)
  const never = () => new Promise<Response>(() => {})
  const slow = clientOf(never, { retry: false, timeoutMs: 40_000 }).client
  await t.rejects(slow.list({}, { timeoutMs: 7000 }), { code: 'timeout', message: 'no answer in 7000 ms' })
  await t.rejects(slow.snapshot({ timeoutMs: 7001 }), { code: 'timeout', message: 'no answer in 7001 ms' })
})

t.test('the client names itself and its runtime, but not in browsers', async (t) => {
  const { client, asked } = clientOf((one) => pageAsked(one, { total: 0 }))
  await client.list()
  t.match(asked[0]?.headers.get('user-agent'), /^offers-catalogue-client\/dev( Node\.js\/\d+)?$/)
  t.equal(userAgentOf(), 'offers-catalogue-client/dev')
  t.match(userAgentOf('Cloudflare-Workers'), / Cloudflare-Workers$/)
  t.equal(userAgentOf('Mozilla/5.0'), undefined)
})
