import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { LineSplitter, type RawLine } from '../../../lib/files/line-splitter.ts'

function split(chunks: readonly Buffer[], longest = 100): (string | number | null)[][] {
  const splitter = new LineSplitter(longest)
  const lines: RawLine[] = [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()]
  return lines.map(({ number, bytes }) => [number, bytes?.toString('utf8') ?? null])
}

const splitText = (text: string, longest?: number) => split([Buffer.from(text)], longest)

t.test('all kinds of line ends end a line', async (t) => {
  t.same(splitText('a\nb\r\nc'), [
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ])
})

t.test('blank lines are skipped, but counted', async (t) => {
  t.same(splitText('\n \t\r\na\n\n\nb\n'), [
    [3, 'a'],
    [6, 'b'],
  ])
})

t.test('a byte order mark is dropped at the very start only', async (t) => {
  t.same(splitText('\uFEFFa\n\uFEFFb\n'), [
    [1, 'a'],
    [2, '\uFEFFb'],
  ])
})

t.test('nothing in, nothing out', async (t) => {
  t.same(splitText(''), [])
  t.same(splitText('\uFEFF'), [])
})

t.test('a line may be as long as the bound, and no longer', async (t) => {
  t.same(splitText('1234\n12345\n1\n', 4), [
    [1, '1234'],
    [2, null],
    [3, '1'],
  ])
})

t.test('a line beyond the bound is dropped while it streams', async (t) => {
  const splitter = new LineSplitter(1024)
  const chunk = Buffer.alloc(64 * 1024, 'x')
  for (let sent = 0; sent < 10 * 1024 * 1024; sent += chunk.length) t.same(splitter.push(chunk), [])
  t.same(splitter.push(Buffer.from('\nnext\n')), [
    { number: 1, bytes: null },
    { number: 2, bytes: Buffer.from('next') },
  ])
})

t.test('where chunks are cut makes no difference', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'ñ', '\n', '\r\n', '\uFEFF', ' ', 'long text'), { maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      (pieces, sizes) => {
        const whole = Buffer.from(pieces.join(''))
        const chunks: Buffer[] = []
        for (let at = 0, turn = 0; at < whole.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          chunks.push(whole.subarray(at, at + size))
          at += size
        }
        return isDeepStrictEqual(split(chunks, 8), split([whole], 8))
      },
    ),
  )
})
