import t, { type Test } from 'tap'
import { connectRedis, type RedisOptions } from '../../../gateway/lib/redis-connection.ts'
import { freePort } from '../../helpers/free-port.ts'
import { movingAddress } from '../../helpers/moving-address.ts'
import { startRedis, withoutRedis } from '../../helpers/redis.ts'
import { BUSY_MS, inFull } from '../../helpers/slow-suite.ts'
import { until } from '../../helpers/until.ts'

t.setTimeout(BUSY_MS)

/** A busy machine takes more than the second of a usual command. */
const PATIENT = { timeoutMs: 20_000 }

const NEVER_MS = 3_600_000

async function connect(t: Test, port: number, options: RedisOptions = {}) {
  const errors: Error[] = []
  const onError = (error: unknown) => errors.push(error as Error)
  const redis = await connectRedis(`redis://127.0.0.1:${port}`, { ...PATIENT, onError, ...options })
  t.teardown(() => redis.close())
  await redis.ready()
  return {
    redis,
    errors,
    port: async () => Number(/tcp_port:(\d+)/.exec(await redis.run((client) => client.info()))?.[1]),
  }
}

const RENEWALS = inFull ? 1_000 : 100

t.test(`no answer fails over ${RENEWALS} renewals`, { skip: withoutRedis }, async (t) => {
  const server = await startRedis(t)
  let connections = 0
  const { redis, errors } = await connect(t, server.port, {
    renewMs: 0,
    onServer: () => {
      connections += 1
    },
  })
  let sent = 0
  let answered = 0
  while (connections <= RENEWALS) {
    sent += 20
    const counts = await Promise.all(
      Array.from({ length: 20 }, () => redis.run((client) => client.incr('count'))),
    )
    answered += counts.length
  }
  t.equal(answered, sent)
  t.equal(Number(await redis.run((client) => client.get('count'))), sent, 'each was run once')
  t.same(errors, [])
  redis.close()
  await until('no connection is left over', async () => {
    const clients = String(await server.command('INFO', 'clients'))
    return /connected_clients:1\r/.test(clients)
  })
})

t.test('closing while a connection is renewed leaves none behind', { skip: withoutRedis }, async (t) => {
  const server = await startRedis(t)
  for (let turn = 0; turn < 20; turn++) {
    const { redis } = await connect(t, server.port, { renewMs: 0 })
    for (let tick = 0; tick < turn; tick++) await new Promise((resolve) => setImmediate(resolve))
    redis.close()
  }
  await until('all are closed', async () =>
    /connected_clients:1\r/.test(String(await server.command('INFO', 'clients'))),
  )
})

t.test(
  'an answer that is under way when its connection is renewed arrives',
  { skip: withoutRedis },
  async (t) => {
    const server = await startRedis(t)
    let connections = 0
    const { redis } = await connect(t, server.port, {
      renewMs: 0,
      onServer: () => {
        connections += 1
      },
    })
    const late = redis.run((client) => client.blPop('list', 0))
    const before = connections
    await until('it was renewed', () => connections > before + 3)
    await redis.run((client) => client.rPush('list', 'here'))
    t.match(await late, { element: 'here' })
  },
)

t.test(
  'a server that refuses changes is left for the one at the address',
  { skip: withoutRedis },
  async (t) => {
    const [old, next] = [await startRedis(t), await startRedis(t)]
    const address = await movingAddress(t, old.port)
    const servers: boolean[] = []
    let moved = 0
    const { redis, port } = await connect(t, address.port, {
      renewMs: NEVER_MS,
      onServer: ({ isReadOnly }) => servers.push(isReadOnly),
      onMoved: () => {
        moved += 1
      },
    })
    await until('the server was looked at', () => servers.length > 0)
    await old.command('REPLICAOF', '127.0.0.1', String(next.port))
    address.moveTo(next.port)
    const refused = redis.run((client) => client.set('a', '1'))
    await t.rejects(refused, {
      message: /READONLY.*replica.*give the address of the primary.*REPLICAOF NO ONE/,
    })
    await until('it is left', async () => (await port()) === next.port)
    await redis.run((client) => client.set('a', '1'))
    t.same(servers, [false, false])
    t.equal(moved, 1)
  },
)

t.test(
  'while the address leads to a replica, it is tried once a second',
  { skip: withoutRedis },
  async (t) => {
    const [old, next] = [await startRedis(t), await startRedis(t)]
    await old.command('REPLICAOF', '127.0.0.1', String(next.port))
    const address = await movingAddress(t, old.port)
    const servers: boolean[] = []
    const { redis } = await connect(t, address.port, {
      renewMs: NEVER_MS,
      onServer: ({ isReadOnly }) => servers.push(isReadOnly),
    })
    const begun = Date.now()
    await until('it is looked at again', async () => {
      await redis.run((client) => client.set('a', '1')).catch(() => {})
      return servers.length >= 3
    })
    t.ok(Date.now() - begun > 900, 'however many changes are refused')
    t.same([...new Set(servers)], [true])
    address.moveTo(next.port)
    await until('it can be changed', () => servers.at(-1) === false)
    await redis.run((client) => client.set('a', '1'))
  },
)

t.test('an old primary that is alive and alone is left', { skip: withoutRedis }, async (t) => {
  const [old, next] = [await startRedis(t), await startRedis(t)]
  const address = await movingAddress(t, old.port)
  let moved = 0
  const { errors, port } = await connect(t, address.port, {
    renewMs: 50,
    onMoved: () => {
      moved += 1
    },
  })
  t.equal(await port(), old.port)
  address.moveTo(next.port)
  await until('it is left', async () => (await port()) === next.port)
  t.equal(moved, 1)
  t.same(errors, [])
})

t.test(
  'a renewal that fails is reported, and the connection in use goes on',
  { skip: withoutRedis },
  async (t) => {
    const server = await startRedis(t)
    const address = await movingAddress(t, server.port)
    const { redis, errors } = await connect(t, address.port, { renewMs: 50 })
    address.moveTo(undefined)
    await until('it is reported', () => errors.length > 0)
    t.match(errors[0], { message: `redis://127.0.0.1:${address.port}: ` })
    t.equal(await redis.run((client) => client.incr('count')), 1)
    address.moveTo(server.port)
    const before = address.connections
    await until('it is renewed again', () => address.connections > before + 1)
  },
)

t.test('a server of a cluster is refused with what to do', { skip: withoutRedis }, async (t) => {
  const server = await startRedis(t, undefined, [
    ...['--cluster-enabled', 'yes', '--cluster-config-file', `${t.testdir()}/nodes`],
    // By default 10,000 above the first, where an outgoing connection may have it.
    ...['--cluster-port', `${await freePort()}`],
  ])
  await server.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  const { redis } = await connect(t, server.port)
  await until('the cluster is up', async () =>
    /cluster_state:ok/.test(String(await server.command('CLUSTER', 'INFO'))),
  )
  const script = { keys: ['a', 'b'], arguments: [] }
  await t.rejects(
    redis.run((client) => client.eval('return 1', script)),
    { message: /CROSSSLOT.*part of a cluster.*take one server/ },
  )
})

t.test('TLS to a port without it is refused with what to do', { skip: withoutRedis }, async (t) => {
  const server = await startRedis(t)
  const redis = await connectRedis(`rediss://127.0.0.1:${server.port}`, { timeoutMs: 1_000 })
  t.teardown(() => redis.close())
  await t.rejects(redis.ready(), {
    message: /no answer within 1000 ms\. .*redis:\/\/ instead of rediss:\/\//,
  })
})
