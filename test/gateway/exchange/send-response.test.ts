import t from 'tap'
import { RequestContext } from '../../../gateway/exchange/request-context.ts'
import { contextHeaderText, IDLE_SECONDS } from '../../../gateway/exchange/send-response.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'
import { rawRequest } from '../operations/raw-request.ts'

t.test('rate headers follow the draft', async (t) => {
  const context = new RequestContext('an-id', 0)
  t.equal(contextHeaderText(context), 'X-Request-Id: an-id\r\n', 'nothing was counted yet')
  context.caller = { id: 'key_a', kind: 'named', countedAs: 'key_a', requests: 300 }
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

t.test('Keep-Alive is sent only if the connection stays open', async (t) => {
  const folder = t.testdir()
  publishTinyRelease(folder)
  const { base } = await startGateway(t, folder)
  const request = (connection: string) =>
    `GET /beta/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`
  const received = await rawRequest(base, request('keep-alive') + request('close'))
  const [first = '', second = ''] = received.split(/(?=HTTP\/1\.1 )/)
  t.match(first, `\r\nKeep-Alive: timeout=${IDLE_SECONDS}\r\n`)
  t.match(second, '\r\nConnection: close\r\n')
  t.notMatch(second, /keep-alive/i)
})

t.test('Keep-Alive names the time that the server really waits', async (t) => {
  const folder = t.testdir()
  publishTinyRelease(folder)
  const { base } = await startGateway(t, folder, { connections: { idleTimeoutMs: 7_900 } })
  const first = 'GET /beta/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'
  const received = await rawRequest(
    base,
    `${first}${first.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`,
  )
  t.match(received, '\r\nKeep-Alive: timeout=7\r\n')
})
