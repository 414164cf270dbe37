// Damaged, false and endless snapshots: reading them fails with an error, within a bounded time.

import { gzipSync } from 'node:zlib'
import t from 'tap'
import { createMirror } from '../../client/mirror/index.ts'
import { flood } from '../helpers/flood.ts'
import { reprDigestOf } from '../helpers/repr-digest.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { DAY, offerOf, scriptedClient } from './support/scripted-fetch.ts'
import type { Serve } from './support/scripted-server.ts'
import { clientAt, FILE, fileOf, headersOf, idsIn, serveFile } from './support/snapshot-file.ts'
import { stillClock } from './support/still-clock.ts'

t.setTimeout(BUSY_MS)

t.test('a file that does not match its digest is an error at the end', async (t) => {
  const { client } = await clientAt(t, (_, response) => {
    response.writeHead(200, { ...headersOf(fileOf(DAY, 3)), 'content-length': FILE.length }).end(FILE)
  })
  await t.rejects((await client.snapshot()).bytes(), { code: 'digest_mismatch' })
  await t.rejects(idsIn((await client.snapshot()).offers()), { code: 'digest_mismatch' })
})

t.test('headers that the description does not allow are errors', async (t) => {
  const heads: [what: string, headers: Record<string, string>][] = [
    ['no digest', { etag: '"a"' }],
    ['no tag', { 'repr-digest': reprDigestOf(FILE) }],
    ['another digest', { etag: '"a"', 'repr-digest': 'md5=:x:' }],
  ]
  for (const [what, headers] of heads) {
    const { client } = await clientAt(t, (_, response) => response.writeHead(200, headers).end(FILE))
    await t.rejects(client.snapshot(), { code: 'bad_answer' }, what)
  }
  for (const range of ['bytes 0-9/10', 'bytes 5000-5001/9000', 'bytes 5000-8999/*', '']) {
    const { client } = await clientAt(t, (request, response, count) => {
      if (count === 1) return serveFile(request, response, FILE, 5000)
      response.writeHead(206, { ...headersOf(FILE), 'content-range': range }).end(FILE)
    })
    const { bytes } = await client.snapshot()
    await t.rejects(bytes(), { code: 'bad_answer' }, `a range ${range}`)
  }
})

t.test('a file that is refused for its headers is not received', async (t) => {
  const signals: (AbortSignal | null | undefined)[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    signals.push(init?.signal)
    return new Response('', { headers: { etag: '"a"' } })
  }
  const { client } = scriptedClient(() => new Response(), { fetch })
  await t.rejects(client.snapshot(), { code: 'bad_answer' })
  t.strictSame(
    signals.map((signal) => signal?.aborted),
    [true],
  )
})

t.test('a file that is no gzip file of offers is an error', async (t) => {
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
  await t.rejects((await client.snapshot({ maxBytes: 1_000_000 })).bytes(), { code: 'too_large' })
  await t.rejects(client.list(), { code: 'too_large' })

  const bomb = fileOf(DAY, 5000)
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

t.test('by default a snapshot, and a copy, may have a quarter of a gigabyte', async (t) => {
  const clientFor = (size: number) => {
    const headers = { ...headersOf(FILE), 'content-length': `${size}` }
    return scriptedClient(() => new Response(null, { headers })).client
  }
  const isTooLarge = { code: 'too_large', message: `${2 ** 28} at most` }
  t.equal((await clientFor(2 ** 28).snapshot()).size, 2 ** 28)
  await t.rejects(clientFor(2 ** 28 + 1).snapshot(), isTooLarge)
  await t.rejects(createMirror(clientFor(2 ** 28 + 1)).sync(), isTooLarge)
})

t.test('a download from a server that falls silent or sends very slowly is given up', async (t) => {
  // Every wait ends at once, of deadlines and of pauses.
  const clock = stillClock({ mayPass: Infinity })
  const silent = await clientAt(
    t,
    (_, response) => void response.writeHead(200, headersOf(FILE)).write('x'),
    { clock },
  )
  await t.rejects(silent.client.snapshot(), { code: 'timeout' })
  const slow = await clientAt(t, (request, response) => serveFile(request, response, FILE, 1))
  await t.rejects((await slow.client.snapshot()).bytes(), { code: 'network' })
  t.equal(slow.asked.length, 11, 'connections that break off again and again')
})

t.test('a download of a byte now and then is given up', async (t) => {
  const clock = stillClock()
  const slow = new ReadableStream({
    pull: (controller) => {
      clock.pass(20_000)
      controller.enqueue(new Uint8Array(1))
    },
  })
  const { client } = scriptedClient(() => new Response(slow, { headers: headersOf(FILE) }), { clock })
  const begun = clock.now()
  await t.rejects((await client.snapshot()).bytes(), { code: 'timeout' })
  t.ok(clock.now() - begun < 1_000_000, 'after a quarter of an hour')
})
