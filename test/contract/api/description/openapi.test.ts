import t from 'tap'
import { describeApi } from '../../../../contract/api/description/openapi.ts'
import { FILTER_NAMES } from '../../../../contract/api/filters.ts'
import { PATHS } from '../../../../contract/api/resources.ts'
import { PUBLISHED_DEMO_KEY } from '../../../../contract/keys/format.ts'
import { KEY_KINDS, KEY_LIMITS } from '../../../../contract/keys/kinds.ts'
import { asRecord } from '../../../../lib/json/json.ts'
import { DAY, EMPTY_DAY } from '../described-day.ts'

const description = describeApi(DAY)

/** Every value below a value, itself included. */
function* valuesIn(value: unknown): Generator<unknown> {
  yield value
  if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) yield* valuesIn(each)
}

/** The value at a path of member names, e.g. `#/components/schemas/Offer`. */
function follow(reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => asRecord(value, reference)[name], description)
}

const operationOf = (path: string) => asRecord(asRecord(follow('#/paths'), path)[path], path).get

t.test(
  'a list has a parameter for each filter, with the slugs of the day, and the two of its window',
  async (t) => {
    const parameters = asRecord(operationOf('/beta/offers'), 'list').parameters
    if (!Array.isArray(parameters)) throw new TypeError('no parameters')
    const inQuery = parameters.filter((parameter) => parameter.in === 'query')
    t.strictSame(
      inQuery.map(({ name }) => name),
      [...FILTER_NAMES, 'limit', 'offset'],
    )
    for (const [index, name] of FILTER_NAMES.entries()) {
      t.strictSame(inQuery[index].schema.examples.toSorted(), DAY.slugs[name].toSorted(), name)
    }
    t.match(inQuery.at(-2), { example: 25, schema: { minimum: 1, maximum: 100, default: 25 } })
    t.match(inQuery.at(-1), { example: 0, schema: { minimum: 0, maximum: 10_000, default: 0 } })
  },
)

t.test('it has the limits of every kind of key', async (t) => {
  const { description: text } = asRecord(description.info, 'info')
  for (const kind of KEY_KINDS) {
    const { maxLimit, maxOffset, requests } = KEY_LIMITS[kind]
    t.match(text, `- ${kind} key: limit up to ${maxLimit}, offset up to ${maxOffset}, so `)
    t.match(text, `; ${requests} requests in 60 s`)
  }
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a schema, or the one that it refers to, has a description. */
function isDescribed(schema: unknown): boolean {
  if (!isObject(schema)) return false
  return (
    typeof schema.description === 'string' ||
    (typeof schema.$ref === 'string' && isDescribed(follow(schema.$ref)))
  )
}

t.test('every schema and every member of one is described', async (t) => {
  const schemas = asRecord(follow('#/components/schemas'), 'schemas')
  for (const [name, schema] of Object.entries(schemas)) {
    t.ok(isDescribed(schema), name)
    for (const value of valuesIn(schema)) {
      if (!isObject(value) || !isObject(value.properties)) continue
      for (const [member, each] of Object.entries(value.properties))
        t.ok(isDescribed(each), `${name}: ${member}`)
    }
  }
})

t.test('tools fill in no filter, moment or header: their examples are in their schemas', async (t) => {
  const parameters = ['/beta/offers', '/beta/changes', '/beta/snapshot'].flatMap((path) => {
    const all = asRecord(operationOf(path), path).parameters
    return Array.isArray(all) ? all.map((each) => (each.$ref ? follow(each.$ref) : each)) : []
  })
  const optional = parameters.filter(({ name }) => name !== 'limit' && name !== 'offset')
  t.ok(optional.length > 8)
  for (const { name, example, examples, schema } of optional) {
    t.strictSame([example, examples], [undefined, undefined], name)
    t.ok(schema.examples.length > 0, name)
  }
})

t.test('every JSON response and every parameter has an example', async (t) => {
  const withExample = (value: Record<string, unknown>) => 'example' in value || 'examples' in value
  for (const path of Object.values(PATHS)) {
    const operation = asRecord(operationOf(path), path)
    const parameters = Array.isArray(operation.parameters) ? operation.parameters : []
    for (const parameter of parameters.map((each) => (each.$ref ? follow(each.$ref) : each))) {
      t.ok(
        isObject(parameter) && (withExample(parameter) || withExample(asRecord(parameter.schema, path))),
        `${path} ${parameter.name}`,
      )
    }
    for (const [status, each] of Object.entries(asRecord(operation.responses, path))) {
      const response = isObject(each) && typeof each.$ref === 'string' ? follow(each.$ref) : each
      for (const [type, content] of Object.entries(
        asRecord(asRecord(response, status).content ?? {}, status),
      )) {
        if (type !== 'application/gzip') t.ok(isObject(content) && withExample(content), `${path} ${status}`)
      }
    }
  }
  t.match(follow('#/components/schemas/SnapshotOffer'), {
    examples: [{ id: DAY.offer?.id, meta: { data_as_of: String } }],
  })
})

t.test('it uses nothing that generators cannot read', async (t) => {
  for (const value of valuesIn(description)) {
    if (isObject(value))
      t.notOk('if' in value || 'then' in value || 'allOf' in value, JSON.stringify(value).slice(0, 60))
  }
})

t.test('it names day, time zone, licence, contact and the demo key', async (t) => {
  const info = asRecord(description.info, 'info')
  t.match(
    info.description,
    'This is the catalogue of 2026-09-01. Days begin and end in the time zone America/Santiago',
  )
  t.match(info, { license: { name: 'MIT' }, contact: { url: 'https://data.example/contact' } })
  t.match(description['x-meta'], { time_zone: 'America/Santiago', day: '2026-09-01' })
  t.match(follow('#/components/securitySchemes/key'), { description: PUBLISHED_DEMO_KEY })
  t.match(follow('#/components/securitySchemes/key'), { description: 'ask the contact of this description' })
  const terms = 'https://data.example/terms'
  t.match(describeApi({ ...DAY, terms }).info, { termsOfService: terms })
  t.match(JSON.stringify(describeApi(EMPTY_DAY).components), 'names no contact to ask for a named key')
  const without = describeApi(EMPTY_DAY).info
  t.notOk(
    isObject(without) && ('license' in without || 'contact' in without || 'termsOfService' in without),
    'nothing is invented',
  )
})
