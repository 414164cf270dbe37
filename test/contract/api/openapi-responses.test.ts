import t from 'tap'
import { describeApi } from '../../../contract/api/openapi.ts'
import { problemResponses, responsesOf } from '../../../contract/api/openapi-responses.ts'
import { PROBLEMS } from '../../../contract/api/problems.ts'
import { RESOURCES } from '../../../contract/api/resources.ts'

const edition = { data_as_of: '2026-09-01T10:00:00.000Z', attribution: 'a' }
const noSlugs = { issuer: [], category: [], comuna: [] }

t.test('an empty day has no examples, rather than empty ones', async (t) => {
  const text = JSON.stringify(describeApi({ edition, slugs: noSlugs, offer: null }).paths)
  t.notMatch(text, /"examples":\[(null)?\]/)
})

t.test('the slugs and an offer of the day are examples', async (t) => {
  const slugs = { ...noSlugs, category: ['cines', 'viajes'] }
  const text = JSON.stringify(describeApi({ edition, slugs, offer: 'off_abc' }).paths)
  t.match(text, '"examples":["cines","viajes"]')
  t.match(text, '"examples":["off_abc"]')
})

t.test(
  'every status of the table of problems has a response, which explains each of its codes',
  async (t) => {
    const responses = problemResponses()
    const statuses = new Set(Object.values(PROBLEMS).map(({ status }) => `status_${status}`))
    t.same(Object.keys(responses).sort(), [...statuses].sort())
    for (const [code, { status, meaning }] of Object.entries(PROBLEMS)) {
      t.match(responses[`status_${status}`], { description: `\`${code}\`: ${meaning}` }, code)
    }
  },
)

t.test('the headers that go with a problem are described', async (t) => {
  const headersOf = (status: number) => {
    const response = problemResponses()[`status_${status}`]
    const headers = Object.getOwnPropertyDescriptor(response ?? {}, 'headers')?.value
    return Object.keys(headers ?? {})
  }
  t.same(headersOf(401), ['WWW-Authenticate'])
  t.same(headersOf(416), ['Content-Range'])
  t.same(headersOf(429), ['Retry-After'])
  t.same(headersOf(503), ['Retry-After'])
  t.same(headersOf(404), [])
})

t.test('a route has a response for each of its problems, and only snapshots have parts', async (t) => {
  for (const row of RESOURCES) {
    const statuses = Object.keys(responsesOf(row))
    const expected = row.problems.map((code) => String(PROBLEMS[code].status))
    for (const status of ['200', '304', '500', '502', '503', ...expected]) {
      t.ok(statuses.includes(status), `${row.name}: ${status}`)
    }
    t.equal(statuses.includes('206'), row.kind === 'snapshot', row.name)
  }
})
