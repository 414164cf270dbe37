import { createHash, randomBytes } from 'node:crypto'
import t from 'tap'
import { sha256 } from '../../client/lib/sha256.ts'

const ours = (pieces: Uint8Array[]) => pieces.reduce((hash, piece) => hash.update(piece), sha256()).hex()
const theirs = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

t.test('texts of every length around the block size have the digest that Node computes', async (t) => {
  for (let length = 0; length <= 260; length++) {
    const bytes = randomBytes(length)
    if (ours([bytes]) !== theirs(bytes)) t.fail(`${length} bytes: ${bytes.toString('hex')}`)
  }
  const large = randomBytes(1_000_003)
  t.equal(ours([large]), theirs(large))
})

t.test('the digest does not depend on how the bytes are split', async (t) => {
  const bytes = randomBytes(1000)
  for (const size of [1, 7, 63, 64, 65, 129, 999]) {
    const count = Math.ceil(bytes.length / size)
    const pieces = Array.from({ length: count }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    t.equal(ours(pieces), theirs(bytes), `pieces of ${size}`)
  }
})

t.test('the constants are exact, and texts are UTF-8', async (t) => {
  // From FIPS 180-4.
  t.equal(sha256('abc').hex(), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  t.equal(sha256('año').hex(), theirs(Buffer.from('año')))
  t.equal(sha256('').base64(), '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=')
})
