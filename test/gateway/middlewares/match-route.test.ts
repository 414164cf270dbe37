import t, { type Test } from 'tap'
import { TargetCache } from '../../../gateway/exchange/target-cache.ts'
import { checkScope } from '../../../gateway/middlewares/check-scope.ts'
import { matchRoute } from '../../../gateway/middlewares/match-route.ts'
import { validateParameters } from '../../../gateway/middlewares/validate-parameters.ts'
import { oneStep, PASSED } from './one-step.ts'

/** A server with the two steps that share a cache. */
async function steps(t: Test) {
  const targets = new TargetCache()
  const [match, validate] = [matchRoute(targets, () => 0), validateParameters(targets)]
  return oneStep(t, (req, res, next) =>
    match(req, res, (error) => (error ? next(error) : validate(req, res, next))),
  )
}

t.test(
  'a valid target is read once unless it is long: neither faults nor floods fill the memory',
  async (t) => {
    const { ask, contexts } = await steps(t)
    const valid = '/beta/offers?limit=7'
    const long = `/beta/offers?issuer=x&offset=${'0'.repeat(300)}`
    const wrong = '/beta/offers?limit=x'
    for (const [target, status, isRemembered] of [
      [valid, PASSED, true],
      [long, PASSED, false],
      [wrong, 400, false],
      ['/', PASSED, true],
      ['/?x', PASSED, false],
    ] as const) {
      t.equal((await ask(target)).status, status, target)
      t.equal((await ask(target)).status, status, target)
      const [first, again] = contexts.splice(0)
      t.ok(first?.unread, target)
      t.equal(again?.request === first?.request, isRemembered, target)
      t.equal(again?.unread === undefined, isRemembered, target)
    }
  },
)

t.test('unknown addresses and methods are refused, the address first', async (t) => {
  const { ask } = await steps(t)
  t.match(await ask('/nothing'), { status: 404, json: { code: 'not_found' } })
  t.match(await ask('/nothing', { method: 'POST' }), { status: 404 })
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    t.match(
      await ask('/beta/offers', { method }),
      { status: 405, headers: { allow: 'GET, HEAD, OPTIONS' }, json: { code: 'method_not_allowed' } },
      method,
    )
})

t.test('a step that is mounted before the one that it depends on fails', async (t) => {
  const { ask } = await oneStep(t, checkScope)
  t.match(await ask('/beta/offers'), { status: 500, json: { code: 'internal' } })
})
