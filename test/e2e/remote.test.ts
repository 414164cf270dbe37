import t from 'tap'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { askRemoteGateway, withoutServers } from './remote-gateway.ts'

t.setTimeout(SLOW_MS)

t.test('a gateway with Redis and an origin keeps every promise', { skip: withoutServers }, (t) =>
  askRemoteGateway(t),
)
