import t from 'tap'
import { joined, largeBuffer } from '../../contract/large-buffer.ts'

const MIB = 1024 * 1024

t.test('a large buffer has the size that was asked for, and its own memory', async (t) => {
  for (const size of [0, 1, MIB - 1, MIB, MIB + 1, 32 * MIB, 32 * MIB + 1, 40 * MIB]) {
    const [one, other] = [largeBuffer(size), largeBuffer(size)]
    t.equal(one.length, size)
    one.fill(1)
    other.fill(2)
    t.ok(one.equals(Buffer.alloc(size, 1)), `${size} bytes`)
  }
})

t.test('a block that glibc would cut out of its heap is made large enough to be mapped', async (t) => {
  t.equal(largeBuffer(MIB - 1).buffer.byteLength, MIB - 1)
  t.ok(largeBuffer(MIB).buffer.byteLength > 32 * MIB)
})

t.test('chunks are joined in their order, empty ones included', async (t) => {
  for (const texts of [[], [''], ['a'], ['a', '', 'bc', 'd']]) {
    const chunks = texts.map((text) => Buffer.from(text))
    t.equal(String(joined(chunks, texts.join('').length)), texts.join(''))
  }
})
