// The programs check input with the schemas that editors get. `make schemas` writes them again.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { SOURCE_SCHEMAS, schemaDocument } from '../../contract/offers/source-schemas.ts'
import { MAPPING } from '../../import/mapping/mapping.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { compileCheck } from '../../lib/json/validator.ts'
import { ROOT } from './support/pages.ts'

const FOLDER = join(ROOT, 'docs/schema')
const ALL = { ...SOURCE_SCHEMAS, 'mapping.json': schemaDocument('a mapping for import', MAPPING) }

if (process.env.UPDATE_SCHEMAS === '1') {
  for (const [name, schema] of Object.entries(ALL)) writeFileSync(join(FOLDER, name), prettyJson(schema))
}

t.test('docs/schema/ holds the schemas of the contract, and no other file', async (t) => {
  t.strictSame(readdirSync(FOLDER).toSorted(), Object.keys(ALL).toSorted())
  for (const [name, schema] of Object.entries(ALL)) {
    t.strictSame(
      JSON.parse(readFileSync(join(FOLDER, name), 'utf8')),
      JSON.parse(JSON.stringify(schema)),
      name,
    )
  }
})

t.test('the demonstration catalogue is valid by them, with and without `$schema`', async (t) => {
  for (const name of ['catalogue.json', 'issuers.json', 'categories.json', 'comunas.json']) {
    const check = compileCheck(SOURCE_SCHEMAS[name] ?? {})
    const value: unknown = JSON.parse(readFileSync(join(ROOT, 'fixtures/catalogue', name), 'utf8'))
    t.ok('value' in check(value), name)
    const marked = Array.isArray(value) ? { $schema: 'x', items: value } : { $schema: 'x', ...Object(value) }
    t.ok('value' in check(marked), name)
    t.ok('violations' in check({ nonsense: true }), `${name} refuses a wrong file`)
  }
})
