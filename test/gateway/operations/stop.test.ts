import { once } from 'node:events'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import t from 'tap'
import { startGateway } from '../../helpers/gateway.ts'
import { holdTimer } from '../../helpers/held-timer.ts'
import { call } from '../../helpers/http.ts'
import { BUSY_MS, SHORT_MS } from '../../helpers/slow-suite.ts'
import { LARGE_SNAPSHOT, publishTinyRelease } from '../../helpers/tiny-release.ts'
import { until } from '../../helpers/until.ts'
import { answersIn, getRequest, lost, openSocket, received } from '../../hostile/support/raw-socket.ts'
import { openDownload } from './open-download.ts'
import { recordingLog } from './recording-log.ts'
import { SlowKeyStore } from './slow-key-store.ts'

t.setTimeout(BUSY_MS)

const folder = join(t.testdir({ out: {} }), 'out')
t.before(() => publishTinyRelease(folder, { snapshotBytes: LARGE_SNAPSHOT }))

const isStopped = (base: string) =>
  openSocket(base).then(
    (socket) => {
      socket.destroy()
      return false
    },
    () => true,
  )

t.test('a running download is finished, and no new connection accepted meanwhile', async (t) => {
  const { base, gateway, keys } = await startGateway(t, folder)
  const download = await openDownload(base, keys.issue('named'))
  const stopped = gateway.stop()
  await until('no connection is taken', () => isStopped(base))
  const bytes = await buffer(download)
  t.equal(bytes.length, Number(download.headers['content-length']))
  await stopped
})

t.test('connections without a request under way do not keep a gateway from stopping', async (t) => {
  const log = recordingLog()
  const { base, gateway, keys } = await startGateway(t, folder, { log })
  const silent = await openSocket(base)
  const idle = await openSocket(base)
  idle.write(getRequest('/beta/issuers', [`Authorization: Bearer ${keys.issue('named')}`]))
  await once(idle, 'data')
  const ends = [silent, idle].map(lost)
  // Node closes a silent connection by itself after some seconds.
  Object.assign(gateway.server, { headersTimeout: 0, requestTimeout: 0 })
  await gateway.stop({ limitMs: SHORT_MS })
  await Promise.all(ends)
  t.same(log.facts('cut answers that took too long'), [])
})

t.test('half a head does not hold a stop for longer than a head may take', async (t) => {
  const log = recordingLog()
  const { base, gateway } = await startGateway(t, folder, { log })
  const accepted = once(gateway.server, 'connection')
  const half = await openSocket(base)
  const [socket] = await accepted
  half.write('GET / HTTP/1.1\r\nHost:')
  await until('its bytes have come', () => socket.bytesRead > 0)
  const answered = received(half)
  // Node looks each second whether that much has passed.
  Object.assign(gateway.server, { headersTimeout: 20 })
  await gateway.stop({ limitMs: SHORT_MS })
  t.match(answersIn(await answered), [{ status: 408, json: { code: 'request_timeout' } }])
  t.same(log.facts('cut answers that took too long'), [])
})

t.test('a connection that becomes idle while the gateway stops is closed', async (t) => {
  const log = recordingLog()
  const { base, gateway, keys } = await startGateway(t, folder, { log })
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const download = await openDownload(base, keys.issue('named'), agent)
  t.equal(download.headers.connection, 'keep-alive')
  const stopped = gateway.stop({ limitMs: SHORT_MS })
  await buffer(download)
  await stopped
  t.same(log.facts('cut answers that took too long'), [])
})

t.test('answers after the signal announce the end of the connection', async (t) => {
  const keyStore = new SlowKeyStore()
  const { base, gateway } = await startGateway(t, folder, { keyStore })
  const key = keyStore.issue('named')
  const before = await call(base, '/beta/openapi.json')
  t.equal(before.headers.connection, 'keep-alive')
  const underWay = call(base, '/beta/issuers', { key })
  await until('the request waits', () => keyStore.asked === 1)
  const stopped = gateway.stop()
  keyStore.answer()
  t.match(await underWay, { status: 200, headers: { connection: 'close' } })
  await stopped
})

t.test('during the delay requests are still answered, but the gateway is not ready', async (t) => {
  const { base, gateway } = await startGateway(t, folder)
  let stopped: Promise<void> | undefined
  const delay = await holdTimer(t, () => {
    stopped = gateway.stop({ delayMs: 1_000 })
  })
  t.same(delay.times, [1_000])
  t.match(await gateway.readiness(), { serving: 'draining' })
  t.match(await call(base, '/beta/openapi.json'), { status: 200, headers: { connection: 'close' } })
  delay.end()
  await stopped
  await t.rejects(call(base, '/beta/openapi.json'), { code: 'ECONNREFUSED' })
})

t.test('after the limit running answers are cut, and that is logged', async (t) => {
  const log = recordingLog()
  const { base, gateway, keys } = await startGateway(t, folder, { log })
  const download = await openDownload(base, keys.issue('named'))
  await gateway.stop({ limitMs: 20 })
  await t.rejects(buffer(download), { code: 'ECONNRESET' })
  t.match(log.facts('cut answers that took too long'), [{ limit_ms: 20 }])
  t.notOk(
    log.lines.some(({ level }) => level === 'error'),
    'a client that was cut off is no failure',
  )
})
