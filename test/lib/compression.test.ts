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

/** What a part of a text is: one byte many times, bytes of before once more, or new ones. */
const partWith = (bytes: { min: number; max: number }) =>
  fc.oneof(
    fc.record({
      is: fc.constant('run' as const),
      byte: fc.integer(bytes),
      length: fc.integer({ min: 1, max: 70_000 }),
    }),
    fc.record({
      is: fc.constant('repeat' as const),
      // Beyond the 32 KiB that gzip looks back as well.
      distance: fc.integer({ min: 1, max: 40_000 }),
      length: fc.integer({ min: 1, max: 70_000 }),
    }),
    fc.record({
      is: fc.constant('new' as const),
      bytes: fc.array(fc.integer(bytes), { minLength: 1, maxLength: 300 }),
    }),
  )
const textWith = (bytes: { min: number; max: number }) =>
  fc.array(partWith(bytes), { minLength: 2, maxLength: 12 }).map(bytesOf)

t.test('a text is read back, whatever runs, repeats and NUL bytes it has', async () => {
  // NUL bytes are a quarter of all.
  const text = textWith({ min: 0, max: 3 })
  fc.assert(
    fc.property(text, (bytes) => gunzipSync(gzip(bytes)).equals(bytes)),
    { numRuns: 40 },
  )
})

t.test('a stream is read back, whatever runs and repeats it has, and wherever its pieces end', async () => {
  const cuts = fc.array(fc.integer({ min: 0, max: 70_000 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(
      fc.oneof(textWith({ min: 1, max: 3 }), textWith({ min: 1, max: 255 })),
      cuts,
      (bytes, lengths) => {
        const packed: Uint8Array[] = []
        const stream = gzipStream((ready) => packed.push(ready))
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const length = Math.max(1, lengths[turn % lengths.length] ?? 1)
          stream.push(bytes.subarray(at, at + length))
          at += length
        }
        stream.push(new Uint8Array(0), true)
        return gunzipSync(Buffer.concat(packed)).equals(bytes)
      },
    ),
    { numRuns: 60 },
  )
})

t.test('a stream refuses NUL bytes, with which some of its files could not be read', async (t) => {
  const stream = gzipStream(() => {})
  stream.push(Buffer.from('text'))
  t.throws(() => stream.push(Buffer.from([65, 0])), /^found a NUL byte/)
})

function bytesOf(
  parts: readonly (ReturnType<typeof partWith> extends fc.Arbitrary<infer T> ? T : never)[],
): Buffer {
  const made: Uint8Array[] = []
  for (const each of parts) {
    if (each.is === 'new') made.push(Uint8Array.from(each.bytes))
    else if (each.is === 'run') made.push(new Uint8Array(each.length).fill(each.byte))
    else made.push(repeated(Buffer.concat(made), each))
  }
  return Buffer.concat(made)
}

function repeated(known: Buffer, { distance, length }: { distance: number; length: number }): Uint8Array {
  const start = Math.max(0, known.length - distance)
  return Uint8Array.from({ length: known.length === 0 ? 0 : length }, (_, at) => {
    return known[start + (at % (known.length - start))] ?? 0
  })
}
