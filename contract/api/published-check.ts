// Checks of what the API answers with, by the schemas of its description.

import { compileCheck, type Violation } from '../lib/validator.ts'
import { refTo } from '../offers/offer.ts'
import { PUBLISHED_SCHEMAS, type PublishedSchemaName } from './schemas.ts'

const API_SCHEMA_ID = 'offers:api'

/** Compiles a check of a body, or a part of one, by the name of its schema; it returns what is wrong. */
export function compilePublishedCheck(name: PublishedSchemaName): (value: unknown) => readonly Violation[] {
  const { $ref } = refTo(name)
  const api = { $id: API_SCHEMA_ID, components: { schemas: PUBLISHED_SCHEMAS } }
  const check = compileCheck({ $ref: `${API_SCHEMA_ID}${String($ref)}` }, api)
  return (value) => {
    const checked = check(value)
    return 'violations' in checked ? checked.violations : []
  }
}
