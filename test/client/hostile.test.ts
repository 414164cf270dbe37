// Hostile and broken servers: any call to them ends with an error of the client.

import { gzipSync } from 'node:zlib'
import t from 'tap'
import { run } from '../../client/cli/run.ts'
import { createOffersClient, OffersError } from '../../client/index.ts'
import { readPages } from '../../client/lists/read-pages.ts'
import { createMirror } from '../../client/mirror/index.ts'
import { flood } from '../helpers/flood.ts'
import { reprDigestOf } from '../helpers/repr-digest.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { DAY, offerOf, pageAsked, type Script, scriptedClient } from './support/scripted-fetch.ts'
import { type Serve, startScriptedServer } from './support/scripted-server.ts'
import { stillClock } from './support/still-clock.ts'

t.setTimeout(BUSY_MS)

const KEY = 'offers_live_secret'

const clientAt = (baseUrl: string) =>
  createOffersClient({ baseUrl, key: KEY, retry: false, clock: stillClock() })

type Client = ReturnType<typeof clientAt>

const WHOLE_ANSWERS = {
  list: (client) => client.list(),
  get: (client) => client.get('off_x'),
  issuers: (client) => client.issuers(),
} satisfies Record<string, (client: Client) => Promise<unknown>>

/** Every call that sends a request. */
const CALLS = {
  ...WHOLE_ANSWERS,
  all: (client) => client.all(),
  snapshot: (client) => client.snapshot(),
  sync: (client) => createMirror(client).sync(),
} satisfies Record<string, (client: Client) => Promise<unknown>>

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (caught) => caught,
  )
  return error instanceof OffersError ? error.code : `no OffersError: ${error}`
}

t.test('no call follows a redirect, and none sends its key along', async (t) => {
  const elsewhere = await startScriptedServer(t, (_, response) => response.end('{}'))
  for (const status of [301, 302, 303, 307, 308]) {
    const { base, asked } = await startScriptedServer(t, (request, response) => {
      const location = status === 301 ? `${request.url}` : `${elsewhere.base}/beta/offers`
      response.writeHead(status, { location }).end()
    })
    for (const [name, call] of Object.entries(CALLS)) {
      t.equal(await codeOf(call(clientAt(base))), 'redirected', `${status} ${name}`)
    }
    t.equal(asked.length, Object.keys(CALLS).length, 'one request each')
  }
  t.equal(elsewhere.asked.length, 0)
})

t.test('a small answer that unpacks to a huge one is given up', async (t) => {
  // 50 MB of text in 50 kB: 8 MB would be too much.
  const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
  const serve: Serve = (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length }).end(bomb)
  }
  const { base } = await startScriptedServer(t, serve)
  for (const [name, call] of Object.entries(WHOLE_ANSWERS)) {
    t.equal(await codeOf(call(clientAt(base))), 'too_large', name)
  }
})

t.test('an error without end is given up', async (t) => {
  const { base } = await startScriptedServer(t, (_, response) => {
    response.writeHead(404, { 'content-type': 'application/problem+json' })
    flood(response, Buffer.alloc(65_536, ' '))
  })
  for (const [name, call] of Object.entries(CALLS)) {
    t.equal(await codeOf(call(clientAt(base))), 'too_large', name)
  }
})

t.test('JSON that is nested a million times or sets members of the prototype is refused', async (t) => {
  const bodies = [
    '['.repeat(1_000_000),
    '{"data":'.repeat(100_000),
    `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)},"meta":{}}`,
    '{"__proto__":{"data":[],"meta":{"data_as_of":"x"}}}',
    '{"data":{"constructor":1},"meta":{"data_as_of":"x"}}',
  ]
  for (const body of bodies) {
    const { client } = scriptedClient(() => new Response(body), { retry: false })
    for (const [name, call] of Object.entries(WHOLE_ANSWERS)) {
      t.equal(await codeOf(call(client)), 'bad_answer', `${name} ${body.slice(0, 20)}`)
    }
  }
})

t.test('a page with more offers than requested is an error', async (t) => {
  const many: Script = (one) => pageAsked(one, { total: 5000, limit: 2000 })
  const { client } = scriptedClient(many)
  t.equal(await codeOf(client.list()), 'bad_answer')
  t.equal(await codeOf(client.list({ limit: 3 })), 'bad_answer')
  t.equal(await codeOf(client.all()), 'bad_answer')
})

t.test('a list of pages that are all too large ends before the memory does', async (t) => {
  const { client } = scriptedClient((one) => pageAsked(one, { total: 1 }))
  const { answer, meta } = await client.list()
  t.ok(answer.size > 100, 'every answer states its length')
  let asked = 0
  const read = async (query: number) => {
    asked += 1
    const large = { ...answer, size: 7_000_000 }
    return { data: [], meta: { ...meta, total: 9e9 }, answer: large, next: query + 1, isTruncated: false }
  }
  const all = async () => {
    for await (const _ of readPages({ read, onTruncated: () => {} }, 0));
  }
  t.equal(await codeOf(all()), 'too_large')
  t.equal(asked, Math.ceil(2 ** 28 / 7_000_000))
})

const META = { data_as_of: DAY, attribution: '' }
const lineOf = (offer: object) => `${JSON.stringify({ ...offer, meta: META })}\n`
const snapshotOf = (file: Buffer<ArrayBuffer>) =>
  new Response(file, { headers: { etag: '"a"', 'repr-digest': reprDigestOf(file) } })

t.test('a file with an offer that comes twice is refused', async (t) => {
  const { client } = scriptedClient(() => snapshotOf(gzipSync(lineOf(offerOf(1)).repeat(2))))
  t.equal(await codeOf(createMirror(client).sync()), 'bad_answer')
})

/** Members that searches and tables read, each with a value that it must not have. */
const BENT: object[] = [
  ...['merchant', 'valid_from', 'valid_until', 'url', 'weekdays'].map((name) => ({ [name]: undefined })),
  ...['id', 'status', 'title', 'benefit', 'issuer', 'category', 'comunas', 'updated_at'].map((name) => ({
    [name]: undefined,
  })),
  { title: null },
  { merchant: 5 },
  { valid_until: {} },
  { weekdays: 'monday' },
  { weekdays: [1] },
  { comunas: [null] },
  { comunas: [{ slug: 'a' }] },
  { issuer: { slug: 'a', name: { toString: 1 } } },
  { benefit: { kind: 'other' } },
  { benefit: { kind: 'other', summary: 'x', cap: { value: { toString: 1 }, currency: 'CLP' } } },
  { benefit: { kind: 'other', summary: 'x', value: '5' } },
]

t.test('a record without the members that the client reads is refused from every source', async (t) => {
  for (const bent of BENT) {
    const offer = { ...offerOf(1), ...bent }
    const { client } = scriptedClient(({ url }) => {
      if (url.pathname.endsWith('/snapshot')) return snapshotOf(gzipSync(lineOf(offer)))
      const isOne = url.pathname.endsWith('off_x')
      return Response.json({ data: isOne ? offer : [offer], meta: { ...META, total: 1, offset: 0 } })
    })
    const { list, get, all } = CALLS
    const calls = { list, get, all, sync: (each: Client) => createMirror(each).sync() }
    for (const [name, call] of Object.entries(calls))
      t.equal(await codeOf(call(client)), 'bad_answer', `${name} ${JSON.stringify(bent)}`)
  }
})

t.test('a data_as_of that is no moment is refused', async (t) => {
  for (const day of ['x', '', '2026-09-01', '2026-13-01T10:00:00.000Z', 5, null]) {
    const meta = { data_as_of: day, attribution: '', total: 0, offset: 0 }
    const { client } = scriptedClient(({ url }) =>
      url.pathname.endsWith('/snapshot')
        ? snapshotOf(gzipSync(`${JSON.stringify({ ...offerOf(1), meta })}\n`))
        : Response.json({ data: [], meta }),
    )
    for (const call of [CALLS.list, CALLS.issuers, CALLS.sync])
      t.equal(await codeOf(call(client)), 'bad_answer', String(day))
  }
})

t.test('an error of any shape is an error of the client, which can be printed', async (t) => {
  const good = { code: 'invalid_parameter', title: 'A title', detail: 'A detail.' }
  const bodies = [
    null,
    [],
    'text',
    { ...good, errors: [null] },
    { ...good, errors: {} },
    { ...good, errors: [{}] },
    { ...good, errors: [{ param: 'limit', given: { toString: 1 }, allowed: 1 }] },
    { ...good, title: { toString: null } },
    { ...good, detail: undefined },
    { ...good, code: 5 },
  ]
  for (const body of bodies) {
    const { base } = await startScriptedServer(t, (_, response) => {
      response.writeHead(400, { 'content-type': 'application/problem+json' }).end(JSON.stringify(body))
    })
    t.equal(await codeOf(clientAt(base).list()), 'http_error', JSON.stringify(body))
    let printed = ''
    const code = await run(['sync', 'copy'], {
      env: { OFFERS_BASE_URL: base, OFFERS_KEY: KEY },
      version: '1',
      out: () => {},
      err: (text) => {
        printed += text
      },
    })
    t.match({ code, printed }, { code: 1, printed: /^offers: http_error: [^\n]+\n$/ })
  }
})

t.test('the code of an error that is asked again cannot control the terminal', async (t) => {
  const problem = { code: '\u001b[2J', title: 'A title', detail: 'A detail.' }
  const { base } = await startScriptedServer(t, (_, response) => {
    const headers = { 'content-type': 'application/problem+json', 'retry-after': '60' }
    response.writeHead(503, headers).end(JSON.stringify(problem))
  })
  const over = new AbortController()
  let printed = ''
  await run(['sync', 'copy'], {
    env: { OFFERS_BASE_URL: base, OFFERS_KEY: KEY },
    version: '1',
    signal: over.signal,
    out: () => {},
    err: (text) => {
      printed += text
      over.abort(new Error('interrupted'))
    },
  })
  t.match(printed, /^offers: \\u001b\[2J, asking again in \d+ s\noffers: interrupted\n$/)
})

t.test('a copy with more text than its limit is refused', async (t) => {
  const lines = Array.from({ length: 1000 }, (_, id) => lineOf(offerOf(id)))
  const { client } = scriptedClient(() => snapshotOf(gzipSync(lines.join(''))))
  const mirror = createMirror(client, { maxBytes: 100_000 })
  t.equal(await codeOf(mirror.sync()), 'too_large')
  t.equal(await mirror.copy(), undefined)
})
