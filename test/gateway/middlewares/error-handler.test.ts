import t from 'tap'
import type { Handler } from '../../../gateway/exchange/request-context.ts'
import { ApiProblem } from '../../../gateway/http/api-problem.ts'
import { TooManyDownloads } from '../../../gateway/limits/shared-bound.ts'
import { OriginError } from '../../../gateway/origin/origin.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { oneStep } from './one-step.ts'

const throwing =
  (error: unknown, before: Handler = () => {}): Handler =>
  (req, res, next) => {
    before(req, res, next)
    throw error
  }

t.test('an error of the client is answered with its own fields, and not reported', async (t) => {
  const problem = new ApiProblem('rate_limited', 'Wait.', { headers: ['Retry-After', '7'] })
  const { ask, reported } = await oneStep(t, throwing(problem))
  t.match(await ask('/'), {
    status: 429,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'retry-after': '7',
      'x-request-id': 'an-id',
    },
    json: {
      code: 'rate_limited',
      detail: 'Wait.',
      meta: { attribution: /named as soon as a catalogue is loaded/ },
    },
  })
  t.same(reported, [])
})

t.test('an unexpected error is reported, and hidden from the client', async (t) => {
  const { ask, reported } = await oneStep(t, throwing(new TypeError('a secret')))
  const { status, text } = await ask('/')
  t.equal(status, 500)
  t.match(text, '"code":"internal"')
  t.notMatch(text, 'secret')
  t.match(reported, [{ cause: { message: 'a secret' } }])
})

const THROWN: readonly [error: unknown, expected: object][] = [
  [new OriginError('away', undefined), { status: 502, json: { code: 'origin_unavailable' } }],
  [new OperatorError('bad-release', 'cut off'), { status: 502, json: { code: 'origin_unavailable' } }],
  [
    new OperatorError('key-store-unavailable', 'down'),
    { status: 503, json: { code: 'key_store_unavailable' } },
  ],
  [new OperatorError('bad-keys', 'a bug'), { status: 500, json: { code: 'internal' } }],
  [
    new TooManyDownloads(),
    {
      status: 429,
      headers: { 'retry-after': '10' },
      json: { code: 'too_many_downloads', detail: /most of them are yours/ },
    },
  ],
]

t.test(
  'what origins, stores and limits throw becomes a problem, which is reported with its cause',
  async (t) => {
    for (const [error, expected] of THROWN) {
      const { ask, reported } = await oneStep(t, throwing(error))
      t.match(await ask('/'), expected)
      if (error instanceof TooManyDownloads) t.same(reported, [])
      else t.match(reported, [{ cause: error }])
    }
  },
)

t.test('a 503 always has Retry-After, its own if it has one', async (t) => {
  for (const [headers, expected] of [
    [[], '5'],
    [['Retry-After', '60'], '60'],
  ] as const) {
    const { ask } = await oneStep(t, throwing(new ApiProblem('key_store_unavailable', 'Down.', { headers })))
    t.match(await ask('/'), { status: 503, headers: { 'retry-after': expected } })
  }
})

t.test('an answer that has begun is cut off, so that it never looks complete', async (t) => {
  const begin: Handler = (_req, res) => void res.writeHead(200, { 'Content-Length': '10' }).write('five5')
  const { ask, reported } = await oneStep(t, throwing(new Error('midway'), begin))
  await t.rejects(ask('/'), { code: 'ECONNRESET' })
  t.match(reported, [{ cause: { message: 'midway' } }])
})

t.test('a client that left is not reported', async (t) => {
  const left = Object.assign(new Error('left'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  const { ask, reported } = await oneStep(t, throwing(left))
  await t.rejects(ask('/'), { code: 'ECONNRESET' })
  t.same(reported, [])
})

t.test('an error that is the fault of the client has no stack: it is not logged', async (t) => {
  const limit = Error.stackTraceLimit
  t.notMatch(new ApiProblem('rate_limited', 'Wait.').stack, '\n')
  t.match(new ApiProblem('internal', 'An unexpected error.').stack, '\n    at ')
  t.equal(Error.stackTraceLimit, limit)
})
