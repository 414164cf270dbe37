import t from 'tap'
import type { RequestContext } from '../../../gateway/exchange/request-context.ts'
import type { Caller } from '../../../gateway/keys/key-verdict.ts'
import type { Limiter, RateDecision } from '../../../gateway/limits/limiter.ts'
import { rateLimit } from '../../../gateway/middlewares/rate-limit.ts'
import { oneStep, PASSED } from './one-step.ts'

const CALLER: Omit<Caller, 'kind'> = { id: 'key_a', requests: 1_000 }

/** A limiter with given decisions, which records its calls. */
function limiterOf(decision: RateDecision | Promise<RateDecision>) {
  const asked: [countedAs: string, requests: number][] = []
  const limiter: Limiter = {
    consume: (countedAs, requests) => {
      asked.push([countedAs, requests])
      return decision
    },
    close: async () => {},
  }
  return { limiter, asked }
}

const as = (kind: Caller['kind']) => (context: RequestContext) => {
  context.caller = { ...CALLER, kind }
}

const ALLOWED = { allowed: true, remaining: 3, resetSeconds: 12 }

t.test('without a key nothing is counted', async (t) => {
  const { limiter, asked } = limiterOf(ALLOWED)
  const { ask } = await oneStep(
    t,
    rateLimit(limiter, () => '192.0.2.1'),
  )
  t.equal((await ask('/')).status, PASSED)
  t.same(asked, [])
})

t.test('a demo key is counted by address, a named one by itself', async (t) => {
  for (const [kind, countedAs] of [
    ['demo', '192.0.2.1'],
    ['named', 'key_a'],
  ] as const) {
    const { limiter, asked } = limiterOf(ALLOWED)
    const { ask, contexts } = await oneStep(
      t,
      rateLimit(limiter, () => '192.0.2.1'),
      as(kind),
    )
    t.equal((await ask('/', { method: 'HEAD' })).status, PASSED)
    t.same(asked, [[countedAs, 1_000]], 'with the limit of this key')
    t.same(contexts[0]?.rate, ALLOWED)
  }
})

t.test('a request too many gets Retry-After, with synchronous and asynchronous limiters', async (t) => {
  const refused = { allowed: false, remaining: 0, resetSeconds: 12 }
  for (const decision of [refused, Promise.resolve(refused)]) {
    const { limiter } = limiterOf(decision)
    const { ask } = await oneStep(
      t,
      rateLimit(limiter, () => ''),
      as('named'),
    )
    t.match(await ask('/'), {
      status: 429,
      headers: {
        'retry-after': '12',
        ratelimit: '"named";r=0;t=12',
        'ratelimit-policy': '"named";q=1000;w=60',
      },
      json: { code: 'rate_limited', detail: 'This named key may make 1000 requests in 60 s. Wait 12 s.' },
    })
  }
})
