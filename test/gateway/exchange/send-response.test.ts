import t from 'tap'
import { RequestContext } from '../../../gateway/exchange/request-context.ts'
import { contextHeaderText } from '../../../gateway/exchange/send-response.ts'
import { serveTiny } from '../../helpers/gateway.ts'
import { exchange, getRequest } from '../../hostile/support/raw-socket.ts'

t.test('rate headers follow the draft', async (t) => {
  const context = new RequestContext('an-id', 0)
  t.equal(contextHeaderText(context), 'X-Request-Id: an-id\r\n', 'nothing was counted yet')
  context.caller = { id: 'key_a', kind: 'named', requests: 300 }
  context.rate = { allowed: true, remaining: 299, resetSeconds: 12 }
  t.same(contextHeaderText(context).split('\r\n'), [
    'RateLimit-Policy: "named";q=300;w=60',
    'RateLimit: "named";r=299;t=12',
    'X-Request-Id: an-id',
    '',
  ])
  context.caller = { ...context.caller, requests: 1000 }
  context.rate = { allowed: true, remaining: 999, resetSeconds: 60 }
  t.match(
    contextHeaderText(context),
    'RateLimit-Policy: "named";q=1000;w=60\r\nRateLimit: "named";r=999;t=60\r\n',
  )
})

t.test('Keep-Alive is sent only if the connection stays open, and names the time that is left', async (t) => {
  const request = (connection: string) => getRequest('/beta/openapi.json', [`Connection: ${connection}`])
  for (const [isProxy, seconds] of [
    [false, 65],
    [true, 620],
  ] as const) {
    const { base } = await serveTiny(t, { connections: { isProxy: () => isProxy } })
    const [first, second] = await exchange(base, request('keep-alive') + request('close'))
    t.equal(first?.headers['keep-alive'], `timeout=${seconds}`)
    t.match(second?.headers, { connection: 'close', 'keep-alive': undefined })
  }
})
