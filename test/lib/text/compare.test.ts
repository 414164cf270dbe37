import t from 'tap'
import { compareText } from '../../../lib/text/compare.ts'

t.test('texts are in the order of their code units, whatever the language of the machine', async (t) => {
  const sorted = ['', '-', '0', '10', '2', 'A', 'Z', '_', 'a', 'a-b', 'aa', 'b', 'é', 'ñ']
  t.same([...sorted].reverse().sort(compareText), sorted)
  t.equal(compareText('a', 'a'), 0)
})
