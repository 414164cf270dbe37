// The members of a schema for people: each with its type, its meaning, and an example from the day.

import { isRecord } from '../../lib/json/json.ts'
import type { AnySchema } from '../../lib/json/schema.ts'
import { html, type Markup } from '../../lib/text/markup.ts'
import { inline } from './words.ts'

/** @param example a value that the schema describes, if the day has one */
export function renderMembers(schema: AnySchema, example: unknown): Markup {
  return html`<dl class="members">
${membersOf(schema, example).map(renderMember)}</dl>
`
}

interface Member {
  /** `terms.text` for a member of an object within. */
  name: string
  schema: AnySchema
  /** Undefined if the day has none. */
  example: unknown
}

/** The members of an object without a schema name follow it. */
function membersOf(schema: AnySchema, example: unknown, prefix = ''): Member[] {
  if (!isRecord(schema.properties)) return []
  return Object.entries(schema.properties).flatMap(([key, member]) => {
    if (!isRecord(member)) return []
    const name = `${prefix}${key}`
    const value = isRecord(example) ? example[key] : undefined
    return [{ name, schema: member, example: value }, ...membersOf(member, value, `${name}.`)]
  })
}

function renderMember({ name, schema, example }: Member): Markup {
  return html`<dt><code>${name}</code> <span class="type">${typeOf(schema)}</span></dt>
<dd>${typeof schema.description === 'string' ? inline(schema.description) : []} ${renderExample(example)}</dd>
`
}

/** Longer examples are left out: the JSON of an answer shows them. */
const MAX_EXAMPLE_LENGTH = 90

export function renderExample(example: unknown): Markup {
  const text = isRecord(example) ? undefined : JSON.stringify(example)
  if (text === undefined || text.length > MAX_EXAMPLE_LENGTH || text.includes('{')) return html``
  return html`<span class="example">Example: <code>${text}</code></span>`
}

/** The type in words. @param link renders a reference to a named schema */
export function typeOf(schema: AnySchema, link: (name: string) => Markup = schemaLink): Markup {
  const { $ref, anyOf, items, format } = schema
  if (typeof $ref === 'string') return link($ref.slice($ref.lastIndexOf('/') + 1))
  if (Array.isArray(anyOf)) return orOf(anyOf.filter(isRecord).map((each) => typeOf(each, link)))
  const types = [schema.type].flat().filter((type) => typeof type === 'string')
  return orOf(
    types.map((type) => {
      if (type === 'array' && isRecord(items)) return html`list of ${typeOf(items, link)}`
      if (type === 'string' && typeof format === 'string') return html`${FORMATS[format] ?? 'text'}`
      return html`${WORDS[type] ?? type}`
    }),
  )
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  object: 'object',
  null: 'null',
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'day, YYYY-MM-DD',
  'date-time': 'moment, ISO 8601',
  uri: 'web address',
  'uri-reference': 'link',
}

function orOf(types: readonly Markup[]): Markup {
  return html`${types.map((type, index) => (index === 0 ? type : html` or ${type}`))}`
}

/** @param name of a schema: `Offer` */
function schemaLink(name: string): Markup {
  return html`<a href="#${schemaPlace(name)}">${name}</a>`
}

export function schemaPlace(name: string): string {
  return `schema-${name}`
}
