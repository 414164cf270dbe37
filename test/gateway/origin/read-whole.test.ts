import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { readWhole } from '../../../gateway/origin/read-whole.ts'

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
  const reading = readWhole(request, BOUNDS)
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

t.test('the bound is for all pieces together', async (t) => {
  await t.rejects(readingOf(['ten ', 'bytes!', '!']), { message: 'longer than 10 bytes' })
})

t.test('what says of itself that it is too long is not read', async (t) => {
  await t.rejects(readingOf(['ten'], 200, { 'content-length': '11' }), { message: 'longer than 10 bytes' })
  t.equal(String(await readingOf(['ten ', 'bytes!'], 200, { 'content-length': '10' })), 'ten bytes!')
})

t.test('the signal ends the wait for an answer, and for its last byte, with its reason', async (t) => {
  const over = new Error('time is up')
  const readUntil = (signal: AbortSignal) => {
    const request = Object.assign(new PassThrough(), { headers: {} })
    return { request, reading: readWhole(request, { ...BOUNDS, signal }) }
  }
  const before = readUntil(AbortSignal.abort(over))
  await t.rejects(before.reading, over, 'over before it began')
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
