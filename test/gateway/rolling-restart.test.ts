// Restarts gateways one after the other behind the balancer of the documentation.

import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { Gateway, type GatewayParts } from '../../gateway/gateway.ts'
import { silentLog } from '../../gateway/lib/log.ts'
import { clientAddressBehind } from '../../gateway/limits/client-address.ts'
import { folderOrigin } from '../../gateway/origin/folder-origin.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { startBalancer } from '../helpers/balancer.ts'
import { MemoryKeyStore } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { withoutNginx } from '../helpers/nginx.ts'
import { MINUTE_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'

t.setTimeout(MINUTE_MS)

t.test(
  'both gateways are restarted under load, one after the other, and no request fails',
  { skip: withoutNginx },
  async (t) => {
    const folder = join(t.testdir({ public: {}, nginx: {} }), 'public')
    publishTinyRelease(folder)
    const keyStore = new MemoryKeyStore()
    const { base, first, second } = await startBalancer(t, join(folder, '../nginx'))
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
    // This test is not about the load.
    limiter: { consume: () => ({ allowed: true, remaining: 1, resetSeconds: 1 }), close: async () => {} },
    clientAddress: clientAddressBehind(['127.0.0.1']),
    clock: systemClock,
    log: silentLog,
    cacheBytes: 1_000_000,
    pollMs: 3_600_000,
  }
}
