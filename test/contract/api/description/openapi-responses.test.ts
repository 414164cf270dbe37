import t from 'tap'
import { describeApi } from '../../../../contract/api/description/openapi.ts'
import { problemResponses, responsesOf } from '../../../../contract/api/description/openapi-responses.ts'
import { PROBLEMS } from '../../../../contract/api/problems.ts'
import { RESOURCES } from '../../../../contract/api/resources.ts'
import { DAY, EMPTY_DAY } from '../described-day.ts'

t.test('an empty day has no examples of what it lacks, rather than empty ones', async (t) => {
  const text = JSON.stringify(describeApi(EMPTY_DAY))
  t.notMatch(text, /"examples":(\[(null)?\]|\{\})|"example":null/)
})

t.test('every status that a GET may have has a response, which explains each of its codes', async (t) => {
  const responses = problemResponses(DAY)
  const { method_not_allowed: _, version_gone: __, ...ofGet } = PROBLEMS
  const statuses = new Set(Object.values(ofGet).map(({ status }) => `status_${status}`))
  t.same(Object.keys(responses).sort(), [...statuses].sort())
  for (const [code, { status, meaning, title }] of Object.entries(ofGet)) {
    const response = JSON.stringify(responses[`status_${status}`])
    t.ok(response.includes(JSON.stringify(`\`${code}\`: ${meaning}`).slice(1, -1)), code)
    t.ok(response.includes(`"${code}":{"summary":${JSON.stringify(title)}`), `${code} has an example`)
  }
})

t.test('the first example of a status is its most frequent code', async (t) => {
  const examplesOf = (status: number) => {
    const content = Object.getOwnPropertyDescriptor(
      problemResponses(DAY)[`status_${status}`] ?? {},
      'content',
    )?.value
    return Object.keys(content['application/problem+json'].examples)
  }
  t.strictSame(examplesOf(400), ['invalid_parameter', 'malformed_request'])
  t.strictSame(examplesOf(429), ['rate_limited', 'too_many_downloads'])
  t.strictSame(examplesOf(503), ['catalogue_unavailable', 'key_store_unavailable'])
})

t.test(
  'the answers and headers of a version with a known end are described in that version alone',
  async (t) => {
    const end = {
      announced: '2026-01-01',
      deprecated: '2026-02-01T00:00:00.000Z',
      sunset: '2026-03-03T00:00:00.000Z',
      successor: 'beta',
    }
    const ending = { ...DAY, version: { ...DAY.version, end } }
    const [today, then] = [JSON.stringify(describeApi(DAY)), JSON.stringify(describeApi(ending))]
    for (const word of ['`version_gone`', '"deprecated":true', '"Deprecation":', '"Sunset":', end.sunset]) {
      t.notOk(today.includes(word), word)
      t.ok(then.includes(word), word)
    }
    for (const row of RESOURCES) {
      const responses = responsesOf(row, ending)
      t.ok(responses[410], row.name)
      const headers = { Deprecation: {}, Sunset: {}, Link: {} }
      t.match(responses, { 200: { headers }, 304: { headers } }, row.name)
    }
  },
)

t.test('the headers that go with a problem are described', async (t) => {
  const headersOf = (status: number) => {
    const response = problemResponses(DAY)[`status_${status}`]
    const headers = Object.getOwnPropertyDescriptor(response ?? {}, 'headers')?.value
    return Object.keys(headers ?? {})
  }
  const always = [
    'Cache-Control',
    'X-Request-Id',
    'X-Content-Type-Options',
    'Access-Control-Allow-Origin',
    'Access-Control-Expose-Headers',
  ]
  t.same(headersOf(401), ['WWW-Authenticate', ...always], 'before a request is counted')
  for (const [status, own] of [
    [416, 'Content-Range'],
    [429, 'Retry-After'],
    [503, 'Retry-After'],
    [404, 'RateLimit'],
  ] as const) {
    t.ok(headersOf(status).includes(own), String(status))
    for (const name of [...always, 'RateLimit', 'RateLimit-Policy'])
      t.ok(headersOf(status).includes(name), name)
  }
})

t.test('a route has a response for each of its problems, and only snapshots have partial ones', async (t) => {
  for (const row of RESOURCES) {
    const responses = responsesOf(row, DAY)
    const statuses = Object.keys(responses)
    const expected = row.problems.map((code) => String(PROBLEMS[code].status))
    for (const status of ['200', '304', '408', '412', '431', '500', '502', '503', ...expected]) {
      t.ok(statuses.includes(status), `${row.name}: ${status}`)
    }
    t.equal(statuses.includes('206'), row.kind === 'snapshot', row.name)
    for (const status of ['200', '304']) {
      const headers = Object.keys(Object.getOwnPropertyDescriptor(responses[status], 'headers')?.value)
      t.equal(headers.includes('RateLimit'), row.needsKey, `${row.name}: ${status}`)
      t.equal(headers.includes('Link'), ['list', 'changes'].includes(row.kind), `${row.name}: ${status}`)
    }
  }
})
