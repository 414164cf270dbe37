import t from 'tap'
import { joined, largeBuffer } from '../../../contract/lib/large-buffer.ts'

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

t.test('a large block is one that V8 has mapped, of no more than its size', async (t) => {
  const isResizable = ({ buffer }: Buffer) => buffer instanceof ArrayBuffer && buffer.resizable
  t.notOk(isResizable(largeBuffer(MIB - 1)))
  t.ok(isResizable(largeBuffer(MIB)))
  t.equal(largeBuffer(MIB).buffer.byteLength, MIB)
})

t.test('chunks are joined in their order, empty ones included', async (t) => {
  for (const texts of [[], [''], ['a'], ['a', '', 'bc', 'd']]) {
    const chunks = texts.map((text) => Buffer.from(text))
    t.equal(String(joined(chunks, texts.join('').length)), texts.join(''))
  }
})
