// The programs check input with the schemas that editors get. `make schemas` writes them again.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { SOURCE_SCHEMAS } from '../../contract/offers/source-schemas.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { compileCheck } from '../../lib/json/validator.ts'
import { ROOT } from './support/pages.ts'

const FOLDER = join(ROOT, 'docs/schema')
/** That of a mapping is written and checked by test/import/mapping-schema.test.ts. */
const OF_IMPORT = 'mapping.json'

if (process.env.UPDATE_SCHEMAS === '1') {
  for (const [name, schema] of Object.entries(SOURCE_SCHEMAS))
    writeFileSync(join(FOLDER, name), prettyJson(schema))
}

t.test('docs/schema/ holds the schemas of the contract, and no other file', async (t) => {
  const held = readdirSync(FOLDER).filter((name) => name !== OF_IMPORT)
  t.strictSame(held.toSorted(), Object.keys(SOURCE_SCHEMAS).toSorted())
  for (const [name, schema] of Object.entries(SOURCE_SCHEMAS)) {
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
