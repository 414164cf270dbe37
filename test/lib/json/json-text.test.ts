import fc from 'fast-check'
import t from 'tap'
import { parseJsonBytes } from '../../../lib/json/json-text.ts'

const parse = (text: string) => parseJsonBytes(Buffer.from(text))

t.test('a valid value is unchanged', async (t) => {
  t.same(parse('{"a":[1.0,"ñ 🎉 \\u00e9"]}'), { value: { a: [1, 'ñ 🎉 é'] } })
})

t.test(
  'bad JSON is reported with line and column of the first character that is not allowed there',
  async (t) => {
    t.same(parse('{\n  "a": nope\n}'), {
      line: 2,
      violation: { pointer: '', found: '"nope\\n}" at column 8', expected: 'JSON' },
    })
    const broken: [text: string, column: number][] = [
      ['', 1],
      ['  ', 3],
      ['{"a":', 6],
      ['{"a":1', 7],
      ['{"a":1,}', 8],
      ['{"a" 1}', 6],
      ['{a:1}', 2],
      ['{"a":1}}', 8],
      ['[1,]', 4],
      ['[1 2]', 4],
      ['[1}', 3],
      ['{"a":1]', 7],
      ['"open', 1],
      ['"bad \\x"', 1],
      ['01', 2],
      ['nul', 1],
      ["{'a':1}", 2],
      [',', 1],
      ['/* a */ 1', 1],
      [`{"a":"${'\\"long'.repeat(200_000)}\n"`, 6],
    ]
    for (const [text, column] of broken) {
      const found = text.length < column ? 'the end' : JSON.stringify(text.slice(column - 1, column + 23))
      const violation = { found: `${found} at column ${column}`, expected: 'JSON' }
      t.match(parse(text), { line: 1, violation }, text.slice(0, 40))
    }
  },
)

t.test('whatever JSON.parse refuses has a fault, and JSON has none', async () => {
  fc.assert(
    fc.property(fc.json({ depthSize: 'small', maxDepth: 3 }), fc.nat(), (json, number) => {
      const cut = number % json.length
      return 'violation' in parse(`${json.slice(0, cut)}~`) && 'value' in parse(json)
    }),
  )
})

t.test('bytes that are no UTF-8 are refused', async (t) => {
  const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
  t.match(parseJsonBytes(bytes), { violation: { found: 'bytes that are no UTF-8' } })
})

t.test('lone surrogates are refused, in values and in names', async (t) => {
  const expected = 'whole characters, no lone surrogate'
  t.match(parse('{"a":["x\\ud800"]}'), { violation: { pointer: '/a/0', expected } })
  t.match(parse('{"a/b":{"c~":"\\ud800"}}'), { violation: { pointer: '/a~1b/c~0', expected } })
  t.match(parse('{"\\udc00":1}'), { violation: { pointer: '', expected } })
  t.match(parse('"\\ud83c\\udf89"'), { value: '🎉' })
})

t.test('a duplicate member of an object is refused, with its line and pointer', async (t) => {
  const twice = (pointer: string, column: number, line = 1) => ({
    line,
    violation: {
      pointer,
      found: `the member a second time, at column ${column}`,
      expected: 'each member once',
    },
  })
  t.same(parse('{"a":1,"a":1}'), twice('/a', 8))
  t.same(parse('{"a":1,\n "\\u0061" :2}'), twice('/a', 2, 2), 'in any spelling')
  t.same(parse('{"x":[{},{"a/b":[1,{"c":":","c" : 2}]}]}'), twice('/x/1/a~1b/1/c', 29))
  t.same(parse('{"__proto__":1,"__proto__":2}'), twice('/__proto__', 16))
  t.same(parse('{"":1,"":2}'), twice('/', 7))
  for (const good of [
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
    '{"a":"\\"b\\":1,\\"b\\":2","b":"\\\\","c":"\\\\\\""}',
    '["a","a",":"]',
    '{"a" : "\\\\","b"\t:\r\n1}',
  ]) {
    t.same(parse(good), { value: JSON.parse(good) }, good)
  }
})

t.test('repeated members are found in all texts that have them, and in no others', async () => {
  const member = fc.tuple(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 3 }))
  fc.assert(
    fc.property(fc.array(member, { minLength: 1 }), fc.nat(), (members, number) => {
      const texts = members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      const names = new Set(members.map(([name]) => name))
      const isRefused = 'violation' in parse(`{${texts}}`)
      const isRepeated = 'violation' in parse(`[{${[...texts, texts[number % texts.length]]}}]`)
      return isRefused === names.size < members.length && isRepeated
    }),
    { seed: 20_260_901, numRuns: 300 },
  )
})

t.test('endless nesting is refused, not followed', async (t) => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  t.match(parse(deep), { violation: { expected: 'at most 16 levels' } })
  t.match(
    parse('['.repeat(1_000_000)),
    { violation: { expected: 'at most 16 levels' } },
    'nor if it does not end',
  )
  t.match(parse(`[{"a":`.repeat(1_000_000)), { violation: { expected: 'at most 16 levels' } })
  t.match(parse(`~${'['.repeat(1_000_000)}`), { violation: { expected: 'JSON' } }, 'a fault before it counts')
  t.match(
    parse(`[${'[],{},'.repeat(20)}`),
    { violation: { found: 'the end at column 122' } },
    'closed levels do not',
  )
})

t.test('16 levels are read, 17 are not', async (t) => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  t.strictSame(parse(nested(16)), { value: JSON.parse(nested(16)) })
  t.match(parse(nested(17)), { violation: { expected: 'at most 16 levels' } })
})

t.test('where digits are kept, a number beyond 2^53 is a text of them, and all else is unchanged', (t) => {
  const cases: [text: string, value: unknown][] = [
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['-12345678901234567890', '-12345678901234567890'],
    ['{"a":[12345678901234567890.5,"12345678901234567890"],"12345678901234567890":1}', {
      a: ['12345678901234567890.5', '12345678901234567890'],
      '12345678901234567890': 1,
    }],
    ['["\\"9007199254740993\\\\",9007199254740993]', ['"9007199254740993\\', '9007199254740993']],
    ['[0.123456789012345,1e20,1234567890123456]', [0.123456789012345, 1e20, 1234567890123456]],
  ] // biome-ignore format: a table
  for (const [text, value] of cases) t.strictSame(parseJsonBytes(Buffer.from(text), true), { value }, text)
  t.strictSame(parse('9007199254740993'), { value: 9007199254740992 })
  t.end()
})
