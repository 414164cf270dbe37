import t from 'tap'
import { TargetParser } from '../../../gateway/exchange/target-parser.ts'
import { validateParameters } from '../../../gateway/middlewares/validate-parameters.ts'
import { oneStep, PASSED } from './one-step.ts'

async function statusFor(test: typeof t, target: string) {
  const { ask } = await oneStep(test, validateParameters(new TargetParser()))
  return ask(target)
}

t.test('parameters without errors pass', async () => {
  for (const target of ['/beta/offers', '/beta/offers?limit=7&offset=3', '/beta/issuers'])
    t.equal((await statusFor(t, target)).status, PASSED, target)
})

t.test('every wrong parameter is named, with what was given and what is allowed', async () => {
  const { status, json } = await statusFor(t, '/beta/offers?limit=x&colour=red')
  t.equal(status, 400)
  t.match(json, {
    code: 'invalid_parameter',
    detail: /limit: expected .*, given "x"; colour: expected .*, given "red"\.$|colour: .*; limit: /,
  })
  t.match(json, { errors: { length: 2 } })
  for (const param of ['colour', 'limit']) t.match(JSON.stringify(json), `{"param":"${param}",`)
  t.equal((await statusFor(t, '/beta/issuers?limit=1')).status, 400, 'where none is allowed')
})
