import t from 'tap'
import { askLocalGateway } from './local-gateway.ts'

t.test('a gateway over a local folder keeps every promise', (t) => askLocalGateway(t))
