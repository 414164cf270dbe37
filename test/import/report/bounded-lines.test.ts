// Text for people, of a bounded length.

import t from 'tap'
import { boundedLines, boundedParts, titled } from '../../../import/report/bounded-lines.ts'

t.test('long texts lose whole lines, long lines are cut, and the last lines stay', async (t) => {
  t.strictSame(boundedLines(['a', 'b'], ['end', '']), ['a', 'b', 'end', ''])
  const [long = '', ...rest] = boundedLines(['x'.repeat(3000)], ['end'])
  t.strictSame([long.length, long.at(-1), rest], [2000, '…', ['end']])
  const whole = [...Array.from({ length: 17 }, () => 'x'.repeat(999)), 'x'.repeat(995)]
  t.equal(boundedLines(whole, ['end']).length, 19, 'line ends count')
  t.strictSame(boundedLines([...whole, 'y'], ['end']).slice(-2), ['and 1 more', 'end'])
  const many = boundedLines(
    Array.from({ length: 100 }, () => 'x'.repeat(999)),
    ['end'],
  )
  t.strictSame([many.length, many.slice(-2)], [19, ['and 83 more', 'end']])
  const accents = Array.from({ length: 100 }, () => 'ñ'.repeat(999))
  t.equal(boundedLines(accents, []).length, 10, 'bytes count')
  t.ok(
    Buffer.byteLength(boundedLines(accents, accents.slice(0, 9)).join('\n')) < 20_000,
    'with the last lines',
  )
})

t.test('each part shows its title and a line, whatever the others have', async (t) => {
  const part = (title: string, count: number) =>
    titled(
      title,
      Array.from({ length: count }, (_, n) => `${title}${n}`),
    )
  const bounds = { lines: 8, bytes: 9000 }
  const both = ['', 'A', 'A0', 'and 4 more', '', 'B', 'B0', 'and 2 more', 'end']
  t.strictSame(boundedParts([part('A', 5), part('B', 3)], ['end'], bounds), both)
  const long = ['', 'A', 'A0', 'A1', 'and 3 more', '', 'B', 'B0']
  t.strictSame(boundedParts([part('A', 5), part('B', 1)], [], bounds), long, 'what one needs not is used')
  t.strictSame(boundedParts([[], part('B', 6)], [], bounds), part('B', 6), 'all if they fit')
  const wide = [part('A'.repeat(1500), 5), part('B', 3)]
  t.strictSame(boundedParts(wide, [], bounds).slice(-4), both.slice(4, 8), 'bytes count')
})
