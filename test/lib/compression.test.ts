import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { gzip, gzipStream } from '../../lib/compression.ts'
import { sha256 } from '../../lib/digest.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SHORT_MS)

t.test('it is gzip', async () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => gunzipSync(gzip(bytes)).equals(bytes)))
})

t.test('equal bytes give an equal file, on any day and machine', async (t) => {
  const page = Buffer.from('{"data":[{"id":"off_1"},{"id":"off_2"}]}\n'.repeat(200))
  t.equal(sha256(gzip(page)), 'a0c2bc1ce6b6d81bd4d59c0fba42de2eea4551b5b1f0f11063c0441274a3bac7')
  t.same([...gzip(page).subarray(4, 8)], [0, 0, 0, 0], 'it holds no time')
})

t.test('a stream of pieces is gzip as well', async () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 20_000, size: 'max' })), (pieces) => {
      const packed: Uint8Array[] = []
      const stream = gzipStream((bytes) => packed.push(bytes))
      for (const piece of pieces) stream.push(piece)
      stream.push(new Uint8Array(0), true)
      return gunzipSync(Buffer.concat(packed)).equals(Buffer.concat(pieces))
    }),
    { numRuns: 30 },
  )
})

/** What a part of a text is: NUL bytes, bytes of before once more, or new ones. */
const part = fc.oneof(
  fc.record({ is: fc.constant('nul' as const), length: fc.integer({ min: 1, max: 70_000 }) }),
  fc.record({
    is: fc.constant('repeat' as const),
    // Beyond the 32 KiB that gzip looks back as well.
    distance: fc.integer({ min: 1, max: 40_000 }),
    length: fc.integer({ min: 1, max: 70_000 }),
  }),
  fc.record({ is: fc.constant('new' as const), bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }) }),
)

t.test(
  'a stream is read back, whatever NUL bytes and repeats it has, and wherever its pieces end',
  async () => {
    const cuts = fc.array(fc.integer({ min: 0, max: 70_000 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 12 }), cuts, (parts, lengths) => {
        const made: Uint8Array[] = []
        for (const each of parts) made.push(bytesOf(each, made))
        const bytes = Buffer.concat(made)
        const packed: Uint8Array[] = []
        const stream = gzipStream((ready) => packed.push(ready))
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const length = Math.max(1, lengths[turn % lengths.length] ?? 1)
          stream.push(bytes.subarray(at, at + length))
          at += length
        }
        stream.push(new Uint8Array(0), true)
        return gunzipSync(Buffer.concat(packed)).equals(bytes) && gunzipSync(gzip(bytes)).equals(bytes)
      }),
      { numRuns: 40 },
    )
  },
)

function bytesOf(each: typeof part extends fc.Arbitrary<infer T> ? T : never, before: readonly Uint8Array[]) {
  if (each.is === 'new') return each.bytes
  if (each.is === 'nul') return new Uint8Array(each.length)
  const known = Buffer.concat(before)
  const start = Math.max(0, known.length - each.distance)
  return Uint8Array.from({ length: known.length === 0 ? 0 : each.length }, (_, at) => {
    const from = start + (at % (known.length - start))
    return known[from] ?? 0
  })
}
