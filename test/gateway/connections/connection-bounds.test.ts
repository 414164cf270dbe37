// The bound on connections of an address.

import t from 'tap'
import { serveTiny } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { until } from '../../helpers/until.ts'
import { lost, openSocket } from '../../hostile/support/raw-socket.ts'

t.test('one connection more than an address may have is closed at once', async (t) => {
  const { base, gateway } = await serveTiny(t, { connections: { maxPerAddress: 3 } })
  const open = [await openSocket(base), await openSocket(base), await openSocket(base)]
  await lost(await openSocket(base))
  t.same(gateway.connections.dropped, { total: 0, address: 1, pipeline: 0, loop: 0 })
  open[0]?.destroy()
  await until('there is room again', async () => {
    const answer = await call(base, '/beta/openapi.json').catch(() => undefined)
    return answer?.status === 200
  })
  for (const socket of open) socket.destroy()
})
