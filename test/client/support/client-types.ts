// The client's knowledge of the API, made from its description: the types of its schemas and queries, and the values
// that it needs at run time.

import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { describeApi } from '../../../contract/api/description/openapi.ts'
import { FILTERS } from '../../../contract/api/filters.ts'
import { KEY_KINDS, KEY_LIMITS } from '../../../contract/keys/kinds.ts'
import { EMPTY_DAY } from '../../contract/api/described-day.ts'

interface Operation {
  operationId: string
  parameters: Parameter[]
}

interface Parameter {
  name?: string
  in?: string
  description?: string
  schema?: { type: string; maximum?: number }
}

interface Described {
  paths: Record<string, { get: Operation }>
  components: { schemas: Record<string, Schema> }
}

interface Schema {
  properties?: Record<string, { 'x-extensible-enum'?: readonly string[] }>
}

const HEAD = `// The types of the API, made from its description: \`make schemas\` writes this file. Do not edit it.
`

/** The text of `client/api/description.ts`. */
export async function clientTypes(): Promise<string> {
  const { paths, components } = describeApi(EMPTY_DAY) as unknown as Described
  const tree = await openapiTS(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: '', version: '' },
      paths: Object.fromEntries(Object.entries(paths).map(([path, { get }]) => [path, { get: asked(get) }])),
      components: { schemas: components.schemas },
    }),
    { transform: openEnum },
  )
  const listed = asked(operationNamed('listOffers', paths)).parameters
  const values = [
    knownValues(components.schemas),
    filterRows(),
    largestPageIn(listed),
    largestPages(),
    samplePolicies(),
  ]
  return `${HEAD}\n${values.join('\n')}\n${astToString(tree)}`
}

/** The query of an operation alone: the schemas describe the answers. */
function asked({ operationId, parameters }: Operation) {
  const inQuery = parameters.filter((each) => each.in === 'query')
  return { operationId, parameters: inQuery, responses: { 200: { description: '' } } }
}

function operationNamed(name: string, paths: Described['paths']): Operation {
  const found = Object.values(paths).find(({ get }) => get.operationId === name)
  if (!found) throw new Error(`the description has no operation ${name}`)
  return found.get
}

function filterRows(): string {
  const rows = FILTERS.map(({ name, description, at, list }) => ({ name, description, at, list }))
  const lines = rows.map((row) => `  ${JSON.stringify(row)},`).join('\n')
  return `/** The filters of lists: where an offer has the values of each, and the list that names them all. */\nexport const FILTERS = [\n${lines}\n] as const\n`
}

function largestPageIn(parameters: readonly Parameter[]): string {
  const maximum = parameters.find(({ name }) => name === 'limit')?.schema?.maximum
  return `/** The most offers that any key may ask for in one page. */\nexport const LARGEST_PAGE = ${maximum}\n`
}

function largestPages(): string {
  const pages = KEY_KINDS.map((kind) => [`offers_${KEY_LIMITS[kind].word}_`, KEY_LIMITS[kind].maxLimit])
  return `/** How keys of each kind begin, and the most offers that they may ask for in one page. */\nexport const LARGEST_PAGES: readonly (readonly [prefix: string, limit: number])[] = ${JSON.stringify(pages)}\n`
}

function samplePolicies(): string {
  const kinds = KEY_KINDS.filter((kind) => KEY_LIMITS[kind].snapshot === 'sample')
  return `/** The policies, as \`RateLimit\` names them, of keys whose snapshot is a sample. */\nexport const SAMPLE_POLICIES: readonly string[] = ${JSON.stringify(kinds)}\n`
}

/** An open enumeration offers its known values, and takes any other: `'a' | 'b' | (string & {})`. */
function openEnum(schema: object): ts.TypeNode | undefined {
  const known = knownIn(schema)
  if (!known) return undefined
  const { factory } = ts
  const words = known.map((word) => factory.createLiteralTypeNode(factory.createStringLiteral(word)))
  const others = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ])
  return factory.createUnionTypeNode([...words, factory.createParenthesizedType(others)])
}

function knownIn(schema: { 'x-extensible-enum'?: readonly string[] }): readonly string[] | undefined {
  return schema['x-extensible-enum']
}

/** The enumerations of the offer and its parts by name, for code that needs them at run time. */
function knownValues(schemas: Described['components']['schemas']): string {
  const rows = ['Offer', 'Benefit', 'Issuer'].flatMap((name) =>
    Object.entries(schemas[name]?.properties ?? {}).flatMap(([member, schema]) => {
      const known = knownIn(schema)
      return known ? [`  ${JSON.stringify(`${name}.${member}`)}: ${JSON.stringify(known)},`] : []
    }),
  )
  return `/** The values of open enumerations that this version knows. */\nexport const KNOWN = {\n${rows.join('\n')}\n} as const\n`
}
