import t from 'tap'
import { PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import {
  callerOf,
  createRequestIds,
  RequestContext,
  releaseOf,
  representationOf,
  requestOf,
  routeOfRequest,
} from '../../../gateway/exchange/request-context.ts'

t.test('valid request ids are kept, others replaced by unique ones', async (t) => {
  const next = createRequestIds()
  t.equal(next('abc-1.2_3'), 'abc-1.2_3')
  const made = [
    next(undefined),
    next(''),
    next('a b'),
    next('x'.repeat(65)),
    next(['a', 'b']),
    next('<script>'),
  ]
  t.equal(new Set(made).size, made.length)
  for (const id of made) t.match(id, /^[A-Za-z0-9.-]{8,}-[0-9a-z]+$/)
  const many = Array.from({ length: 3000 }, () => next(undefined))
  t.equal(new Set([...made, ...many]).size, made.length + many.length)
})

t.test('an id that contains a key is always replaced', async (t) => {
  const next = createRequestIds()
  const ids = [PUBLISHED_DEMO_KEY, PUBLISHED_DEMO_KEY.toUpperCase(), `call-${PUBLISHED_DEMO_KEY}`]
  for (const id of ids) {
    t.ok(id.length <= 64)
    t.not(next(id), id)
  }
})

t.test('a step that stands before the one it depends on names that one', async (t) => {
  const context = new RequestContext('id', 0)
  const cases: [read: (context: RequestContext) => unknown, step: string][] = [
    [requestOf, 'validate-parameters'],
    [routeOfRequest, 'match-route'],
    [callerOf, 'authenticate'],
    [releaseOf, 'resolve-representation'],
    [representationOf, 'resolve-representation'],
  ]
  for (const [read, step] of cases)
    t.throws(() => read(context), { code: 'internal', message: `before ${step}, which` }, step)
})
