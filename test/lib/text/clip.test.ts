import t from 'tap'
import { clip } from '../../../lib/text/clip.ts'

t.test('a long text keeps its beginning, and never has more than 200 characters', async (t) => {
  t.equal(clip(''), '')
  t.equal(clip('short'), 'short')
  t.equal(clip(`a${'b'.repeat(199)}`), `a${'b'.repeat(199)}`)
  t.equal(clip(`a${'b'.repeat(200)}`), `a${'b'.repeat(198)}…`)
})
