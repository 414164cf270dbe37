// An address that several callers share is blocked for what one of them does: the others keep what their keys earned.

import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { type Block, SPARED_MS } from '../../gateway/connections/connection-bounds.ts'
import { BLOCKED_MS, MAX_OFFENCES } from '../../gateway/connections/offences.ts'
import { MAX_TRIALS, SILENT_TRIAL_MS } from '../../gateway/connections/trials.ts'
import { warnOfBlocks } from '../../gateway/operations/warnings.ts'
import { openDownload } from '../gateway/operations/open-download.ts'
import { recordingLog } from '../gateway/operations/recording-log.ts'
import { SlowKeyStore } from '../gateway/operations/slow-key-store.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { MINUTE_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'
import { until } from '../helpers/until.ts'
import { exchange, getRequest, openSocket, received } from './support/raw-socket.ts'

t.setTimeout(MINUTE_MS)

const folder = t.testdir()
// More than the buffers of a connection hold.
t.before(() => publishTinyRelease(folder, { offers: 9000 }))

const JUNK = getRequest('/nothing').repeat(30)
const withKey = (key: string, target = '/beta/issuers') =>
  getRequest(target, [`Authorization: Bearer ${key}`])

/** A gateway whose connections have a clock that the test moves. */
async function start(t: Test) {
  const log = recordingLog()
  let now = 1
  let blocks = 0
  const clock = () => now
  const warn = warnOfBlocks(log, clock)
  const onBlocked = (block: Block) => {
    blocks += 1
    warn(block)
  }
  const running = await startGateway(t, folder, { connections: { clock, onBlocked } })
  const { base } = running
  return {
    ...running,
    log,
    wait: (milliseconds: number) => {
      now += milliseconds
    },
    async block() {
      const before = blocks
      while (blocks === before) await exchange(base, JUNK).catch(() => [])
    },
  }
}

/** The status of a request on an open connection; `lost` if it has ended. */
async function ask(socket: Awaited<ReturnType<typeof openSocket>>, request: string) {
  if (socket.destroyed) return 'lost'
  const ended = once(socket, 'close').then(() => 'lost')
  socket.write(request)
  const answer = once(socket, 'data').then(([bytes]) => String(bytes).slice(9, 12))
  return Promise.race([answer, ended])
}

async function quietSocket(t: Test, base: string) {
  const socket = await openSocket(base)
  socket
    .on('error', () => {})
    .once('end', () => socket.destroy())
    .resume()
  t.teardown(() => socket.destroy())
  return socket
}

t.test('a connection with an accepted key is spared for a minute, with a demo key too', async (t) => {
  const { base, keys, block, wait } = await start(t)
  const named = keys.issue('named')
  const demo = keys.issue('demo')
  const [good, tried, refused] = [
    await quietSocket(t, base),
    await quietSocket(t, base),
    await quietSocket(t, base),
  ]
  t.equal(await ask(good, withKey(named)), '200')
  t.equal(await ask(tried, withKey(demo)), '200')
  t.equal(await ask(refused, getRequest('/nothing')), '404')
  const gone = once(refused, 'close')
  await block()
  await gone
  t.equal(await ask(good, withKey(named)), '200')
  t.equal(await ask(tried, withKey(demo)), '200')
  wait(SPARED_MS)
  await block()
  t.equal(await ask(good, withKey(named)), 'lost', 'a minute without a key is too long')
})

t.test('a running download goes on, however long ago its key was accepted', async (t) => {
  const { base, keys, block, wait } = await start(t)
  const download = await openDownload(base, keys.issue('named'))
  wait(10 * SPARED_MS)
  await block()
  t.equal((await buffer(download)).length, Number(download.headers['content-length']))
})

t.test('while its address is blocked, a new connection stays if its first key is good', async (t) => {
  const { base, keys, block } = await start(t)
  await block()
  const key = keys.issue('named')
  const good = await quietSocket(t, base)
  for (let sent = 0; sent < 3; sent++) t.equal(await ask(good, withKey(key)), '200')
  for (const request of [getRequest('/beta/openapi.json'), withKey('offers_live_typo')]) {
    const answers = await exchange(base, request.repeat(5))
    t.match(answers, [{ headers: { connection: 'close' } }], 'any other has one answer')
    t.equal(answers.length, 1)
  }
})

t.test('a key above its limit spares no connection', async (t) => {
  const { base, keys, block } = await start(t)
  await block()
  const key = keys.issue('named', 1)
  t.equal((await call(base, '/beta/issuers', { key })).status, 200)
  t.match(await exchange(base, withKey(key).repeat(2)), [{ status: 429, headers: { connection: 'close' } }])
})

t.test('the places for trials are bounded, and a silent connection loses its own', async (t) => {
  const { base, keys, block, wait, gateway } = await start(t)
  await block()
  const silent = await Promise.all(Array.from({ length: MAX_TRIALS }, () => quietSocket(t, base)))
  const dropped = gateway.connections.dropped.pipeline
  t.equal((await received(await openSocket(base))).length, 0, 'one more is closed at once')
  t.equal(gateway.connections.dropped.pipeline, dropped + 1)
  wait(SILENT_TRIAL_MS)
  const key = keys.issue('named')
  t.equal(await ask(await quietSocket(t, base), withKey(key)), '200')
  await until('the oldest is gone', () => silent[0]?.destroyed === true)
  t.notOk(silent[1]?.destroyed)
  silent[1]?.destroy()
  await until('there is a place again', async () => {
    const [answer] = await exchange(base, getRequest('/nothing'))
    return answer?.status === 404
  })
})

t.test('a connection that waits for its key keeps its place', async (t) => {
  const keyStore = new SlowKeyStore()
  let now = 1
  let isBlocked = false
  const onBlocked = () => {
    isBlocked = true
  }
  const { base } = await startGateway(t, folder, { keyStore, connections: { clock: () => now, onBlocked } })
  const key = keyStore.issue('named')
  while (!isBlocked) await exchange(base, JUNK).catch(() => [])
  const good = await quietSocket(t, base)
  const answer = ask(good, withKey(key))
  const hasty = exchange(base, withKey(keyStore.issue('named')).repeat(3))
  await until('both wait', () => keyStore.asked === 2)
  const silent = await Promise.all(Array.from({ length: MAX_TRIALS - 2 }, () => quietSocket(t, base)))
  now += SILENT_TRIAL_MS
  const next = await quietSocket(t, base)
  await until('a silent one is gone', () => silent[0]?.destroyed === true)
  keyStore.answer()
  t.equal(await answer, '200')
  t.same(
    (await hasty).map(({ status }) => status),
    [200],
    'only one request before its answer',
  )
  next.destroy()
})

t.test('a blocked address is logged with reason and connections, once a minute', async (t) => {
  const { base, log, block, wait, gateway, keys } = await start(t)
  t.equal(await ask(await quietSocket(t, base), withKey(keys.issue('named'))), '200')
  await block()
  t.match(log.lines, [
    {
      level: 'warn',
      message: 'address blocked',
      facts: { address: '127.0.0.1', reason: 'pipeline', closed: 0, spared: 1 },
    },
  ])
  for (let again = 0; again < 4; again++) {
    wait(BLOCKED_MS + 1)
    await block()
  }
  t.equal(log.lines.length, 1)
  wait(20_000)
  await block()
  t.equal(log.lines.length, 2)
  t.ok(gateway.connections.dropped.pipeline >= 6 * MAX_OFFENCES)
})
