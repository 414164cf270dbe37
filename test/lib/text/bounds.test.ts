import t from 'tap'
import { atMostCharacters, isLongerThan } from '../../../lib/text/bounds.ts'

t.test('a text is measured in characters, of one or two code units', async (t) => {
  for (const [text, longer] of [
    ['', false],
    ['abc', false],
    ['abcd', true],
    ['\u{1f600}\u{1f600}\u{1f600}', false],
    ['\u{1f600}\u{1f600}\u{1f600}a', true],
    ['abcdefg', true],
  ] as const) {
    t.equal(isLongerThan(3, text), longer, text)
  }
  t.equal(atMostCharacters(2000), 'a text of at most 2,000 characters')
})
