import t from 'tap'
import { corsPreflight } from '../../../gateway/middlewares/cors-preflight.ts'
import { oneStep, PASSED } from './one-step.ts'

t.test('a preflight is answered at every address; other requests pass', async (t) => {
  const { ask } = await oneStep(t, corsPreflight)
  for (const target of ['/beta/offers', '/nothing'])
    t.match(await ask(target, { method: 'OPTIONS' }), {
      status: 204,
      headers: {
        allow: 'GET, HEAD, OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': '*, Authorization',
        'x-content-type-options': 'nosniff',
        'content-length': undefined,
        'transfer-encoding': undefined,
      },
    })
  for (const method of ['GET', 'HEAD', 'POST']) t.equal((await ask('/', { method })).status, PASSED, method)
})
