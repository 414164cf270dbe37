import t, { type Test } from 'tap'
import { parseRequestTarget } from '../../../contract/api/request-target.ts'
import { createKey } from '../../../contract/keys/format.ts'
import { authenticate } from '../../../gateway/middlewares/authenticate.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { oneStep, PASSED } from './one-step.ts'

async function authentication(t: Test, target: string) {
  const { gateway, keys } = await startGateway(t, t.testdir())
  const step = await oneStep(t, authenticate(gateway.keys), (context) => {
    context.route = parseRequestTarget(target)?.route
  })
  return { ...step, keys }
}

t.test('the description of the API needs no key', async (t) => {
  const { ask, contexts } = await authentication(t, '/beta/openapi.json')
  t.equal((await ask('/')).status, PASSED)
  t.equal(contexts[0]?.caller, undefined)
})

t.test('a good key identifies the caller', async (t) => {
  const { ask, contexts, keys } = await authentication(t, '/beta/offers')
  const key = keys.issue('demo')
  const [record] = keys.records.values()
  // A field whose name only contains Authorization does not count.
  const other = { 'access-control-request-headers': 'authorization' }
  for (const scheme of ['Bearer', 'bearer', 'BEARER  ']) {
    const { status } = await ask('/', { headers: { authorization: `${scheme} ${key}`, ...other } })
    t.equal(status, PASSED, scheme)
    t.match(contexts.at(-1), { caller: { id: record?.id, kind: 'demo' } })
  }
})

t.test('the answer differs for no key and a bad key, but hides why the key is bad', async (t) => {
  const { ask, contexts, keys } = await authentication(t, '/beta/offers')
  const revoked = keys.issue('named')
  const [record] = keys.records.values()
  await keys.revoke(record?.id ?? '', '2026-01-01T00:00:00.000Z')
  const without = await ask('/')
  t.match(without, { status: 401, headers: { 'www-authenticate': 'Bearer realm="offers"' } })
  const refusals = [revoked, createKey('named'), 'offers_live_short'].map((key) => ask('/', { key }))
  for (const { status, headers, text } of await Promise.all(refusals)) {
    t.equal(status, 401)
    t.equal(headers['www-authenticate'], 'Bearer realm="offers", error="invalid_token"')
    t.match(text, 'The key is malformed, unknown, expired or revoked.')
  }
  const reasons = contexts.map(({ refusal }) => refusal)
  t.same(reasons.toSorted(), ['malformed', 'missing', 'revoked', 'unknown'], 'operators see it')
  t.equal(contexts.filter(({ use }) => use !== undefined).length, 1, 'by the id of the key that was good')
})

t.test('an Authorization field that holds no key is refused, malformed or not meant for us', async (t) => {
  const { ask, keys } = await authentication(t, '/beta/offers')
  const key = keys.issue('named')
  const [named, bare] = ['Bearer realm="offers", error="invalid_token"', 'Bearer realm="offers"']
  for (const [authorization, challenge] of [
    ['Bearer', named],
    ['Bearer ', named],
    [`Bearer ${key},${key}`, named],
    [`Bearer ${key} and more`, named],
    [`Bearer ${'x'.repeat(201)}`, named],
    [[`Bearer ${key}`, `Bearer ${key}`], named],
    ['Basic b2ZmZXJzOm9mZmVycw==', bare],
    [key, bare],
    [`Bearer${key}`, bare],
  ] as const) {
    const answer = await ask('/', { headers: { authorization: [authorization].flat() } })
    const expected = {
      status: 401,
      headers: { 'www-authenticate': challenge },
      json: { code: 'unauthorized' },
    }
    t.match(answer, expected, String(authorization))
  }
})

t.test('a revoked key that is still cached opens a page, and no snapshot', async (t) => {
  const { gateway, keys } = await startGateway(t, t.testdir())
  let target = '/beta/offers'
  const { ask } = await oneStep(t, authenticate(gateway.keys), (context) => {
    context.route = parseRequestTarget(target)?.route
  })
  const key = keys.issue('named')
  const [record] = keys.records.values()
  t.equal((await ask('/', { key })).status, PASSED)
  await keys.revoke(record?.id ?? '', '2026-01-01T00:00:00.000Z')
  t.equal((await ask('/', { key })).status, PASSED, 'good for up to 60 s')
  target = '/beta/snapshot'
  t.equal((await ask('/', { key })).status, 401)
})
