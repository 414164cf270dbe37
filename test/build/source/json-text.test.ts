import t from 'tap'
import { parseJsonBytes } from '../../../build/source/json-text.ts'

const parse = (text: string) => parseJsonBytes(Buffer.from(text))

t.test('a value comes as it is', async (t) => {
  t.same(parse('{"a":[1.0,"ñ 🎉 \\u00e9"]}'), { value: { a: [1, 'ñ 🎉 é'] } })
})

t.test('bad JSON is told with line and column', async (t) => {
  t.same(parse('{\n  "a": nope\n}'), {
    line: 2,
    violation: { pointer: '', found: '"nope\\n}" at column 8', expected: 'JSON' },
  })
  t.match(parse('{"a":'), { violation: { found: 'the end at column 6' } })
})

t.test('bytes that are no UTF-8 are refused', async (t) => {
  const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
  t.match(parseJsonBytes(bytes), { violation: { found: 'bytes that are no UTF-8' } })
})

t.test('half characters are refused, in values and in names', async (t) => {
  const expected = 'whole characters, no lone surrogate'
  t.match(parse('{"a":["x\\ud800"]}'), { violation: { pointer: '/a/0', expected } })
  t.match(parse('{"a/b":{"c~":"\\ud800"}}'), { violation: { pointer: '/a~1b/c~0', expected } })
  t.match(parse('{"\\udc00":1}'), { violation: { pointer: '', expected } })
  t.match(parse('"\\ud83c\\udf89"'), { value: '🎉' })
})

t.test('what is nested without end is refused, not followed', async (t) => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  t.match(parse(deep), { violation: { expected: 'at most 16 levels' } })
})

t.test('16 levels are read, 17 are not', async (t) => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  t.match(parse(nested(16)), { value: [] })
  t.match(parse(nested(17)), { violation: { expected: 'at most 16 levels' } })
})
