// The balancer of the documentation: a real nginx with docs/nginx/balancer.conf, in front of two gateways.

import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { systemClock } from '../../contract/clock.ts'
import { problemBody } from '../../contract/problems.ts'
import { Gateway, type GatewayParts } from '../../gateway/gateway.ts'
import { clientAddressBehind } from '../../gateway/limits/client-address.ts'
import { silentLog } from '../../gateway/log.ts'
import { folderOrigin } from '../../gateway/origin/folder-origin.ts'
import { MemoryKeyStore } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { freePort, Nginx, withoutNginx } from '../helpers/nginx.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'

const skip = withoutNginx

/** nginx in front of two ports. */
async function balancer(t: Test, folder = t.testdir()) {
  const [port, first, second] = [await freePort(), await freePort(), await freePort()]
  const nginx = new Nginx({
    site: 'balancer.conf',
    replace: {
      'listen 80;': `listen 127.0.0.1:${port};`,
      '127.0.0.1:8080': `127.0.0.1:${first}`,
      '127.0.0.1:8090': `127.0.0.1:${second}`,
    },
    folder,
  })
  await nginx.start()
  t.teardown(() => nginx.stop())
  return { base: `http://127.0.0.1:${port}`, first, second }
}

/** Something that answers in the place of a gateway. */
async function standIn(t: Test, port: number, listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
}

t.test('a gateway learns who asks from the balancer, not from the client', { skip }, async (t) => {
  const { base, first, second } = await balancer(t)
  const echo: RequestListener = (req, res) => res.end(JSON.stringify(req.headers))
  await standIn(t, first, echo)
  await standIn(t, second, echo)
  const made = await call(base, '/', { key: 'k', headers: { 'X-Forwarded-For': '192.0.2.1' } })
  t.match(made.json, {
    authorization: 'Bearer k',
    'x-forwarded-for': '127.0.0.1',
    'x-request-id': /^[0-9a-f]{32}$/,
  })
  const brought = await call(base, '/', { headers: { 'X-Request-Id': 'mine-1' } })
  t.match(brought.json, { 'x-forwarded-for': '127.0.0.1', 'x-request-id': 'mine-1' })
})

t.test('a gateway that is being restarted is passed over', { skip }, async (t) => {
  const { base, first, second } = await balancer(t)
  let broken = 0
  await standIn(t, first, (req) => {
    broken += 1
    req.socket.destroy()
  })
  await standIn(t, second, (_req, res) => res.end('here'))
  for (let i = 0; i < 10; i++) t.match(await call(base, '/'), { status: 200, text: 'here' })
  t.ok(broken >= 4, 'and is asked again each time it is its turn')
})

t.test('what a gateway answers reaches the client as it is, errors included', { skip }, async (t) => {
  const { base, first, second } = await balancer(t)
  const problem: RequestListener = (_req, res) =>
    res.writeHead(502, { 'Content-Type': 'application/problem+json' }).end('{}')
  await standIn(t, first, problem)
  await standIn(t, second, problem)
  for (let i = 0; i < 4; i++) {
    t.match(await call(base, '/'), {
      status: 502,
      text: '{}',
      headers: { 'content-type': 'application/problem+json' },
    })
  }
})

t.test('an answer that breaks off is not put together from two', { skip }, async (t) => {
  const { base, first, second } = await balancer(t)
  let asked = 0
  const breaksOff: RequestListener = (_req, res) => {
    asked += 1
    res.writeHead(200, { 'Content-Length': 100_000 })
    res.write(Buffer.alloc(50_000), () => res.destroy())
  }
  await standIn(t, first, breaksOff)
  await standIn(t, second, breaksOff)
  await t.rejects(call(base, '/'), { code: 'ECONNRESET' })
  t.equal(asked, 1)
})

t.test('without any gateway the answer is a problem like any other', { skip }, async (t) => {
  const { base } = await balancer(t)
  const { status, json, headers } = await call(base, '/beta/offers')
  t.equal(status, 503)
  t.strictSame(json, problemBody('catalogue_unavailable', 'No gateway answers.', 'Offers Catalogue'))
  t.match(headers, {
    'content-type': 'application/problem+json',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'retry-after': '5',
  })
})

t.test(
  'both gateways are restarted under load, one after the other, and no request fails',
  { skip },
  async (t) => {
    const folder = join(t.testdir({ public: {}, nginx: {} }), 'public')
    await publishTinyRelease(folder)
    const keyStore = new MemoryKeyStore()
    const { base, first, second } = await balancer(t, join(folder, '../nginx'))
    const start = async (port: number): Promise<Gateway> => {
      const gateway = new Gateway(gatewayParts(folder, keyStore))
      await gateway.start('127.0.0.1', port)
      return gateway
    }
    const gateways = [await start(first), await start(second)]
    const key = keyStore.issue('named')
    let goOn = true
    let answered = 0
    const client = async () => {
      while (goOn) {
        const { status } = await call(base, '/beta/issuers', { key })
        if (status !== 200) throw new Error(`status ${status}`)
        answered += 1
      }
    }
    const clients = Promise.all(Array.from({ length: 8 }, client))
    const someMore = async () => {
      const enough = answered + 50
      while (answered < enough) await Promise.race([turn(), clients])
    }
    for (const port of [first, second]) {
      await someMore()
      await gateways.shift()?.stop()
      await someMore()
      gateways.push(await start(port))
    }
    await someMore()
    goOn = false
    await clients
    t.ok(answered >= 250)
    await Promise.all(gateways.map((gateway) => gateway.stop()))
  },
)

function gatewayParts(folder: string, keyStore: MemoryKeyStore): GatewayParts {
  return {
    origin: folderOrigin(folder),
    keyStore,
    // The load is not what this test is about.
    limiter: { consume: () => ({ allowed: true, remaining: 1, resetSeconds: 1 }), close: async () => {} },
    addressOf: clientAddressBehind(['127.0.0.1']),
    clock: systemClock,
    log: silentLog,
    cacheBytes: 1_000_000,
    pollMs: 3_600_000,
  }
}
