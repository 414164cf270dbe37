import t from 'tap'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { askLocalGateway } from './local-gateway.ts'

t.setTimeout(BUSY_MS)

t.test('a gateway over a local folder keeps every promise', (t) => askLocalGateway(t))
