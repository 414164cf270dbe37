// Cached answers: fresh, confirmed or requested again, and never those of another key.

import t from 'tap'
import { maxAgeOf } from '../../client/http/cache.ts'
import { type CacheEntry, memoryCache } from '../../client/index.ts'
import { type Asked, pageAsked, scriptedClient } from './support/scripted-fetch.ts'

const HOUR = 3_600_000

/** 304 if the tag is the one of the page. */
function conditional(one: Asked, total = 1): Response {
  const page = pageAsked(one, { total })
  const tag = page.headers.get('etag')
  if (one.headers.get('if-none-match') !== tag) return page
  return new Response(null, {
    status: 304,
    headers: { etag: tag ?? '', 'cache-control': 'private, max-age=3600', link: '<?new>; rel="prev"' },
  })
}

const ENTRY: CacheEntry = {
  etag: '"x"',
  body: '{"data":"Ñ\\u0000"}',
  headers: [['link', '<?a=1>; rel="next"']],
  storedAt: 1,
  maxAgeMs: 2,
}

t.test('a slot returns the last entry that was written to it, unchanged', async (t) => {
  const cache = memoryCache()
  t.equal(await cache.get('a'), undefined)
  await cache.set('a', ENTRY)
  await cache.set('../b /?*', { ...ENTRY, body: 'b' })
  t.strictSame(await cache.get('a'), ENTRY)
  t.strictSame(await cache.get('../b /?*'), { ...ENTRY, body: 'b' })
  t.equal(await cache.get('A'), undefined)
  await cache.set('a', { ...ENTRY, body: 'c' })
  t.equal((await cache.get('a'))?.body, 'c')
})

t.test('an answer needs no request for an hour, and a conditional one afterwards', async (t) => {
  const { client, asked, clock } = scriptedClient((one) => conditional(one), { cache: memoryCache() })
  const first = await client.list()
  t.match(first.answer, { status: 200, fromCache: false })
  clock.pass(HOUR - 1)
  const fresh = await client.list()
  t.match(fresh.answer, { status: 200, fromCache: 'fresh', etag: first.answer.etag })
  t.strictSame([fresh.data, fresh.meta], [first.data, first.meta])
  clock.pass(1)
  const confirmed = await client.list()
  t.match(confirmed.answer, { status: 304, fromCache: 'revalidated' })
  t.strictSame([confirmed.data, confirmed.meta], [first.data, first.meta])
  t.equal(confirmed.answer.headers.get('link'), '<?new>; rel="prev"', 'with the headers of the 304')
  clock.pass(HOUR - 1)
  t.equal((await client.list()).answer.fromCache, 'fresh', 'it is fresh again')
  t.equal(asked.length, 2)
})

t.test('a call with revalidate confirms a fresh answer at once', async (t) => {
  const { client, asked } = scriptedClient((one) => conditional(one), { cache: memoryCache() })
  await client.list({}, { revalidate: true })
  t.equal(asked[0]?.headers.get('cache-control'), 'no-cache', 'caches below it must do so, too')
  t.equal((await client.list({}, { revalidate: true })).answer.status, 304)
})

t.test('a change to a result does not change the cached answer', async (t) => {
  const { client } = scriptedClient((one) => conditional(one), { cache: memoryCache() })
  const { data } = await client.list()
  data.length = 0
  t.equal((await client.list()).data.length, 1)
})

t.test('a key never gets an answer that was cached for another key', async (t) => {
  const cache = memoryCache()
  const { client, fetch } = scriptedClient((one) => conditional(one), { cache })
  await client.list()
  const other = scriptedClient(() => new Response(), { cache, fetch, key: 'offers_live_b' }).client
  t.equal((await other.list()).answer.fromCache, false)
  const same = scriptedClient(() => new Response(), { cache, fetch }).client
  t.equal((await same.list()).answer.fromCache, 'fresh')
})

t.test('a page without Web Crypto is told so, unless it keeps no answers', async (t) => {
  Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined, configurable: true })
  t.teardown(() => Reflect.deleteProperty(globalThis.crypto, 'subtle'))
  const error = { name: 'TypeError', message: 'no Web Crypto: serve the page by https' }
  await t.rejects(scriptedClient((one) => conditional(one)).client.list(), error)
  t.match(await scriptedClient((one) => conditional(one), { cache: false }).client.list(), { data: [{}] })
})

t.test('slots reveal nothing about the key, and entries are plain data', async (t) => {
  const slots: string[] = []
  const entries = new Map<string, string>()
  const { client } = scriptedClient((one) => conditional(one), {
    cache: {
      get: async (slot) => JSON.parse(entries.get(slot) ?? 'null') ?? undefined,
      set: async (slot, entry) => {
        slots.push(slot)
        entries.set(slot, JSON.stringify(entry))
      },
    },
  })
  await client.list()
  t.equal((await client.list()).answer.fromCache, 'fresh')
  t.match(slots, [/^[\w+/]{43}= https:\/\/api\.example\/beta\/offers$/])
  t.notMatch(JSON.stringify([slots, ...entries.values()]), /offers_live/)
})

t.test('a wrong entry costs one request, and a cache that fails ends the call', async (t) => {
  const full = new Error('disk full')
  const cache = { get: () => undefined, set: () => Promise.reject(full) }
  await t.rejects(scriptedClient((one) => conditional(one), { cache }).client.list(), full)
  for (const body of ['', '{"data":', '[]', '{"data":{},"meta":{}}']) {
    const entry: CacheEntry = { etag: '"x"', body, headers: [], storedAt: 0, maxAgeMs: 1e15 }
    const { client } = scriptedClient((one) => conditional(one), {
      cache: { get: () => entry, set: () => {} },
    })
    t.match((await client.list()).answer, { fromCache: false }, body)
  }
})

t.test('answers that may not be stored are not cached, and without a cache none is', async (t) => {
  const open = scriptedClient((one) => conditional(one), { cache: false })
  await open.client.list()
  t.equal((await open.client.list()).answer.fromCache, false)
  for (const [name, value] of [
    ['cache-control', 'no-store'],
    ['etag', ''],
  ] as const) {
    const { client } = scriptedClient((one) => {
      const page = pageAsked(one, { total: 1 })
      if (value === '') page.headers.delete(name)
      else page.headers.set(name, value)
      return page
    })
    await client.list()
    t.equal((await client.list()).answer.fromCache, false, name)
  }
})

t.test('a 304 to an unconditional request is an error', async (t) => {
  const { client } = scriptedClient(() => new Response(null, { status: 304 }), { retry: false })
  await t.rejects(client.list(), { code: 'http_error', status: 304 })
})

t.test(
  'a memory cache drops the least recently used entry, and never takes one larger than itself',
  async (t) => {
    const cache = memoryCache()
    const entry = (millions: number): CacheEntry => {
      return { etag: '"x"', body: ' '.repeat(millions * 1e6), headers: [], storedAt: 0, maxAgeMs: 0 }
    }
    cache.set('a', entry(7))
    cache.set('b', entry(7))
    t.ok(cache.get('a'))
    cache.set('c', entry(7))
    t.strictSame(
      ['a', 'b', 'c'].map((slot) => cache.get(slot) !== undefined),
      [true, false, true],
    )
    cache.set('a', entry(17))
    t.strictSame(
      ['a', 'c'].map((slot) => cache.get(slot) !== undefined),
      [false, true],
    )
    cache.set('c', entry(16))
    t.equal((await cache.get('c'))?.body.length, 16e6, 'an entry that is replaced counts once')
  },
)

t.test('the time for which an answer may be used follows RFC 9111', async (t) => {
  const cases: [cacheControl: string | undefined, age: string | undefined, expected: number | undefined][] = [
    ['private, max-age=3600', undefined, HOUR],
    ['max-age=60', '20', 40_000],
    ['max-age=60', '70', 0],
    ['s-maxage=60', undefined, 0],
    ['no-cache, max-age=60', undefined, 0],
    ['No-Store', undefined, undefined],
    [undefined, undefined, 0],
    ['max-age=-1', undefined, 0],
  ]
  for (const [cacheControl, age, expected] of cases) {
    const headers = new Headers()
    if (cacheControl !== undefined) headers.set('cache-control', cacheControl)
    if (age !== undefined) headers.set('age', age)
    t.equal(maxAgeOf(headers), expected, `${cacheControl} ${age}`)
  }
})

t.test('equal calls at the same time are one request, and each has an answer of its own', async (t) => {
  const { client, asked } = scriptedClient((one) => pageAsked(one, { total: 3 }))
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.list({ limit: 2 })))
  t.equal(asked.length, 1)
  answers[0]?.data.pop()
  for (const { data, meta, next } of answers.slice(1))
    t.match({ data, meta, next }, { data: { length: 2 }, meta: { total: 3 }, next: { offset: 2 } })
  await Promise.all([client.list({ limit: 1 }), client.list({ limit: 3 })])
  t.equal(asked.length, 3, 'other calls are others')
  const { signal } = new AbortController()
  const [first, second] = [client.list({ offset: 1 }, { signal }), client.list({ offset: 1 })]
  t.strictSame((await first).data, (await second).data, 'a signal ends its own call alone')
})

t.test('equal calls fail together, and the next one asks again', async (t) => {
  const { client, asked } = scriptedClient(() => Response.json({ code: 'internal' }, { status: 400 }))
  const results = await Promise.allSettled([client.list(), client.list()])
  t.strictSame(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  t.equal(asked.length, 1)
  await t.rejects(client.list())
  t.equal(asked.length, 2)
})
