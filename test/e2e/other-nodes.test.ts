// The whole contract, asked of gateways that other versions of Node run.

import t from 'tap'
import { OTHER_NODES } from '../helpers/node-versions.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { askLocalGateway } from './local-gateway.ts'
import { askRemoteGateway, withoutServers } from './remote-gateway.ts'

t.setTimeout(SLOW_MS)

for (const { version, path, skip } of OTHER_NODES) {
  t.test(`on Node ${version}, a gateway over a local folder keeps every promise`, { skip }, (t) =>
    askLocalGateway(t, path),
  )
  const skipRemote = skip || withoutServers
  t.test(
    `on Node ${version}, a gateway with Redis and an origin keeps every promise`,
    { skip: skipRemote },
    (t) => askRemoteGateway(t, path),
  )
}
