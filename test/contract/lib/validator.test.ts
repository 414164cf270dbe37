import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { PUBLISHED_SCHEMAS } from '../../../contract/api/schemas.ts'
import { pointerTo, quote } from '../../../contract/lib/validator.ts'
import {
  SOURCE_CATALOGUE,
  SOURCE_CATEGORIES,
  SOURCE_COMUNAS,
  SOURCE_ISSUERS,
  SOURCE_OFFER,
} from '../../../contract/offers/source.ts'

t.test('names in a JSON pointer are escaped (RFC 6901 3)', async (t) => {
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
