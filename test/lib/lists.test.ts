import t from 'tap'
import { compareText, elementAt, valueAt } from '../../lib/lists.ts'

t.test('an existing element is returned', async (t) => {
  t.equal(elementAt(['a', 'b'], 1), 'b')
  t.equal(elementAt(Uint32Array.of(7, 0), 1), 0)
})

t.test('a wrong index throws instead of reading past the end', async (t) => {
  for (const index of [2, -1, Number.NaN, 0.5]) t.throws(() => elementAt([1, 2], index), RangeError)
  t.throws(() => elementAt([], 0), { message: 'no element 0 in a list of 0' })
})

t.test('a key that must have a value is looked up loudly', async (t) => {
  const map = new Map([['a', 0]])
  t.equal(valueAt(map, 'a'), 0)
  t.throws(() => valueAt(map, 'b'), RangeError)
})

t.test('texts are in the order of their code units, in any locale', async (t) => {
  const sorted = ['', '-', '0', '10', '2', 'A', 'Z', '_', 'a', 'a-b', 'aa', 'b', 'é', 'ñ']
  t.same([...sorted].reverse().sort(compareText), sorted)
  t.equal(compareText('a', 'a'), 0)
})
