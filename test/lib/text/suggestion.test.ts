import t from 'tap'
import { hyphenated } from '../../../lib/text/plain-letters.ts'
import { editsBetween, suggestion } from '../../../lib/text/suggestion.ts'

t.test('the most similar word is asked for', async (t) => {
  const cases: [given: string, known: string[], meant: string | undefined][] = [
    ['sorce', ['out', 'source'], 'source'],
    ['rnu', ['run', 'verify'], 'run'],
    ['ñuñoa', ['maipu', 'nunoa'], 'nunoa'],
    ['Viña del Mar', ['vina-del-mar'], 'vina-del-mar'],
    ['banco-rypley', ['banco-ripley', 'banco-bice'], 'banco-ripley'],
    ['x', ['source', 'out'], undefined],
    ['frobnicate', ['run', 'verify', 'prune'], undefined],
    ['abcdef', ['abcdxx', 'abcdey'], 'abcdey'],
    ['cat', ['bat', 'rat'], 'bat'],
    ['a'.repeat(100), ['a'.repeat(99)], 'a'.repeat(99)],
    ['a'.repeat(101), ['a'.repeat(100)], undefined],
    ['', ['source'], undefined],
    ['same', ['same'], undefined],
  ]
  for (const [given, known, meant] of cases)
    t.equal(suggestion(given, known), meant === undefined ? '' : ` (did you mean ${meant}?)`, given)
})

t.test('two letters that changed places are one edit', async (t) => {
  const cases: [a: string, b: string, edits: number][] = [
    ['run', 'rnu', 1],
    ['source', 'suorce', 1],
    ['source', 'soruec', 3],
    ['abcd', 'abdce', 2],
    ['', 'ab', 2],
    ['ab', 'ab', 0],
  ]
  for (const [a, b, edits] of cases) t.equal(editsBetween(a, b), edits, `${a} ${b}`)
})

t.test('letters are reduced to plain ones', async (t) => {
  t.equal(hyphenated('  Ñuñoa (RM) '), 'nunoa-rm')
})
