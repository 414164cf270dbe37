// Restarts gateways one after the other behind the balancer of the documentation.

import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { startBalancer } from '../helpers/balancer.ts'
import { MemoryKeyStore, startGateway, unlimited } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { withoutNginx } from '../helpers/nginx.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'

t.setTimeout(SHORT_MS)

t.test(
  'both gateways are restarted under load, one after the other, and no request fails',
  { skip: withoutNginx },
  async (t) => {
    const folder = join(t.testdir({ public: {}, nginx: {} }), 'public')
    publishTinyRelease(folder)
    const keyStore = new MemoryKeyStore()
    const { base, first, second } = await startBalancer(t, join(folder, '../nginx'))
    // This test is not about the load.
    const parts = { keyStore, limiter: unlimited, proxies: ['127.0.0.1'] }
    const start = async (port: number) => (await startGateway(t, folder, { ...parts, port })).gateway
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
  },
)
