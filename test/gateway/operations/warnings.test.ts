import t from 'tap'
import { warnOfDrops, warnOfUnnamedProxy } from '../../../gateway/operations/warnings.ts'
import { serveTiny } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { recordingLog } from './recording-log.ts'

const MESSAGE = 'X-Forwarded-For of a peer that --trust-proxy does not name'
const HOUR_MS = 3_600_000

t.test('X-Forwarded-For of a peer that is no trusted proxy is logged once', async (t) => {
  const log = recordingLog()
  const { base } = await serveTiny(t, { log })
  await call(base, '/beta/openapi.json')
  t.same(log.facts(MESSAGE), [])
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  for (const target of ['/beta/openapi.json', '/nothing']) await call(base, target, { headers })
  t.match(
    log.lines.filter(({ message }) => message === MESSAGE),
    [{ level: 'warn', facts: { peer: '127.0.0.1' } }],
  )
})

t.test('that of a trusted proxy is not', async (t) => {
  const log = recordingLog()
  const isProxy = (address: string) => address === '127.0.0.1'
  const { base } = await serveTiny(t, { log, connections: { isProxy } })
  await call(base, '/nothing', { headers: { 'x-forwarded-for': '192.0.2.1' } })
  t.same(log.facts(MESSAGE), [])
})

t.test('after an hour, the next one is logged again', async (t) => {
  const log = recordingLog()
  let now = 0
  const warn = warnOfUnnamedProxy(
    log,
    () => false,
    () => now,
  )
  const request = { headers: { 'x-forwarded-for': '192.0.2.1' }, socket: { remoteAddress: '10.0.0.4' } }
  for (const at of [0, 1, HOUR_MS - 1]) {
    now = at
    warn(request)
  }
  t.equal(log.lines.length, 1)
  now = HOUR_MS
  warn(request)
  t.same(log.facts(MESSAGE), [{ peer: '10.0.0.4' }, { peer: '10.0.0.4' }])
})

t.test('a closed connection is logged with its address, at most one a minute', async (t) => {
  const log = recordingLog()
  let now = 0
  const warn = warnOfDrops(log, () => now)
  for (const at of [0, 1, 59_999]) {
    now = at
    warn({ address: '192.0.2.1', reason: 'pipeline' })
  }
  t.match(log.lines, [{ level: 'warn', facts: { address: '192.0.2.1', reason: 'pipeline' } }])
  now = 60_000
  warn({ address: '192.0.2.2', reason: 'loop' })
  t.match(log.facts('connection closed')[1], { address: '192.0.2.2', reason: 'loop' })
})
