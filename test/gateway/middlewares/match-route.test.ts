import t from 'tap'
import { TargetParser } from '../../../gateway/exchange/target-parser.ts'
import { matchRoute } from '../../../gateway/middlewares/match-route.ts'
import { oneStep, PASSED } from './one-step.ts'

t.test('an address has its route, and its request if it was parsed before', async (t) => {
  const targets = new TargetParser()
  const { ask, contexts } = await oneStep(
    t,
    matchRoute(targets, () => 0),
  )
  t.equal((await ask('/beta/offers?limit=7')).status, PASSED)
  const { unread } = contexts[0] ?? {}
  if (unread) targets.read('/beta/offers?limit=7', unread)
  t.equal((await ask('/beta/offers?limit=7')).status, PASSED)
  t.match(contexts, [
    { route: 'offers', request: undefined, unread: { path: '/beta/offers', search: 'limit=7' } },
    { route: 'offers', request: { target: '/beta/offers?limit=7&offset=0' } },
  ])
})

t.test('unknown addresses and methods are refused, the address first', async (t) => {
  const { ask } = await oneStep(
    t,
    matchRoute(new TargetParser(), () => 0),
  )
  t.match(await ask('/nothing'), { status: 404, json: { code: 'not_found' } })
  t.match(await ask('/nothing', { method: 'POST' }), { status: 404 })
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    t.match(
      await ask('/beta/offers', { method }),
      { status: 405, headers: { allow: 'GET, HEAD, OPTIONS' }, json: { code: 'method_not_allowed' } },
      method,
    )
})
