// Large answers that begin and are not read, or slowly: whoever holds most of them pays, and nobody else.

import { once } from 'node:events'
import type { Socket } from 'node:net'
import t, { type Test } from 'tap'
import type { GatewayParts } from '../../gateway/gateway.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { until } from '../helpers/until.ts'
import { publishLargeCatalogue } from './support/large-catalogue.ts'
import { answersIn, getRequest, openSocket, received } from './support/raw-socket.ts'

t.setTimeout(BUSY_MS)

let folder = ''
t.before(async () => {
  folder = await publishLargeCatalogue(t.testdir({}))
})

/** Room for eleven pages of 100 offers, packed and unpacked: the bound itself would take hundreds of connections. */
const ROOM = 40 * 1024 * 1024

/** More than the system buffers for a connection: the last of so many answers waits in the gateway. */
const BUFFERED = 8 * 1024 * 1024

const WIDE = { limit: 100, bytes: 1_600_000 }
const DEMO = { limit: 25, bytes: 400_000 }

/** Each adds a connection that reads nothing. */
const ROUNDS = 5

async function started(t: Test, parts: Partial<GatewayParts> = {}) {
  const running = await startGateway(t, folder, {
    ...parts,
    transfers: { maxBodyBytes: ROOM, ...parts.transfers },
  })
  let offset = 0
  const sockets: Socket[] = []
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
  })
  /** Asks for as many windows, each another one, as the system does not buffer, and reads nothing. */
  const hold = async (key: string, { limit, bytes }: typeof WIDE, localAddress?: string) => {
    const socket = await openSocket(running.base, localAddress)
    sockets.push(socket)
    // The gateway closes it.
    socket.on('error', () => {})
    const count = Math.min(Math.ceil(BUFFERED / bytes), 20)
    const most = limit === 100 ? 50 : 75
    for (let asked = 0; asked < count; asked++) {
      offset = (offset % most) + 1
      const target = `/beta/offers?limit=${limit}&offset=${offset}`
      socket.write(getRequest(target, [`Authorization: Bearer ${key}`]))
    }
    return socket
  }
  return { ...running, hold, sockets }
}

/** The status of an answer, and whether it is whole. */
async function answer(base: string, key: string | undefined, target: string): Promise<unknown> {
  const { status, body, headers } = await call(base, target, { key })
  return [status, body.length === Number(headers['content-length']), status === 200 ? '' : String(body)]
}

const GOOD = [200, true, '']

t.test('one key that reads nothing refuses nobody else', async (t) => {
  const { base, keys, hold, sockets } = await started(t)
  const bad = keys.issue('named')
  for (let connection = 0; connection < 20; connection++) await hold(bad, WIDE)
  for (let round = 0; round < ROUNDS; round++) {
    const good = keys.issue('named')
    t.same(await answer(base, good, `/beta/offers?limit=100&offset=${round * 7 + 3}`), GOOD, `round ${round}`)
    t.same(await answer(base, good, '/beta/changes?limit=100'), GOOD)
    t.same(await answer(base, keys.issue('demo'), '/beta/offers'), GOOD)
    t.same(await answer(base, undefined, '/beta/openapi.json'), GOOD)
    await hold(bad, WIDE)
  }
  // The gateway may not have read all of its requests yet.
  await until('the key itself is refused or cut off', async () => {
    const isCutOff = sockets.some(
      ({ readableEnded, destroyed, closed }) => readableEnded || destroyed || closed,
    )
    if (isCutOff) return true
    const { text } = await call(base, '/beta/offers?limit=100&offset=199', { key: bad })
    return text.includes('too_many_downloads')
  })
})

t.test('forty addresses of a demo key refuse nobody else', async (t) => {
  const { base, keys, hold } = await started(t)
  const demo = keys.issue('demo')
  for (let address = 1; address <= 40; address++) await hold(demo, DEMO, `127.0.1.${address}`)
  for (let round = 0; round < ROUNDS; round++) {
    const good = keys.issue('named')
    t.same(await answer(base, good, `/beta/offers?limit=100&offset=${round * 7 + 3}`), GOOD, `round ${round}`)
    t.same(await answer(base, demo, `/beta/offers?limit=25&offset=${round}`), GOOD, 'nor another address')
    await hold(demo, DEMO, `127.0.1.${round + 1}`)
  }
})

t.test('a client that is alone gets all that there is, then 429, and every answer whole', async (t) => {
  const { base, keys, hold } = await started(t)
  const key = keys.issue('named')
  const open = await Promise.all(Array.from({ length: 8 }, () => hold(key, WIDE)))
  const refusal = {
    status: 429,
    headers: { 'retry-after': '10', ratelimit: String },
    json: { code: 'too_many_downloads' },
  }
  let offset = 0
  await until('the bound is full', async () => {
    offset += 1
    const answer = await call(base, `/beta/offers?limit=99&offset=${offset}`, { key })
    if (answer.status === 200) open.push(await hold(key, WIDE))
    else t.match(answer, refusal)
    return answer.status !== 200
  })
  const whole = await Promise.all(
    open.map(async (socket) => {
      const bytes = received(socket)
      socket.write(getRequest('/beta/issuers', ['Connection: close', `Authorization: Bearer ${key}`]))
      return answersIn(await bytes)
    }),
  )
  const statuses = whole.flat().map(({ status }) => status)
  t.ok(statuses.every((status) => status === 200 || status === 429))
  t.ok(statuses.filter((status) => status === 200).length > open.length)
  t.same(await answer(base, key, '/beta/offers?limit=100&offset=40'), GOOD, 'and later any other')
})

t.test(
  'a reader that stops, or takes 4 kB every 19 s, is closed; one that takes 10 kB/s is not',
  async (t) => {
    let now = 0
    const { gateway, keys, hold } = await started(t, { transfers: { clock: () => now } })
    const connections: Socket[] = []
    gateway.server.on('connection', (socket) => connections.push(socket))
    const sockets = await Promise.all(Array.from({ length: 3 }, () => hold(keys.issue('named'), WIDE)))
    const [stopped, dripping, slow] = sockets.map((socket) => {
      socket.pause()
      return socket
    })
    const takeFrom = async (socket: Socket | undefined, bytes: number) => {
      for (let taken = 0; socket && !socket.destroyed && taken < bytes; ) {
        const chunk: Buffer | null = socket.read(Math.min(bytes - taken, socket.readableLength || 1))
        if (chunk) taken += chunk.length
        else await Promise.race([once(socket, 'readable'), once(socket, 'close')])
      }
    }
    const held = () => connections.filter(({ writableLength }) => writableLength > 0).length
    await until('all wait for their clients', () => held() === 3)
    await takeFrom(slow, 1)
    await takeFrom(dripping, 1)
    await takeFrom(stopped, 1)
    const open = () => connections.filter(({ destroyed }) => !destroyed).length
    // What the systems of the clients buffer is taken at once.
    for (let second = 1; second <= 90 && open() > 1; second++) {
      now += 1_000
      await gateway.transfers.look()
      if (second % 19 === 0) await takeFrom(dripping, 4_000)
      if (second % 10 === 0) await takeFrom(slow, 100_000)
    }
    await until('the two are closed', () => open() === 1)
    t.same(gateway.connections.dropped.slow, 2)
    await takeFrom(slow, 100_000)
    t.notOk(slow?.destroyed)
  },
)
