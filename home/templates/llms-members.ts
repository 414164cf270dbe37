// The members of an offer in a line each, for language models: those of objects within included.

import { PUBLISHED_SCHEMAS } from '../../contract/api/responses.ts'
import { isRecord } from '../../lib/json/json.ts'
import type { AnySchema } from '../../lib/json/schema.ts'
import { html } from '../../lib/text/markup.ts'
import { typeOf } from './members.ts'

const SCHEMAS: Readonly<Record<string, AnySchema>> = PUBLISHED_SCHEMAS

/** `- \`benefit.cap.value\` (number): …` */
export function offerMemberLines(): string[] {
  return linesOf(SCHEMAS.Offer ?? {}, '')
}

function linesOf(schema: AnySchema, prefix: string): string[] {
  if (!isRecord(schema.properties)) return []
  return Object.entries(schema.properties).flatMap(([key, member]) => {
    if (!isRecord(member)) return []
    const { description } = member
    const type = typeOf(member, (name) => html`${name}`).text
    const meaning = typeof description === 'string' ? `: ${description.replaceAll('\n\n', ' ')}` : ''
    const within = schemaWithin(member)
    const name = `${prefix}${key}`
    return [`- \`${name}\` (${type})${meaning}`, ...linesOf(within.schema, name + within.separator)]
  })
}

/** The object that a member is, refers to, or lists; a list has `[]` in the names of what it lists. */
function schemaWithin(member: AnySchema): { schema: AnySchema; separator: string } {
  const { $ref, anyOf, items } = member
  if (typeof $ref === 'string')
    return { schema: SCHEMAS[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, separator: '.' }
  if (isRecord(items)) return { schema: schemaWithin(items).schema, separator: '[].' }
  const [object] = Array.isArray(anyOf) ? anyOf.filter(isRecord) : []
  return object ? schemaWithin(object) : { schema: member, separator: '.' }
}
