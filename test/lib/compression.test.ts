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
