import t from 'tap'
import { andMore, clip } from '../../../lib/text/clip.ts'

t.test('a long text keeps its beginning, and never has more than 200 characters', async (t) => {
  t.equal(clip(''), '')
  t.equal(clip('short'), 'short')
  t.equal(clip(`a${'b'.repeat(199)}`), `a${'b'.repeat(199)}`)
  t.equal(clip(`a${'b'.repeat(200)}`), `a${'b'.repeat(198)}…`)
})

t.test('lines that are left out are counted', async (t) => {
  t.same(andMore(['a', 'b'], 2), ['a', 'b'])
  t.same(andMore(['a', 'b'], 3), ['a', 'b', 'and 1 more'])
  t.same(andMore([], 2), ['and 2 more'])
})
