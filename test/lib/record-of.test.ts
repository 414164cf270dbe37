import t from 'tap'
import { recordOf } from '../../lib/record-of.ts'

t.test('a record has one entry for each key, in their order', async (t) => {
  const record = recordOf(['b', 'a'], (key) => key.toUpperCase())
  t.strictSame(Object.entries(record), [
    ['b', 'B'],
    ['a', 'A'],
  ])
})
