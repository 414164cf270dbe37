import t from 'tap'
import { described, expecting, nullable, object, oneOf, string } from '../../../lib/json/schema.ts'
import { compileCheck } from '../../../lib/json/validator.ts'

t.test('null can be added to a schema once', async (t) => {
  t.same(nullable(string), { type: ['string', 'null'] })
  t.same(nullable(oneOf(['a'])), { type: ['string', 'null'], enum: ['a', null] })
  t.throws(() => nullable(nullable(string)), TypeError)
  t.throws(() => nullable({ enum: ['a'] }), TypeError)
  t.same(oneOf(['a', 'b']), { type: 'string', enum: ['a', 'b'] })
})

t.test('members are required unless they are optional; only a closed object refuses others', async (t) => {
  const properties = { a: string, b: string }
  t.same(object(properties), { type: 'object', required: ['a', 'b'], properties })
  t.same(object(properties, { optional: ['a'], closed: true }), {
    type: 'object',
    required: ['b'],
    properties,
    additionalProperties: false,
  })
})

t.test('words for a pattern stay with every copy of its schema, but not in its JSON', async (t) => {
  const code = expecting<string>('a code, such as A1', { type: 'string', pattern: '^[A-Z]\\d$' })
  const copy = nullable(described(code, 'A code.'))
  t.equal(JSON.stringify(copy), '{"type":["string","null"],"pattern":"^[A-Z]\\\\d$","description":"A code."}')
  const found = { pointer: '', found: '"a1"' }
  t.same(compileCheck(copy)('a1'), { violations: [{ ...found, expected: 'a code, such as A1' }] })
  t.same(compileCheck<string>({ type: 'string', pattern: '^A$' })('a1'), {
    violations: [{ ...found, expected: 'a text like ^A$' }],
  })
})
