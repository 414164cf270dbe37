import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import t from 'tap'
import { readWhole } from '../../../gateway/origin/read-whole.ts'

const BOUNDS = { idleTimeoutMs: 5_000, maxBytes: 10 }

class FakeRequest extends EventEmitter {
  destroyed = false

  destroy() {
    this.destroyed = true
  }
}

/** Reads an answer that comes in these pieces. */
async function readingOf(pieces: readonly string[], statusCode = 200) {
  const request = new FakeRequest()
  const reading = readWhole(request, BOUNDS)
  const answer = Object.assign(new PassThrough(), { statusCode })
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

t.test('an answer that was read leaves no timer behind', async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  await readingOf(['ten bytes!'])
  t.equal(timers(), before)
})
