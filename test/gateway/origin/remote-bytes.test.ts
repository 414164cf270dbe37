// Bodies, tables and pointers over HTTP, from an origin that misbehaves in many ways.

import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { OriginSite } from '../../../contract/release/origin-site.ts'
import { readBounded, remoteBytes } from '../../../contract/release/remote-bytes.ts'
import { remoteOrigin } from '../../../gateway/origin/remote-origin.ts'
import { holdTimer } from '../../helpers/held-timer.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { until } from '../../helpers/until.ts'
import { faultyOrigin, MAX_BYTES, nameOf, PAGE, stall } from './faulty-origin.ts'

t.setTimeout(SHORT_MS)

t.test(
  'an origin that becomes silent, at once or midway, is waited for only as long as allowed',
  async (t) => {
    const { origin, misbehave, page } = await faultyOrigin(t, 20)
    for (const fault of [() => {}, stall]) {
      misbehave(page, fault)
      await t.rejects(origin.reader.object(page), { code: 'system', message: /: silent for 20 ms$/ })
    }
  },
)

t.test('each piece of a slow body starts the wait for the next one', async (t) => {
  const request = Object.assign(new EventEmitter(), { destroy() {} })
  const response = Object.assign(new PassThrough(), { statusCode: 200, headers: {} })
  const bounds = { idleTimeoutMs: 25, maxBytes: 100, signal: new AbortController().signal }
  let whole: Promise<Buffer | undefined> | undefined
  const silence = await holdTimer(t, () => {
    whole = readBounded(request, bounds)
  })
  request.emit('response', response)
  for (let count = 1; count <= 6; count++) {
    response.write('slow ')
    await until('the piece is read', () => silence.refreshed === count)
  }
  response.end()
  t.equal(String(await whole), 'slow '.repeat(6))
  t.same(silence.times, [25])
})

t.test('a body whose bytes drip in may take no longer than the limit for a whole', async (t) => {
  const { fake, page, misbehave } = await faultyOrigin(t)
  const origin = remoteOrigin(fake.url, {
    limits: { idleTimeoutMs: 5_000, wholeMs: 30, maxBytes: MAX_BYTES },
  })
  t.teardown(() => origin.close())
  misbehave(page, (res) => {
    const drip = setInterval(() => res.write('.'), 1)
    res.on('close', () => clearInterval(drip))
  })
  await t.rejects(origin.reader.object(page), {
    code: 'system',
    message: /: The operation was aborted due to timeout$/,
  })
})

t.test('no file may be longer than the bound, for any caller', async (t) => {
  const { fake, page } = await faultyOrigin(t)
  const origin = remoteOrigin(fake.url, { limits: { idleTimeoutMs: 5_000, wholeMs: 30_000, maxBytes: 50 } })
  t.teardown(() => origin.close())
  await t.rejects(origin.reader.object(page), { code: 'system', message: /longer than 50 bytes$/ })
})

t.test('a refused answer leaves no connection behind', async (t) => {
  const { fake, page, misbehave } = await faultyOrigin(t)
  const site = new OriginSite(fake.url)
  const agent = site.agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  misbehave(page, (res) => void res.writeHead(500).write('without end'))
  const read = remoteBytes(site, agent, { idleTimeoutMs: 5_000, wholeMs: 30_000, maxBytes: 100 })
  await t.rejects(read(nameOf(page), { maxBytes: 100 }), { code: 'system' })
  await until('no connection is left', () => Object.keys(agent.sockets).length === 0)
  t.same(Object.keys(agent.freeSockets), [])
})

t.test('a Content-Encoding that a store declares for a gzip file is not undone', async (t) => {
  const { origin, release, misbehave, page } = await faultyOrigin(t)
  misbehave(page, (res, file) => res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(file))
  t.strictSame((await origin.reader.object(page)).body, release.bodies.get(PAGE))
})

t.test('a kept connection that the origin closed costs another attempt, not an answer', async (t) => {
  const { origin, fake, page, misbehave } = await faultyOrigin(t)
  await origin.reader.object(page)
  let dropped = 0
  misbehave(page, (res, file) => {
    dropped += 1
    if (dropped === 1) res.destroy()
    else res.end(file)
  })
  t.ok(await origin.reader.object(page))
  t.equal(dropped, 2)
  t.equal(fake.seen.length, 3)
})

t.test('an origin without the expected TLS is a failure, and does not hang', async (t) => {
  const { fake, page } = await faultyOrigin(t)
  const secure = new URL(fake.url)
  secure.protocol = 'https:'
  const origin = remoteOrigin(secure)
  t.teardown(() => origin.close())
  await t.rejects(origin.reader.object(page), { code: 'system', message: /^cannot read https:/ })
})

const BOUNDS = { idleTimeoutMs: 5_000, maxBytes: 10, signal: new AbortController().signal }

class FakeRequest extends EventEmitter {
  destroyed = false

  destroy() {
    this.destroyed = true
  }
}

/** Reads an answer that comes in these pieces. */
async function readingOf(pieces: readonly string[], statusCode = 200, headers = {}) {
  const request = new FakeRequest()
  const reading = readBounded(request, BOUNDS)
  const answer = Object.assign(new PassThrough(), { statusCode, headers })
  request.emit('response', answer)
  for (const piece of pieces) answer.write(piece)
  answer.end()
  return reading.finally(() => t.ok(request.destroyed))
}

t.test('a 200 is read whole, a 404 is nothing', async (t) => {
  t.equal(String(await readingOf(['ten ', 'bytes!'])), 'ten bytes!')
  t.equal(await readingOf(['not found'], 404), undefined)
  for (const status of [204, 206, 301, 403, 500])
    await t.rejects(readingOf([], status), { message: `answered with status ${status}` })
})

t.test('the bound holds for all pieces together', async (t) => {
  await t.rejects(readingOf(['ten ', 'bytes!', '!']), { message: 'longer than 10 bytes' })
})

t.test('an answer with a Content-Length beyond the bound is not read', async (t) => {
  await t.rejects(readingOf(['ten'], 200, { 'content-length': '11' }), { message: 'longer than 10 bytes' })
  t.equal(String(await readingOf(['ten ', 'bytes!'], 200, { 'content-length': '10' })), 'ten bytes!')
})

t.test('the signal ends the wait for an answer, and for its last byte, with its reason', async (t) => {
  const over = new Error('time is up')
  const readUntil = (signal: AbortSignal) => {
    const request = Object.assign(new PassThrough(), { headers: {} })
    return { request, reading: readBounded(request, { ...BOUNDS, signal }) }
  }
  const before = readUntil(AbortSignal.abort(over))
  await t.rejects(before.reading, over, 'aborted before it began')
  t.ok(before.request.destroyed)

  const waiting = new AbortController()
  const unanswered = readUntil(waiting.signal)
  waiting.abort(over)
  await t.rejects(unanswered.reading, over, 'no answer')

  const dripping = new AbortController()
  const { request, reading } = readUntil(dripping.signal)
  const answer = Object.assign(new PassThrough(), { statusCode: 200, headers: {} })
  request.emit('response', answer)
  answer.write('drip')
  await nextTurn()
  dripping.abort(over)
  await t.rejects(reading, over, 'not whole')
  t.ok(answer.destroyed)
})

t.test('an answer that was read leaves no timer behind', async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  await readingOf(['ten bytes!'])
  t.equal(timers(), before)
})
