// A mapping is checked with the schema that editors get. `make schemas` writes it again.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { schemaDocument } from '../../contract/offers/source-schemas.ts'
import { MAPPING } from '../../import/mapping/mapping.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { ROOT } from '../docs/support/pages.ts'

const FILE = join(ROOT, 'docs/schema/mapping.json')
const SCHEMA = schemaDocument('a mapping for import', MAPPING)

if (process.env.UPDATE_SCHEMAS === '1') writeFileSync(FILE, prettyJson(SCHEMA))

t.test('docs/schema/mapping.json is the schema of mappings', async (t) => {
  t.strictSame(JSON.parse(readFileSync(FILE, 'utf8')), JSON.parse(JSON.stringify(SCHEMA)))
})
