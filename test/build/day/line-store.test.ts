import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { LineStore, openLines } from '../../../build/day/line-store.ts'

const CHUNK = 4 * 1024 * 1024

t.test('lines are returned unchanged, here and in other threads', async () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 })), (lines) => {
      const store = new LineStore()
      const numbers = lines.map((line) => store.append(line))
      const opened = openLines(store.share())
      return numbers.every(
        (number, index) =>
          number === index &&
          isDeepStrictEqual([...store.at(number)], [...(lines[index] ?? [])]) &&
          opened.at(number).equals(store.at(number)),
      )
    }),
  )
})

t.test('no line is split at the end of a chunk', async (t) => {
  const store = new LineStore()
  const sizes = [CHUNK - 3, 3, 1, CHUNK, CHUNK - 1, 2]
  const numbers = sizes.map((size, index) => store.append(Buffer.alloc(size, index + 1)))
  numbers.forEach((number, index) => {
    const line = store.at(number)
    t.equal(line.length, sizes[index])
    t.ok(line.every((byte) => byte === index + 1))
  })
})

t.test('the buffer that a line was copied from can be reused', async (t) => {
  const store = new LineStore()
  const bytes = Buffer.from('before')
  const number = store.append(bytes)
  bytes.fill('x')
  t.equal(store.at(number).toString(), 'before')
})

t.test('a line that is longer than a chunk, and a missing one, are errors', async (t) => {
  const store = new LineStore()
  t.throws(() => store.append(Buffer.alloc(CHUNK + 1)), RangeError)
  t.throws(() => store.at(0), RangeError)
  t.throws(() => store.at(Number.NaN), RangeError)
})

t.test(
  'a store never holds more than its bound, beyond which positions would begin again at 0',
  async (t) => {
    const store = new LineStore(2 * CHUNK)
    store.append(Buffer.alloc(CHUNK, 1))
    const last = store.append(Buffer.alloc(CHUNK, 2))
    t.throws(
      () => store.append(Buffer.alloc(1)),
      new RangeError(`the rendered offers are more than ${2 * CHUNK} bytes`),
    )
    t.equal(store.at(last)[0], 2)
  },
)
