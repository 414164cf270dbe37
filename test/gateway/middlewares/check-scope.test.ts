import t from 'tap'
import { parseRequestTarget } from '../../../contract/api/request-target.ts'
import { KEY_LIMITS } from '../../../contract/keys/kinds.ts'
import type { Caller } from '../../../gateway/limits/subject.ts'
import { checkScope } from '../../../gateway/middlewares/check-scope.ts'
import { oneStep, PASSED } from './one-step.ts'

async function answerTo(target: string, kind: Caller['kind'] | undefined) {
  const { ask } = await oneStep(t, checkScope, (context) => {
    context.request = parseRequestTarget(target)
    if (kind) context.caller = { id: 'key_a', countedAs: 'key_a', requests: 300, kind }
  })
  return ask('/')
}

t.test('the window may be as large and as far out as the kind of key allows, and no further', async () => {
  for (const kind of ['demo', 'named'] as const) {
    const { maxLimit, maxOffset } = KEY_LIMITS[kind]
    t.equal((await answerTo(`/beta/offers?limit=${maxLimit}&offset=${maxOffset}`, kind)).status, PASSED)
    const refused = await answerTo(`/beta/offers?offset=${maxOffset + 1}`, kind)
    t.match(refused, { status: 403, json: { code: 'scope_exceeded', errors: [{ param: 'offset' }] } })
    t.match(refused.text, `offset is ${maxOffset + 1}; a ${kind} key allows at most ${maxOffset}.`)
  }
})

t.test('routes without lists have no scope', async () => {
  t.equal((await answerTo('/beta/issuers', 'demo')).status, PASSED)
  t.equal((await answerTo('/beta/openapi.json', undefined)).status, PASSED)
})
