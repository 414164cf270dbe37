// The snapshot: read whole, resumed if it breaks off, and never mixed from two days.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { downloadSnapshot } from '../../client/node/index.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { DAY, type Script, scriptedClient } from './support/scripted-fetch.ts'
import { clientAt, FILE, fileOf, headersOf, idsIn, serveFile } from './support/snapshot-file.ts'
import { stillClock } from './support/still-clock.ts'

t.setTimeout(BUSY_MS)

const IDS = Array.from({ length: 300 }, (_, index) => `off_${index}`)

t.test('its offers are read one by one, and its bytes are unchanged', async (t) => {
  const { client } = await clientAt(t, (request, response) => serveFile(request, response, FILE))
  const snapshot = await client.snapshot()
  t.match(snapshot, { etag: '"a"', size: FILE.length })
  t.strictSame(await idsIn(snapshot.offers()), IDS)
  t.ok(FILE.equals(await (await client.snapshot()).bytes()))
  for await (const offer of (await client.snapshot()).offers()) {
    t.equal(offer.meta.data_as_of, DAY, 'a caller may stop early')
    break
  }
})

t.test('a snapshot that is still current is not downloaded', async (t) => {
  const { client, asked } = await clientAt(t, (_, response) => response.writeHead(304, { etag: '"a"' }).end())
  t.equal(await client.snapshot({ ifNoneMatch: '"a"' }), undefined)
  t.equal(asked[0]?.headers['if-none-match'], '"a"')
  await t.rejects(client.snapshot(), { code: 'http_error' }, 'a 304 to an unconditional request is an error')
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
  const script: Script = ({ headers }, count) => {
    const start = ranges ? Number(/^bytes=(\d+)-$/.exec(headers.get('range') ?? '')?.[1] ?? 0) : 0
    const rest = FILE.subarray(start)
    const range = start > 0 ? { 'content-range': `bytes ${start}-${FILE.length - 1}/${FILE.length}` } : {}
    const head = { ...headersOf(FILE), 'content-length': String(rest.length), ...range }
    const body = count < answers ? brokenBody(rest, 4000) : new Uint8Array(rest)
    return new Response(body, { status: start > 0 ? 206 : 200, headers: head })
  }
  return scriptedClient(script, { clock: stillClock({ mayPass: 29_999 }) })
}

t.test('a download that breaks off is resumed at its last byte', async (t) => {
  const { client, asked } = breakingClient(4, true)
  t.strictSame(await idsIn((await client.snapshot()).offers()), IDS)
  t.strictSame(
    asked.map(({ headers }) => [headers.get('range'), headers.get('if-range')]),
    [[null, null], ...[4000, 8000, 12_000].map((from) => [`bytes=${from}-`, '"a"'])],
  )
})

t.test('if the server ignores ranges, the whole file is read again', async (t) => {
  const { client, asked } = breakingClient(3, false)
  t.ok(FILE.equals(await (await client.snapshot()).bytes()))
  t.equal(asked.length, 3)
})

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
    // Has the same tag, but other bytes.
    request.headers['if-range'] = '"a"'
    serveFile(request, response, fileOf('2026-09-02T10:00:00.000Z'))
  })
  await t.rejects((await spliced.client.snapshot()).bytes(), {
    code: /digest_mismatch|too_large|network/,
  })
})

t.test('a signal ends a download', async (t) => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const { client } = await clientAt(t, (_, response) => {
    response
      .writeHead(200, { ...headersOf(FILE), 'content-length': FILE.length })
      .write(FILE.subarray(0, 4000))
  })
  const { bytes } = await client.snapshot({ signal: controller.signal })
  const reading = t.rejects(bytes(), reason)
  controller.abort(reason)
  await reading
})

t.test('a snapshot is downloaded into a file, unless that file is still current', async (t) => {
  const { client } = await clientAt(t, (request, response) => {
    if (request.headers['if-none-match'] === '"a"') response.writeHead(304).end()
    else serveFile(request, response, FILE)
  })
  const path = join(t.testdir(), 'offers.ndjson.gz')
  const first = await downloadSnapshot(client, path, { ifNoneMatch: '"of another day"' })
  t.strictSame(first, { etag: '"a"', size: FILE.length })
  t.ok(readFileSync(path).equals(FILE))
  t.equal(await downloadSnapshot(client, path, { ifNoneMatch: '"a"' }), undefined)
  t.strictSame(readdirSync(dirname(path)), ['offers.ndjson.gz'])
})
