// The schemas of a source folder's files as editors take them: each with `$schema` allowed, lists also as an object
// that has them as `items`.

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

/** A schema as a file of its own. */
export function schemaDocument(title: string, schema: AnySchema): AnySchema {
  return { $schema: DIALECT, title, ...schema }
}

/** In the form that editors want `$schema` in: beside the items. */
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
 * By the file that each describes; `offer.json` describes a line of offers.ndjson, `rejected.json` one of
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
