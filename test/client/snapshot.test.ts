// The snapshot: taken up where it broke off, and never taken for good before its digest.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { type ClientOptions, createOffersClient } from '../../client/index.ts'
import { sha256 } from '../../contract/lib/digest.ts'
import { flood } from '../helpers/flood.ts'
import { reprDigestOf } from '../helpers/repr-digest.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { DAY, offerOf, scriptedFetch } from './support/scripted-fetch.ts'
import { type Serve, startScriptedServer } from './support/scripted-server.ts'
import { stillClock } from './support/still-clock.ts'

t.setTimeout(BUSY_MS)

/** Of the day: offers whose text gzip can not make small. */
function fileOf(day = DAY, count = 300): Buffer {
  const lines = Array.from({ length: count }, (_, index) => {
    const offer = {
      ...offerOf(index),
      title: sha256(`${day} ${index}`),
      meta: { data_as_of: day, attribution: 'x' },
    }
    return `${JSON.stringify(offer)}\n`
  })
  return gzipSync(lines.join(''))
}

const FILE = fileOf()
const headersOf = (file: Buffer, etag = '"a"') => ({
  'content-type': 'application/gzip',
  etag,
  'repr-digest': reprDigestOf(file),
})

/** Serves a file as the API does, with ranges. @param breaking how many bytes of each answer come */
function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: Buffer,
  breaking = Infinity,
  etag = '"a"',
) {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const isPart = start > 0 && request.headers['if-range'] === etag
  const body = isPart ? file.subarray(start) : file
  const range = `bytes ${start}-${file.length - 1}/${file.length}`
  response.writeHead(isPart ? 206 : 200, {
    ...headersOf(file, etag),
    'content-length': body.length,
    ...(isPart ? { 'content-range': range } : {}),
  })
  if (breaking >= body.length) response.end(body)
  else response.write(body.subarray(0, breaking), () => setTimeout(() => response.destroy(), 20))
}

async function clientAt(t: Test, serve: Serve, options: Partial<ClientOptions> = {}) {
  const { base, asked } = await startScriptedServer(t, serve)
  const clock = stillClock({ mayPass: 29_999 })
  return {
    client: createOffersClient({ baseUrl: base, key: 'offers_live_x', clock, ...options }),
    asked,
    clock,
  }
}

async function idsIn(offers: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of offers) ids.push(id)
  return ids
}

async function bytesIn(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

const IDS = Array.from({ length: 300 }, (_, index) => `off_${index}`)

t.test('its offers come one by one, its bytes as they are', async (t) => {
  const { client } = await clientAt(t, (request, response) => serveFile(request, response, FILE))
  const snapshot = await client.snapshot()
  t.match(snapshot, { etag: '"a"', size: FILE.length, startsAt: 0 })
  t.strictSame(await idsIn(snapshot.offers()), IDS)
  t.ok((await bytesIn((await client.snapshot()).bytes())).equals(FILE))
  for await (const offer of (await client.snapshot()).offers()) {
    t.equal(offer.meta.data_as_of, DAY, 'who stops early has no trouble')
    break
  }
})

t.test('one that still stands is not downloaded', async (t) => {
  const { client, asked } = await clientAt(t, (_, response) => response.writeHead(304, { etag: '"a"' }).end())
  t.equal(await client.snapshot({ ifNoneMatch: '"a"' }), undefined)
  t.equal(asked[0]?.headers['if-none-match'], '"a"')
  await t.rejects(client.snapshot(), { code: 'bad_answer' }, 'and nobody gets a 304 who did not ask for it')
})

/** The first pieces of an answer, and then a broken connection. */
function brokenBody(bytes: Uint8Array, before: number): ReadableStream<Uint8Array> {
  let pulls = 0
  return new ReadableStream({
    pull: (controller) => {
      pulls += 1
      if (pulls === 1) controller.enqueue(bytes.subarray(0, before))
      else controller.error(new TypeError('terminated'))
    },
  })
}

/** Each answer but the last breaks off after 4,000 bytes. @param ranges whether the server knows them */
function breakingClient(answers: number, ranges: boolean) {
  const { fetch, asked } = scriptedFetch(({ headers }, count) => {
    const start = ranges ? Number(/^bytes=(\d+)-$/.exec(headers.get('range') ?? '')?.[1] ?? 0) : 0
    const rest = FILE.subarray(start)
    const range = start > 0 ? { 'content-range': `bytes ${start}-${FILE.length - 1}/${FILE.length}` } : {}
    const head = { ...headersOf(FILE), 'content-length': String(rest.length), ...range }
    const body = count < answers ? brokenBody(rest, 4000) : new Uint8Array(rest)
    return new Response(body, { status: start > 0 ? 206 : 200, headers: head })
  })
  const clock = stillClock({ mayPass: 29_999 })
  return { client: createOffersClient({ baseUrl: 'https://api.example', key: 'x', fetch, clock }), asked }
}

t.test('a download that breaks off goes on where it was', async (t) => {
  const { client, asked } = breakingClient(4, true)
  t.strictSame(await idsIn((await client.snapshot()).offers()), IDS)
  t.strictSame(
    asked.map(({ headers }) => [headers.get('range'), headers.get('if-range')]),
    [[null, null], ...[4000, 8000, 12_000].map((from) => [`bytes=${from}-`, '"a"'])],
  )
})

t.test(
  'a server that knows no ranges sends it again, and what is there already is passed over',
  async (t) => {
    const { client, asked } = breakingClient(3, false)
    t.ok((await bytesIn((await client.snapshot()).bytes())).equals(FILE))
    t.equal(asked.length, 3)
  },
)

t.test('two days are never put together', async (t) => {
  const { client, asked } = await clientAt(t, (request, response, count) =>
    count === 1
      ? serveFile(request, response, FILE, 4000)
      : serveFile(request, response, fileOf('2026-09-02T10:00:00.000Z'), Infinity, '"b"'),
  )
  await t.rejects(idsIn((await client.snapshot()).offers()), { code: 'catalogue_changing' })
  t.equal(asked.length, 2)
  const spliced = await clientAt(t, (request, response, count) => {
    if (count === 1) return serveFile(request, response, FILE, 4000)
    // Says that it is the same, and is not.
    request.headers['if-range'] = '"a"'
    serveFile(request, response, fileOf('2026-09-02T10:00:00.000Z'))
  })
  await t.rejects(bytesIn((await spliced.client.snapshot()).bytes()), {
    code: /digest_mismatch|too_large|network/,
  })
})

t.test('a part from an earlier run is completed', async (t) => {
  const part = (size: number, etag = '"a"') => ({ etag, bytes: piecesOf(FILE.subarray(0, size)) })
  const { client, asked } = await clientAt(t, (request, response) => {
    if (request.headers.range === `bytes=${FILE.length}-`) response.writeHead(416).end()
    else serveFile(request, response, FILE)
  })
  const rest = await client.snapshot({ part: part(5000) })
  t.match(rest, { startsAt: 5000, size: FILE.length })
  t.ok((await bytesIn(rest.bytes())).equals(FILE.subarray(5000)))
  await t.rejects(idsIn((await client.snapshot({ part: part(5000) })).offers()), TypeError)

  const other = await client.snapshot({ part: part(5000, '"old"') })
  t.equal(other.startsAt, 0, 'of another day: the whole file')
  t.ok((await bytesIn(other.bytes())).equals(FILE))
  const before = asked.length
  t.equal((await client.snapshot({ part: part(FILE.length) })).startsAt, 0)
  t.equal(asked.length, before + 2, 'one that has all of it, too')
  const damaged = Buffer.from(FILE.subarray(0, 5000)).fill(0, 100, 200)
  const wrong = await client.snapshot({ part: { etag: '"a"', bytes: piecesOf(damaged) } })
  await t.rejects(bytesIn(wrong.bytes()), { code: 'digest_mismatch' })
})

async function* piecesOf(bytes: Uint8Array) {
  for (let from = 0; from < bytes.length; from += 1000) yield bytes.subarray(from, from + 1000)
}

t.test('another file than its digest names is an error at the end', async (t) => {
  const { client } = await clientAt(t, (_, response) => {
    response.writeHead(200, { ...headersOf(fileOf(DAY, 3)), 'content-length': FILE.length }).end(FILE)
  })
  await t.rejects(bytesIn((await client.snapshot()).bytes()), { code: 'digest_mismatch' })
  await t.rejects(idsIn((await client.snapshot()).offers()), { code: 'digest_mismatch' })
})

t.test('heads that are not as described are errors', async (t) => {
  const heads: [what: string, status: number, headers: Record<string, string>][] = [
    ['no digest', 200, { etag: '"a"' }],
    ['no tag', 200, { 'repr-digest': reprDigestOf(FILE) }],
    ['another digest', 200, { etag: '"a"', 'repr-digest': 'md5=:x:' }],
    ['a part that nobody asked for', 206, { ...headersOf(FILE), 'content-range': 'bytes 5-9/10' }],
  ]
  for (const [what, status, headers] of heads) {
    const { client } = await clientAt(t, (_, response) => response.writeHead(status, headers).end(FILE))
    await t.rejects(client.snapshot(), { code: 'bad_answer' }, what)
  }
  for (const range of ['bytes 0-9/10', 'bytes 5000-5001/9000', 'bytes 5000-8999/*', '']) {
    const { client } = await clientAt(t, (_, response) =>
      response.writeHead(206, { ...headersOf(FILE), 'content-range': range }).end(FILE),
    )
    const part = { etag: '"a"', bytes: piecesOf(FILE.subarray(0, 5000)) }
    await t.rejects(client.snapshot({ part }), { code: 'bad_answer' }, `a range ${range}`)
  }
})

t.test('what is no gzip file of offers is an error', async (t) => {
  const line = (day: string) => JSON.stringify({ ...offerOf(1), meta: { data_as_of: day, attribution: '' } })
  const files: [what: string, file: Buffer][] = [
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['a file that was cut', FILE.subarray(0, 5000)],
    ['no JSON', gzipSync('hello\n')],
    ['no offer', gzipSync('{"id":1}\n')],
    ['a line without its end', gzipSync(line(DAY))],
    ['two days', gzipSync(`${line(DAY)}\n${line('2026-09-02T10:00:00.000Z')}\n`)],
  ]
  for (const [what, file] of files) {
    const { client } = await clientAt(t, (_, response) => response.writeHead(200, headersOf(file)).end(file))
    await t.rejects(idsIn((await client.snapshot()).offers()), { code: 'bad_answer' }, what)
  }
})

t.test('endless bodies end', async (t) => {
  const endless: Serve = (_, response) => {
    response.writeHead(200, headersOf(FILE))
    flood(response, Buffer.alloc(64 * 1024))
  }
  const { client } = await clientAt(t, endless)
  await t.rejects(bytesIn((await client.snapshot({ maxBytes: 1_000_000 })).bytes()), { code: 'too_large' })
  await t.rejects(client.list(), { code: 'too_large' })

  const bomb = gzipSync(
    `${JSON.stringify({ ...offerOf(1), meta: { data_as_of: DAY, attribution: '' } })}\n`.repeat(30_000),
  )
  const packed = await clientAt(t, (request, response) => serveFile(request, response, bomb))
  await t.rejects(idsIn((await packed.client.snapshot({ maxBytes: 1_000_000 })).offers()), {
    code: 'too_large',
  })
  const long = gzipSync('x'.repeat(9_000_000))
  const line = await clientAt(t, (request, response) => serveFile(request, response, long))
  await t.rejects(idsIn((await line.client.snapshot()).offers()), { code: 'too_large' }, 'a line without end')
  const honest = await clientAt(t, (request, response) => serveFile(request, response, FILE))
  await t.rejects(honest.client.snapshot({ maxBytes: 1000 }), { code: 'too_large' }, 'known beforehand')
})

t.test('a server that falls silent, or sends ever so slowly, is given up', async (t) => {
  // Each wait that is waited to its end is over at once: deadlines and pauses alike.
  const clock = stillClock({ mayPass: Infinity })
  const silent = await clientAt(
    t,
    (_, response) => void response.writeHead(200, headersOf(FILE)).write('x'),
    { clock },
  )
  t.strictSame(await silent.client.snapshot().catch(({ code }) => code), 'timeout')
  const slow = await clientAt(t, (request, response) => serveFile(request, response, FILE, 1))
  const error = await bytesIn((await slow.client.snapshot()).bytes()).catch((caught) => caught)
  t.equal(error.code, 'network')
  t.equal(slow.asked.length, 11, 'connections that break off again and again')
})

t.test('a byte now and then is no download', async (t) => {
  const clock = stillClock()
  const slow = new ReadableStream({
    pull: (controller) => {
      clock.pass(20_000)
      controller.enqueue(new Uint8Array(1))
    },
  })
  const client = createOffersClient({
    baseUrl: 'https://api.example',
    key: 'offers_live_x',
    clock,
    fetch: async () => new Response(slow, { headers: headersOf(FILE) }),
  })
  const begun = clock.now()
  await t.rejects(bytesIn((await client.snapshot()).bytes()), { code: 'timeout' })
  t.ok(clock.now() - begun < 1_000_000, 'after a quarter of an hour')
})

t.test('a signal ends a download', async (t) => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const { client } = await clientAt(t, (_, response) => {
    response
      .writeHead(200, { ...headersOf(FILE), 'content-length': FILE.length })
      .write(FILE.subarray(0, 4000))
  })
  const read = async () => {
    for await (const _ of (await client.snapshot({ signal: controller.signal })).bytes())
      controller.abort(reason)
  }
  await t.rejects(read(), reason)
})
