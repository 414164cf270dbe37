import t from 'tap'
import { FILTER_NAMES } from '../../../contract/api/filters.ts'
import { describeApi } from '../../../contract/api/openapi.ts'
import { PROBLEMS } from '../../../contract/api/problems.ts'
import { RESOURCES } from '../../../contract/api/resources.ts'
import { KEY_KINDS, KEY_LIMITS } from '../../../contract/keys/kinds.ts'
import { asRecord } from '../../../contract/lib/json-guards.ts'
import { recordOf } from '../../../contract/lib/record-of.ts'

const edition = { data_as_of: '2026-09-01T10:00:00.000Z', attribution: 'Data of example.org' }
const description = describeApi({
  edition,
  slugs: recordOf(FILTER_NAMES, (name) => [`some-${name}`]),
  offer: 'off_aaaaaaaaaaaaaaaa',
})

/** Every value below a value, itself included. */
function* valuesIn(value: unknown): Generator<unknown> {
  yield value
  if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) yield* valuesIn(each)
}

/** What a path of member names leads to, e.g. `#/components/schemas/Offer`. */
function follow(reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => asRecord(value, reference)[name], description)
}

const operationOf = (path: string) => asRecord(asRecord(follow('#/paths'), path)[path], path).get

t.test('every reference leads somewhere', async (t) => {
  const references = new Set<string>()
  for (const value of valuesIn(description)) {
    if (typeof value !== 'object' || value === null || !('$ref' in value)) continue
    references.add(String(value.$ref))
  }
  t.ok(references.size > 20)
  for (const reference of references) t.ok(follow(reference), reference)
})

t.test('every route is described with its filters, limits and errors', async (t) => {
  for (const { path, kind, needsKey, problems, operationId } of RESOURCES) {
    const operation = asRecord(operationOf(path), path)
    t.equal(operation.operationId, operationId)
    t.strictSame(operation.security, needsKey ? undefined : [], path)
    const responses = Object.keys(asRecord(operation.responses, path))
    for (const code of problems) t.ok(responses.includes(String(PROBLEMS[code].status)), `${path}: ${code}`)
    t.equal(responses.includes('206'), kind === 'snapshot', path)
  }
})

t.test(
  'a list has a parameter for each filter, with the slugs of the day, and the two of its window',
  async (t) => {
    const parameters = asRecord(operationOf('/beta/offers'), 'list').parameters
    if (!Array.isArray(parameters)) throw new TypeError('no parameters')
    t.strictSame(
      parameters.map(({ name }) => name),
      [...FILTER_NAMES, 'limit', 'offset'],
    )
    for (const [index, name] of FILTER_NAMES.entries()) {
      t.strictSame(parameters[index].schema.examples, [`some-${name}`])
    }
    t.match(parameters.at(-2).schema, { minimum: 1, maximum: 100, default: 25 })
    t.match(parameters.at(-1).schema, { minimum: 0, maximum: 10_000, default: 0 })
  },
)

t.test('the limits of every kind of key are told', async (t) => {
  const { description: text } = asRecord(description.info, 'info')
  for (const kind of KEY_KINDS) {
    const { maxLimit, maxOffset, requests } = KEY_LIMITS[kind]
    t.match(text, `- ${kind} key: limit up to ${maxLimit}, offset up to ${maxOffset}, ${requests} requests`)
  }
  const { description: snapshot } = asRecord(operationOf('/beta/snapshot'), 'snapshot')
  t.match(
    snapshot,
    'A demo key gets a sample of 100 offers, spread over issuers and categories; a named key gets all.',
  )
})
