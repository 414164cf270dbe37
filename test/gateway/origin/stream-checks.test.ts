import { PassThrough, Readable, type Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { idleTimeout, verifyDigest, verifyLength } from '../../../gateway/origin/stream-checks.ts'
import { sha256 } from '../../../lib/digest.ts'
import { holdTimer } from '../../helpers/held-timer.ts'

const BYTES = Buffer.from('ten bytes!')
const WHOLE = () => verifyDigest({ digest: sha256(BYTES), size: BYTES.length })
const PART = () => verifyLength(BYTES.length)

/** The bytes that pass a verification, and its end. */
async function through(pieces: string[], verification: Transform) {
  let out = ''
  verification.on('data', (chunk) => {
    out += chunk
  })
  const source = Readable.from(pieces.map((piece) => Buffer.from(piece)))
  const error: unknown = await pipeline(source, verification).catch((cause) => cause)
  return { out, error }
}

t.test('bytes with the right length and digest pass, in any pieces', async (t) => {
  for (const pieces of [['ten bytes!'], ['ten', ' ', 'bytes!'], [...'ten bytes!']]) {
    t.strictSame(await through(pieces, WHOLE()), { out: 'ten bytes!', error: undefined })
    t.strictSame(await through(pieces, PART()), { out: 'ten bytes!', error: undefined })
  }
})

t.test('the last bytes of a wrong file are never passed on', async (t) => {
  const wrong = { 'too few': ['ten ', 'bytes'], altered: ['ten ', 'bytes?'], none: [] }
  for (const [name, pieces] of Object.entries(wrong)) {
    const { out, error } = await through(pieces, WHOLE())
    t.equal(out, pieces[0] ?? '', name)
    t.match(error, { message: /^damaged: found / }, name)
  }
  const { out, error } = await through(['ten ', 'bytes!', 'more'], WHOLE())
  t.equal(out, 'ten ')
  t.match(error, { message: /more than 10 bytes/ })
})

t.test('a part of the wrong length fails, and never becomes too long', async (t) => {
  t.match(await through(['ten ', 'byte'], PART()), {
    out: 'ten byte',
    error: { message: /of 10 bytes, found 8/ },
  })
  t.match(await through(['ten ', 'bytes!!'], PART()), { out: 'ten ', error: { message: /found more/ } })
})

t.test('a source that becomes silent is cut off', async (t) => {
  const source = new PassThrough()
  const reading = pipeline(source, new PassThrough().resume())
  source.write('something')
  idleTimeout(source, 5)
  await t.rejects(reading, { message: 'silent for 5 ms' })
})

t.test('a source whose reader is slow is not', async (t) => {
  const source = new PassThrough()
  idleTimeout(source, 5)
  // Twice the time is up, and each time the reader is the slow one.
  let timesUp = 0
  const twice = new Promise<void>((resolve) => {
    source.isPaused = () => {
      timesUp += 1
      if (timesUp === 2) setImmediate(resolve)
      return timesUp <= 2
    }
  })
  source.resume()
  await twice
  t.notOk(source.destroyed)
  await t.rejects(finished(source), { message: 'silent for 5 ms' })
})

t.test('each piece restarts the wait', async (t) => {
  const source = new PassThrough()
  idleTimeout(source, 5_000)
  const silence = await holdTimer(t, () => {
    source.resume()
    return nextTurn()
  })
  for (const piece of ['one', 'two', 'three']) {
    source.write(piece)
    await nextTurn()
  }
  t.match(silence, { times: [5_000], refreshed: 3 })
  silence.end()
  await t.rejects(finished(source), { message: 'silent for 5000 ms' })
})

t.test('a source that has ended leaves no timer behind', async (t) => {
  const source = new PassThrough()
  idleTimeout(source, 5_000)
  const before = timers()
  source.resume()
  await nextTurn()
  t.equal(timers(), before + 1)
  source.end()
  await finished(source)
  t.equal(timers(), before)
})

/** How many timers would keep the process alive. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
