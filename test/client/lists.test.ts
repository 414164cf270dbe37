// Lists: read to their end, read again from the start on a new day, and never without end.

import t from 'tap'
import { LARGEST_PAGE } from '../../client/api/description.ts'
import type { ListBody } from '../../client/lists/bodies.ts'
import { readPages } from '../../client/lists/read-pages.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'
import {
  DAY,
  offerOf,
  pageAnswer,
  pageAsked,
  problemAnswer,
  refusalOf,
  type Script,
  scriptedClient,
  withinLimits,
} from './support/scripted-fetch.ts'

t.setTimeout(SHORT_MS)

const NEXT_DAY = '2026-09-02T10:00:00.000Z'

function clientOf(script: Script, options: Parameters<typeof scriptedClient>[1] = {}) {
  const truncated: object[] = []
  const hooks = { onTruncated: (facts: object) => truncated.push(facts) }
  return { ...scriptedClient(script, { hooks, ...options }), truncated }
}

async function idsOf(offers: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of offers) ids.push(id)
  return ids
}

const idsTo = (total: number) => Array.from({ length: total }, (_, index) => `off_${index}`)

const LIMITS = { offers_demo_x: 25, offers_live_x: 100, offers_partner_x: 100, offers_tiny_x: 7 }

t.test('a list is read to its end, in pages as large as the key may read, whatever its kind', async (t) => {
  for (const [key, limit] of Object.entries(LIMITS)) {
    const script = withinLimits(LIMITS, (one) => pageAsked(one, { total: 230 }))
    const { client, asked, truncated } = clientOf(script, { key, cache: false })
    // That of a demo key is foreseen.
    const refusals = limit < LARGEST_PAGE && !key.startsWith('offers_demo_') ? 1 : 0
    t.strictSame(await idsOf(client.each({ issuer: 'x' })), idsTo(230), key)
    t.equal(asked.length, refusals + Math.ceil(230 / limit), key)
    t.equal(asked[refusals]?.url.search, `?issuer=x&limit=${limit}`)
    t.strictSame(truncated, [])
    await client.all({ category: 'x' })
    t.equal(
      asked.length,
      refusals + 2 * Math.ceil(230 / limit),
      'the limit that a refusal names is remembered',
    )
    for await (const _ of client.changes());
    t.equal(asked.length, refusals + 3 * Math.ceil(230 / limit), 'for the changes, too')
  }
  const { client, asked } = clientOf((one) => pageAsked(one, { total: 12 }))
  const all = await client.all({ limit: 5 })
  t.strictSame([all.data.length, all.meta.total, all.isTruncated, asked.length], [12, 12, false, 3])
  t.strictSame((await clientOf((one) => pageAsked(one, { total: 0 })).client.all()).data, [])
})

t.test('if the key changes, the list is read to its end, in pages that the key may read', async (t) => {
  let key = 'offers_demo_x'
  const script = withinLimits(LIMITS, (one) => pageAsked(one, { total: 150 }))
  const { client, asked } = clientOf(script, { key: () => key, cache: false })
  const limitsAsked = async () => {
    const before = asked.length
    t.equal((await client.all()).data.length, 150)
    return asked.slice(before).map(({ url }) => Number(url.searchParams.get('limit')))
  }
  const six = [25, 25, 25, 25, 25, 25]
  t.strictSame(await limitsAsked(), six)
  key = 'offers_live_x'
  t.strictSame(await limitsAsked(), [100, 100])
  const { client: other } = clientOf(script, { key: () => key, cache: false })
  let count = 0
  const ids: string[] = []
  key = 'offers_partner_x'
  for await (const { id } of other.each()) {
    ids.push(id)
    // In the middle of a list.
    if (++count === 100) key = 'offers_demo_x'
  }
  t.strictSame(ids, idsTo(150))
})

t.test('a refusal that names no usable limit is the result, after two requests at most', async (t) => {
  const refusals: [what: string, refusal: () => Response, requests: number][] = [
    ['of the offset', () => refusalOf('offset', 100), 1],
    ['again', () => refusalOf('limit', 25), 2],
    ['of less than nothing', () => refusalOf('limit', -1), 1],
    ['of nothing', () => refusalOf('limit', 0), 1],
    ['that allows more', () => refusalOf('limit', 1000), 1],
    ['that allows the same', () => refusalOf('limit', LARGEST_PAGE), 1],
    ['that allows no number', () => refusalOf('limit', '25'), 1],
    ['without a maximum', () => refusalOf('limit', undefined), 1],
    ['without errors', () => problemAnswer(403, 'scope_exceeded'), 1],
    ['with another code', () => problemAnswer(403, 'forbidden'), 1],
  ]
  for (const [what, refusal, requests] of refusals) {
    const { client, asked } = clientOf(refusal)
    await t.rejects(client.all(), { code: /^(scope_exceeded|forbidden)$/ }, what)
    t.equal(asked.length, requests, what)
  }
  const { client, asked } = clientOf(() => refusalOf('limit', 25))
  await t.rejects(client.all({ limit: 50 }), { code: 'scope_exceeded' })
  t.equal(asked.length, 1, 'the limit of the caller is not replaced')
})

t.test('the next page can be asked for by itself', async (t) => {
  const { client } = clientOf((one) => pageAsked(one, { total: 30 }))
  const first = await client.list()
  t.strictSame(first.next, { limit: 25, offset: 25 })
  const second = await client.list(first.next)
  t.strictSame([second.data.length, second.next, second.isTruncated], [5, undefined, false])
})

t.test('a caller that stops early sends no more requests', async (t) => {
  const { client, asked } = clientOf((one) => pageAsked(one, { total: 1000 }))
  for await (const { id } of client.each()) if (id === 'off_120') break
  t.equal(asked.length, 2)
})

t.test('a list that is longer than the key may read is marked as truncated', async (t) => {
  const script = withinLimits(LIMITS, (one) => {
    const offset = Number(one.url.searchParams.get('offset') ?? 0)
    return pageAsked(one, { total: 414, ...(offset === 100 ? { link: '<?offset=0>; rel="first"' } : {}) })
  })
  const { client, truncated } = clientOf(script, { key: 'offers_demo_x' })
  t.equal((await idsOf(client.each())).length, 125)
  t.match(truncated, [{ total: 414, read: 125 }])
  const all = await client.all()
  t.strictSame([all.isTruncated, all.data.length, all.meta.total], [true, 125, 414])
  const warnings: unknown[] = []
  const { warn } = console
  console.warn = (message) => warnings.push(message)
  t.teardown(() => Object.assign(console, { warn }))
  await clientOf(script, { key: 'offers_demo_x', hooks: {} }).client.all()
  t.match(
    warnings,
    [/^offers: 414 offers match, and this key can page to 125 of them/],
    'on the console without a hook',
  )
})

/** The day changes at the n-th request; the first ten offers have changed then. */
const changingAt =
  (change: number): Script =>
  async (one, count) => {
    const day = count < change ? undefined : NEXT_DAY
    const page = pageAsked(one, { total: 60, ...(day ? { day } : {}) })
    if (!day) return page
    const body = (await page.clone().json()) as ListBody
    const data = body.data.map((offer: { id: string }) => {
      const number = Number(offer.id.slice(4))
      return number < 10 ? offerOf(number, NEXT_DAY) : offer
    })
    return Response.json({ ...body, data }, { headers: page.headers })
  }

t.test('a new day between two pages starts the list over', async (t) => {
  const { client, asked } = clientOf(withinLimits(LIMITS, changingAt(2)), { key: 'offers_demo_x' })
  const restarts: [string, number, boolean][] = []
  for await (const { meta, hasRestarted } of client.pages()) {
    restarts.push([meta.data_as_of.slice(0, 10), meta.offset, hasRestarted])
  }
  t.strictSame(restarts, [
    ['2026-09-01', 0, false],
    ['2026-09-02', 0, true],
    ['2026-09-02', 25, false],
    ['2026-09-02', 50, false],
  ])
  t.equal(
    asked[2]?.headers.get('if-none-match'),
    '"2026-09-01T10:00:00.000Z-0-25"',
    'the kept first page is not trusted',
  )

  const all = await clientOf(changingAt(3)).client.all({ limit: 25 })
  t.equal(all.data.length, 60)
  t.equal(all.meta.data_as_of, NEXT_DAY)

  const each = await idsOf(clientOf(changingAt(3)).client.each({ limit: 25 }))
  t.strictSame(each.toSorted(), [...idsTo(60), ...idsTo(10)].toSorted(), 'only what changed comes twice')
})

t.test('a day that changes with every page is an error', async (t) => {
  const { client, asked } = clientOf((one, count) =>
    pageAsked(one, { total: 60, day: new Date(Date.UTC(2026, 0, count)).toISOString() }),
  )
  await t.rejects(client.all({ limit: 25 }), { code: 'catalogue_changing' })
  t.ok(asked.length < 10, `${asked.length} requests`)
})

t.test('links that lead nowhere are errors', async (t) => {
  const links = [
    '<?limit=25&offset=0>; rel="next"',
    '<?limit=25&offset=-1>; rel="next"',
    '<?limit=25>; rel="next"',
    '<?limit=25&offset=60>; rel="next"',
    '<?offset=25x>; rel="next"',
    '<?offset=1e400>; rel="next"',
    '<https://evil.example/beta/offers?offset=25>; rel="next"',
    '<../beta/issuers?offset=25>; rel="next"',
    '<//evil.example/beta/offers?offset=25>; rel="next"',
    '<http://[>; rel="next"',
    '<>; rel="next"',
  ]
  for (const link of links) {
    const { client, asked } = clientOf((one) => pageAsked(one, { total: 60, link }))
    await t.rejects(client.all({ limit: 25 }), { code: 'bad_answer' }, link)
    t.equal(asked.length, 1)
  }
})

t.test('a loop of links, an endless list and empty pages are errors', async (t) => {
  const loop = clientOf((one) => pageAsked(one, { total: 60, link: '<?limit=25&offset=25>; rel="next"' }))
  await t.rejects(loop.client.all({ limit: 25 }), { code: 'bad_answer' })
  t.equal(loop.asked.length, 2)

  const growing = clientOf((one, count) => pageAsked(one, { total: 1000 * count }))
  await t.rejects(growing.client.all(), { code: 'bad_answer' })
  t.equal(growing.asked.length, 2)

  const empty = clientOf((one) => {
    const offset = Number(one.url.searchParams.get('offset') ?? 0)
    const answer = pageAnswer({ total: 60, offset })
    return answer
      .json()
      .then((body) => Response.json({ ...(body as ListBody), data: [] }, { headers: answer.headers }))
  })
  await t.rejects(empty.client.all(), { code: 'bad_answer' })
  t.equal(empty.asked.length, 1)
})

t.test('a list with more pages than there can be is an error', async (t) => {
  let [asked, given] = [0, 0]
  const meta = { data_as_of: DAY, schema_version: 'beta.1', count: 1, total: 9e15, limit: 1, offset: 0 }
  const { answer } = await clientOf((one) => pageAsked(one, { total: 1 })).client.list()
  const read = async (query: number) => {
    asked += 1
    return { data: [], meta: { ...meta, attribution: '' }, answer, next: query + 1, isTruncated: false }
  }
  const all = async () => {
    for await (const _ of readPages({ read, onTruncated: () => {} }, 0)) given += 1
  }
  await t.rejects(all(), { code: 'bad_answer', message: 'does not end' })
  t.strictSame([given, asked], [20_000, 20_001], 'twice what a named key can read in pages of one offer')
})
