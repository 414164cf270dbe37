import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { PUBLISHED_SCHEMAS } from '../../../contract/api/responses.ts'
import {
  SOURCE_CATALOGUE,
  SOURCE_CATEGORIES,
  SOURCE_COMUNAS,
  SOURCE_ISSUERS,
  SOURCE_OFFER,
} from '../../../contract/offers/source.ts'
import { nullable, number, object, oneOf, string } from '../../../lib/json/schema.ts'
import { compileCheck, pointerTo, quote } from '../../../lib/json/validator.ts'

t.test('names in a JSON pointer are escaped (RFC 6901 §3)', async (t) => {
  t.equal(pointerTo('', 'a'), '/a')
  t.equal(pointerTo('/a', 'b/c'), '/a/b~1c')
  t.equal(pointerTo('', 'a~b'), '/a~0b')
  t.equal(pointerTo('', 'a~/b'), '/a~0~1b')
  t.equal(pointerTo('', '~1'), '/~01')
})

t.test('a value is quoted as JSON, cut if it is long', async (t) => {
  t.equal(quote({ a: 1 }), '{"a":1}')
  t.equal(quote(undefined), 'nothing')
  t.equal(quote('x'.repeat(118)).length, 120)
  t.equal(quote('x'.repeat(119)), `"${'x'.repeat(118)}…`)
})

t.test('all schemas are valid by the meta-schema, which the programs do not check', async (t) => {
  const ajv = new Ajv2020()
  const ofSources = { SOURCE_CATALOGUE, SOURCE_CATEGORIES, SOURCE_COMUNAS, SOURCE_ISSUERS, SOURCE_OFFER }
  for (const [name, schema] of Object.entries({ ...PUBLISHED_SCHEMAS, ...ofSources })) {
    t.ok(ajv.validateSchema(schema), name)
  }
  t.notOk(ajv.validateSchema({ type: 'no type' }))
})

t.test('a list of words that allows null names it', async (t) => {
  const check = compileCheck(nullable(oneOf([',', '.'])))
  t.same(check(';'), { violations: [{ pointer: '', found: '";"', expected: 'one of ,, ., null' }] })
})

t.test('each wrong member is reported once, with found and expected value', async (t) => {
  const check = compileCheck(
    object({ a: string, b: number, 'c/d': string }, { optional: ['b'], closed: true }),
  )
  t.same(check({ a: 'x', 'c/d': 'y' }), { value: { a: 'x', 'c/d': 'y' } })
  t.same(check({ a: 7, b: 'x', e: { deep: [1] } }), {
    violations: [
      { pointer: '/c~1d', found: 'nothing', expected: 'a value (missing member)' },
      { pointer: '/e', found: '{"deep":[1]}', expected: 'no such member' },
      { pointer: '/a', found: '7', expected: 'a text' },
      { pointer: '/b', found: '"x"', expected: 'a number' },
    ],
  })
  t.same(check(null), { violations: [{ pointer: '', found: 'null', expected: 'an object' }] })
})
