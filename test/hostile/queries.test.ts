// Queries that are long, or wrong in many places.

import t from 'tap'
import { MAX_FAULTS, MAX_QUERY_LENGTH } from '../../contract/api/list-query.ts'
import { serveTiny } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SHORT_MS)

const MANY = ['%f&'.repeat(600), 'a&'.repeat(1000), 'limit=0&'.repeat(250), 'offset=x&a=%zz&'.repeat(130)]

t.test('a query with many faults gets a bounded number of errors, with and without a key', async (t) => {
  const { base, keys } = await serveTiny(t)
  const key = keys.issue('named')
  for (const query of MANY) {
    for (const [target, options] of [
      [`/beta/openapi.json?${query}`, {}],
      [`/beta/issuers?${query}`, { key }],
      [`/beta/offers?${query}`, { key }],
    ] as const) {
      const { status, json, body } = await call(base, target, options)
      t.match({ status, json }, { status: 400, json: { code: 'invalid_parameter', errors: Array } }, target)
      t.ok(Object(json).errors.length <= MAX_FAULTS, `${target.slice(0, 40)}: a bounded number of errors`)
      t.ok(body.length < 10_000, `${body.length} bytes`)
    }
  }
})

t.test(
  'a query that is too long gets one error, which names the parameter where it exceeds the bound',
  async (t) => {
    const { base, keys } = await serveTiny(t)
    const key = keys.issue('named')
    const ask = (query: string) => call(base, `/beta/offers?${query}`, { key })
    const padded = (length: number) => `limit=5&offset=${'0'.repeat(length - 'limit=5&offset='.length)}`
    t.equal((await ask(padded(MAX_QUERY_LENGTH))).status, 200)
    t.match(await ask(padded(MAX_QUERY_LENGTH + 1)), {
      status: 400,
      json: {
        code: 'invalid_parameter',
        errors: [{ param: 'offset', allowed: `a query of at most ${MAX_QUERY_LENGTH} characters` }],
      },
    })
    t.match((await ask('%f&'.repeat(5000))).json, { errors: [{ param: '%f' }] })
  },
)

t.test('without a key a query is not parsed, and the answer says nothing about it', async (t) => {
  const { base, gateway } = await serveTiny(t)
  const parsed: unknown[] = []
  gateway.server.on('request', (_req, res) => {
    res.once('close', () => parsed.push(Object(res).locals.context.request))
  })
  for (const query of MANY) {
    const answer = await call(base, `/beta/offers?${query}`)
    t.match(answer, { status: 401, json: { code: 'unauthorized', errors: undefined } })
  }
  t.same(
    parsed,
    MANY.map(() => undefined),
  )
})
