// The members of answers, one after another. Those of objects within them are included, e.g. `benefit.cap.value`.

import { PUBLISHED_SCHEMAS } from '../../../contract/api/responses.ts'
import { isRecord } from '../../../lib/json/json.ts'
import type { AnySchema } from '../../../lib/json/schema.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'
import { inline } from '../content/phrases.ts'

export interface Member {
  /** The names on the way to it, e.g. `benefit.cap.value`. `data[].slug` is a member of the items of the list `data`. */
  name: string
  /** In words. */
  type: string
  description: string
  /** A value of the day; undefined if the day has none. */
  example: unknown
}

const SCHEMAS: Readonly<Record<string, AnySchema>> = PUBLISHED_SCHEMAS

/** @param schema of an object @param example a value that it describes, if the day has one */
export function membersOf(schema: AnySchema, example: unknown, prefix = ''): Member[] {
  if (!isRecord(schema.properties)) return []
  return Object.entries(schema.properties).flatMap(([key, member]) => {
    if (!isRecord(member)) return []
    const name = `${prefix}${key}`
    const value = isRecord(example) ? example[key] : undefined
    const description = typeof member.description === 'string' ? member.description : ''
    const shown = { name, type: typeOf(member), description, example: value }
    // A text or a number has no members: its schema has no `properties`.
    if (!isRecord(member.items)) return [shown, ...membersOf(objectIn(member), value, `${name}.`)]
    const item: unknown = Array.isArray(value) ? value[0] : undefined
    return [shown, ...membersOf(objectIn(member.items), item, `${name}[].`)]
  })
}

/**
 * The schema of the object that a schema describes, refers to, or allows next to null, which comes last in `anyOf`. Any
 * other schema is returned as it is.
 */
function objectIn(schema: AnySchema): AnySchema {
  const { $ref, anyOf } = schema
  if (typeof $ref === 'string') return SCHEMAS[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}
  const [object] = Array.isArray(anyOf) ? anyOf.filter(isRecord) : []
  return object ? objectIn(object) : schema
}

/** The type in words: `string or null`. */
export function typeOf({ $ref, anyOf, type, items, format }: AnySchema): string {
  if (typeof $ref === 'string') return 'object'
  if (Array.isArray(anyOf)) return anyOf.filter(isRecord).map(typeOf).join(' or ')
  const types = [type].flat().filter((each) => typeof each === 'string')
  return types
    .map((each) => {
      if (each === 'array' && isRecord(items)) return `list of ${typeOf(items)}s`
      if (each === 'string' && typeof format === 'string') return FORMATS[format] ?? 'string'
      return WORDS[each] ?? each
    })
    .join(' or ')
}

const WORDS: Readonly<Record<string, string>> = { integer: 'whole number' }

const FORMATS: Readonly<Record<string, string>> = {
  date: 'day, YYYY-MM-DD',
  'date-time': 'time, ISO 8601',
  uri: 'web address',
  'uri-reference': 'link',
}

export function renderMembers(members: readonly Member[]): Markup {
  return html`<dl class="members">
${members.map(renderMember)}</dl>
`
}

function renderMember({ name, type, description, example }: Member): Markup {
  return html`<div><dt><code>${name}</code> <span class="type">${type}</span></dt>
<dd>${inline(description)}${renderExample(example)}</dd></div>
`
}

/** Examples of more characters are left out, and those with a brace, as objects have: the JSON of an answer shows them. */
const MAX_EXAMPLE_LENGTH = 60

function renderExample(example: unknown): Markup {
  const text = isRecord(example) ? undefined : JSON.stringify(example)
  if (text === undefined || text === 'null' || text.length > MAX_EXAMPLE_LENGTH || text.includes('{'))
    return html``
  return html` <span class="example">e.g. <code>${text}</code></span>`
}
