import { PassThrough, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import t from 'tap'
import { sha256 } from '../../../contract/lib/digest.ts'
import { gateFor } from '../../../gateway/origin/gate-for.ts'
import { idleTimeout } from '../../../gateway/origin/idle-timeout.ts'

const BYTES = Buffer.from('ten bytes!')
const ENTRY = {
  digest: sha256(BYTES),
  size: 10,
  total: 0,
  type: 'application/gzip',
  storage: 'identity',
} as const
const PART = { first: 90, last: 99 }

/** What comes out behind a gate, and how it ends. */
async function through(pieces: string[], range?: typeof PART) {
  let out = ''
  const gate = gateFor({ entry: ENTRY, range }).on('data', (chunk) => {
    out += chunk
  })
  const error = await pipeline(Readable.from(pieces.map((piece) => Buffer.from(piece))), gate).catch(
    (cause) => cause,
  )
  return { out, error }
}

t.test('bytes with the right length and digest pass, in whatever pieces', async (t) => {
  for (const pieces of [['ten bytes!'], ['ten', ' ', 'bytes!'], [...'ten bytes!']]) {
    t.strictSame(await through(pieces), { out: 'ten bytes!', error: undefined })
    t.strictSame(await through(pieces, PART), { out: 'ten bytes!', error: undefined })
  }
})

t.test('of wrong bytes the last ones are never let out', async (t) => {
  const wrong = { 'too few': ['ten ', 'bytes'], altered: ['ten ', 'bytes?'], none: [] }
  for (const [name, pieces] of Object.entries(wrong)) {
    const { out, error } = await through(pieces)
    t.equal(out, pieces[0] ?? '', name)
    t.match(error, { code: 'bad-release', message: `object ${ENTRY.digest}: damaged` }, name)
  }
  const { out, error } = await through(['ten ', 'bytes!', 'more'])
  t.equal(out, 'ten ')
  t.match(error, { code: 'bad-release', message: /more than 10 bytes/ })
})

t.test('a part of the wrong length does not end, and never grows too long', async (t) => {
  t.match(await through(['ten ', 'byte'], PART), {
    out: 'ten byte',
    error: { message: /of 10 bytes: found 8/ },
  })
  t.match(await through(['ten ', 'bytes!!'], PART), { out: 'ten ', error: { message: /found more/ } })
})

t.test('a source that falls silent is broken off', async (t) => {
  const source = new PassThrough()
  const reading = pipeline(source, new PassThrough().resume())
  source.write('something')
  idleTimeout(source, 5)
  await t.rejects(reading, { message: 'silent for 5 ms' })
})

t.test('a source whose reader is slow is not', async (t) => {
  const waiting = new PassThrough().pause()
  const silent = new PassThrough().resume()
  idleTimeout(waiting, 5)
  // Its time is up after that of the first.
  idleTimeout(silent, 5)
  await t.rejects(finished(silent), { message: 'silent for 5 ms' })
  t.notOk(waiting.destroyed)
  waiting.resume()
  await t.rejects(finished(waiting), { message: 'silent for 5 ms' })
})
