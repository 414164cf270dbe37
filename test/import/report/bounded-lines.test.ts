// Text for people, of a bounded length.

import t from 'tap'
import { boundedLines } from '../../../import/report/bounded-lines.ts'

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
