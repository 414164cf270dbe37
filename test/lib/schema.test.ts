import t from 'tap'
import { nullable, object, oneOf, string } from '../../lib/json/schema.ts'

t.test('null can be added to a schema once', async (t) => {
  t.same(nullable(string), { type: ['string', 'null'] })
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
