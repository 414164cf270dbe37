// The schemas of the files of a source folder in the form for editors: `$schema` is allowed in each, and a list may
// be an object with the member `items`.

import type { AnySchema } from '../../lib/json/schema.ts'
import {
  SOURCE_CATALOGUE,
  SOURCE_CATEGORIES,
  SOURCE_COMUNAS,
  SOURCE_ISSUERS,
  SOURCE_OFFER,
  SOURCE_REJECTED,
} from './source.ts'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** A schema as a complete document. */
export function schemaDocument(title: string, schema: AnySchema): AnySchema {
  return { $schema: DIALECT, title, ...schema }
}

/** A list, or an object with `$schema` next to the items. */
function listDocument(title: string, list: AnySchema): AnySchema {
  const wrapped = {
    type: 'object',
    required: ['items'],
    properties: { $schema: { type: 'string' }, items: list },
    additionalProperties: false,
  }
  return { $schema: DIALECT, title, anyOf: [list, wrapped] }
}

function withSchemaMember(schema: AnySchema): AnySchema {
  const { properties } = schema
  return { ...schema, properties: { $schema: { type: 'string' }, ...(properties as AnySchema) } }
}

/**
 * By the name of the described file. `offer.json` describes a line of offers.ndjson, `rejected.json` one of
 * rejected.ndjson.
 */
export const SOURCE_SCHEMAS: Readonly<Record<string, AnySchema>> = {
  'catalogue.json': schemaDocument('catalogue.json of a source folder', withSchemaMember(SOURCE_CATALOGUE)),
  'issuers.json': listDocument('issuers.json of a source folder', SOURCE_ISSUERS),
  'categories.json': listDocument('categories.json of a source folder', SOURCE_CATEGORIES),
  'comunas.json': listDocument('comunas.json of a source folder', SOURCE_COMUNAS),
  'offer.json': schemaDocument('a line of offers.ndjson of a source folder', SOURCE_OFFER),
  'rejected.json': schemaDocument('a line of rejected.ndjson of a source folder', SOURCE_REJECTED),
}
