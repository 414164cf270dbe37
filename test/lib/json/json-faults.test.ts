import fc from 'fast-check'
import t from 'tap'
import { jsonErrorAt, placeOf } from '../../../lib/json/json-faults.ts'

t.test('the index is that of the first character that is not allowed there', async (t) => {
  const broken: [text: string, index: number][] = [
    ['', 0],
    ['  ', 2],
    ['{"a":1', 6],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['{"a":1}}', 7],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['[1}', 2],
    ['{"a":1]', 6],
    ['"open', 0],
    ['"bad \\x"', 0],
    ['01', 1],
    ['nul', 0],
    ["{'a':1}", 1],
    [',', 0],
    [':', 0],
    [']', 0],
  ]
  for (const [text, index] of broken) {
    t.throws(() => JSON.parse(text), SyntaxError)
    t.equal(jsonErrorAt(text), index, text)
  }
})

t.test(
  'in JSON with something cut away, it is never before the cut, nor where JSON would go on',
  async () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, number) => {
        const cut = number % json.length
        const text = `${json.slice(0, cut)}~`
        // An error within a string is at its beginning.
        return (jsonErrorAt(text) ?? 0) <= cut && jsonErrorAt(json) === json.length
      }),
    )
  },
)

t.test('a text of a million brackets is harmless: it is read to the 16th', async (t) => {
  for (const level of ['[', '{"a":', '[{"a":']) {
    t.equal(jsonErrorAt(level.repeat(1_000_000)), undefined, level)
    t.equal(jsonErrorAt(`~${level.repeat(1_000_000)}`), 0, level)
  }
  t.equal(jsonErrorAt('['.repeat(16)), 16)
  t.equal(jsonErrorAt(`[${'[],{},'.repeat(20)}`), 121, 'levels that are closed do not count')
})

t.test('a long string that ends badly is refused in one pass', async (t) => {
  for (const end of ['', '\n"', '\\x"', '\\u12']) {
    t.equal(jsonErrorAt(`{"a":"${'\\"long'.repeat(200_000)}${end}`), 5)
  }
})

t.test('line and column are counted from 1', async (t) => {
  t.same(placeOf('ab\ncd', 0), { line: 1, column: 1 })
  t.same(placeOf('ab\ncd', 4), { line: 2, column: 2 })
})
