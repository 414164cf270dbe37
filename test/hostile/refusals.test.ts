// Series of refused requests on kept connections: strangers can't keep the gateway busy with refusals.

import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import t, { type Test } from 'tap'
import { MAX_REFUSALS } from '../../gateway/connections/limits.ts'
import { BLOCKED_MS, MAX_OFFENCES } from '../../gateway/connections/offences.ts'
import { startGateway } from '../helpers/gateway.ts'
import { MINUTE_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'
import { answersIn, getRequest, openSocket, received } from './support/raw-socket.ts'

t.setTimeout(MINUTE_MS)

const folder = t.testdir()
t.before(() => publishTinyRelease(folder))

const NO_KEY = '/beta/offers'

/** A client with one connection, which it keeps as long as it may. */
function client(t: Test, base: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  const ask = async (target: string, headers = {}) => {
    const [answer]: IncomingMessage[] = await once(get(`${base}${target}`, { agent, headers }), 'response')
    answer?.resume()
    await once(answer as IncomingMessage, 'end')
    // The agent takes its connection back in the next turn.
    await new Promise(setImmediate)
    return { status: answer?.statusCode, isLast: answer?.headers.connection === 'close' }
  }
  return {
    /** Statuses, up to the answer that ends the connection, and whether one did. */
    async refused(count: number) {
      for (let sent = 1; sent <= count; sent++) {
        const { status, isLast } = await ask(NO_KEY)
        if (status !== 401) throw new Error(`${status}`)
        if (isLast) return { answers: sent, isClosed: true }
      }
      return { answers: count, isClosed: false }
    },
    notModified: () => ask('/beta/openapi.json', { 'If-None-Match': '*' }),
  }
}

t.test('the hundredth refusal of a connection is its last answer, and announces that', async (t) => {
  const { base, gateway } = await startGateway(t, folder)
  const one = client(t, base)
  t.same(await one.refused(MAX_REFUSALS + 5), { answers: MAX_REFUSALS, isClosed: true })
  t.same(gateway.connections.dropped, { total: 0, address: 0, pipeline: 0, refused: 1 })
  t.same(await one.refused(MAX_REFUSALS - 1), { answers: MAX_REFUSALS - 1, isClosed: false }, 'on a new one')
})

t.test('good answers do not count, and refusals count only for a while', async (t) => {
  let now = 1
  const { base, gateway } = await startGateway(t, folder, { connections: { clock: () => now } })
  const one = client(t, base)
  t.match(await one.refused(MAX_REFUSALS - 1), { isClosed: false })
  for (let sent = 0; sent < 20; sent++) {
    t.same(await one.notModified(), { status: 304, isLast: false })
  }
  now += 10_001
  t.match(await one.refused(MAX_REFUSALS - 1), { isClosed: false })
  t.same(await one.refused(5), { answers: 1, isClosed: true })
  t.equal(gateway.connections.dropped.refused, 1)
})

t.test(
  'an address that is refused repeatedly loses its connections, and is blocked for a while',
  async (t) => {
    let now = 1
    const { base, gateway } = await startGateway(t, folder, { connections: { clock: () => now } })
    const closed = received(await openSocket(base))
    for (let offence = 0; offence < MAX_OFFENCES; offence++) {
      t.match(await client(t, base).refused(MAX_REFUSALS), { isClosed: true }, 'the last answer arrives')
    }
    t.equal((await closed).length, 0, 'an older connection is closed')
    t.equal((await received(await openSocket(base))).length, 0)
    t.equal(gateway.connections.dropped.refused, MAX_OFFENCES + 2)
    now += BLOCKED_MS + 1
    t.same(await client(t, base).refused(1), { answers: 1, isClosed: false })
  },
)

t.test('a trusted proxy loses no connection for refusals of its clients', async (t) => {
  const isProxy = (address: string) => address === '127.0.0.1'
  const { base, gateway } = await startGateway(t, folder, { connections: { isProxy } })
  t.match(await client(t, base).refused(3 * MAX_REFUSALS), { isClosed: false })
  t.equal(gateway.connections.dropped.refused, 0)
})

t.test('pipelined requests after the last answer get none', async (t) => {
  const { base } = await startGateway(t, folder)
  const socket = await openSocket(base)
  const bytes = received(socket)
  for (let sent = 0; sent < MAX_REFUSALS + 10; sent++) {
    socket.write(getRequest(NO_KEY))
    await new Promise(setImmediate)
  }
  const answers = answersIn(await bytes)
  t.ok(answers.length <= MAX_REFUSALS)
  t.ok(answers.every(({ status }) => status === 401))
})
