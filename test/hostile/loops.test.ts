// Series of requests on kept connections that no rate limit counts: strangers can't keep the gateway busy with them.

import { once } from 'node:events'
import { Agent, request } from 'node:http'
import t, { type Test } from 'tap'
import { MAX_FREE_ANSWERS } from '../../gateway/connections/limits.ts'
import { serveTiny } from '../helpers/gateway.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'

t.setTimeout(BUSY_MS)

interface Asked {
  target: string
  status: number
  method?: string
  headers?: Record<string, string>
}

const OFFERS = '/beta/offers'
const REFUSED: Asked = { target: OFFERS, status: 401 }

/** A client with one connection, which it keeps as long as it may. */
function client(t: Test, base: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  /** Asks up to the answer that ends the connection; returns the number of answers, and whether one did. */
  return async (count: number, { target, status, ...options }: Asked = REFUSED) => {
    for (let answers = 1; answers <= count; answers++) {
      const [answer] = await once(request(`${base}${target}`, { agent, ...options }).end(), 'response')
      if (answer.statusCode !== status) throw new Error(`${answer.statusCode}`)
      await once(answer.resume(), 'end')
      if (answer.headers.connection === 'close') return { answers, isClosed: true }
      // The agent takes its connection back in the next turn.
      await new Promise(setImmediate)
    }
    return { answers: count, isClosed: false }
  }
}

t.test('the hundredth free answer of a connection is its last, and announces that', async (t) => {
  const { base, gateway, keys } = await serveTiny(t, { connections: { clock: () => 1 } })
  const key = keys.issue('named', 1)
  const PREFLIGHT = { origin: 'http://other.example', 'access-control-request-method': 'GET' }
  const FREE: Record<string, Asked> = {
    'without a key': REFUSED,
    'no route': { target: '/nothing', status: 404 },
    'open route': { target: '/beta/openapi.json', status: 200 },
    unchanged: { target: '/beta/openapi.json', status: 304, headers: { 'if-none-match': '*' } },
    preflight: { target: OFFERS, status: 204, method: 'OPTIONS', headers: PREFLIGHT },
    'above the limit': { target: OFFERS, status: 429, headers: { authorization: `Bearer ${key}` } },
  }
  await client(t, base)(1, { ...FREE['above the limit'], target: OFFERS, status: 200 })
  for (const [name, asked] of Object.entries(FREE)) {
    const before = gateway.connections.dropped.loop
    const one = client(t, base)
    const expected = { answers: MAX_FREE_ANSWERS, isClosed: true }
    t.same(await one(MAX_FREE_ANSWERS + 5, asked), expected, name)
    t.equal(gateway.connections.dropped.loop, before + 1, name)
    t.match(await one(1, asked), { isClosed: false }, `${name}: on a new connection`)
  }
})

t.test(
  'answers that a rate limit has allowed do not count, even refusals, nor failures of ours',
  async (t) => {
    const { base, gateway, keys } = await serveTiny(t)
    const headers = { authorization: `Bearer ${keys.issue('named', 10_000)}` }
    const one = client(t, base)
    const many = async (target: string, status: number) =>
      t.match(await one(2 * MAX_FREE_ANSWERS, { target, status, headers }), { isClosed: false }, target)
    await many(OFFERS, 200)
    await many('/beta/offers/00000000-0000-4000-8000-000000000000', 404)
    await many('/beta/offers?unknown=1', 400)
    keys.outage = new Error('down')
    await many('/beta/snapshot', 503)
    t.equal(gateway.connections.dropped.loop, 0)
  },
)

t.test('free answers count only for a while', async (t) => {
  let now = 1
  const { base, gateway } = await serveTiny(t, { connections: { clock: () => now } })
  const one = client(t, base)
  t.match(await one(MAX_FREE_ANSWERS - 1), { isClosed: false })
  now += 10_001
  t.match(await one(MAX_FREE_ANSWERS - 1), { isClosed: false })
  t.same(await one(5), { answers: 1, isClosed: true })
  t.equal(gateway.connections.dropped.loop, 1)
})

t.test('loops of a neighbour cost no other connection of their address', async (t) => {
  const { base, gateway } = await serveTiny(t, { connections: { clock: () => 1 } })
  const neighbour = client(t, base)
  t.match(await neighbour(1), { isClosed: false })
  const loops = Array.from({ length: 20 }, () => client(t, base)(MAX_FREE_ANSWERS))
  for (const loop of await Promise.all(loops)) t.match(loop, { answers: MAX_FREE_ANSWERS, isClosed: true })
  t.equal(gateway.connections.dropped.loop, 20)
  t.match(await neighbour(1), { isClosed: false }, 'an older one')
  t.match(await client(t, base)(1), { isClosed: false }, 'a new one')
})
