import t from 'tap'
import { createKey } from '../../../contract/keys/format.ts'
import { RequestContext } from '../../../gateway/exchange/request-context.ts'
import { logRefusals, warnOfDrops, warnOfUnnamedProxy } from '../../../gateway/operations/warnings.ts'
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

t.test('refusals of keys are logged without a proxy, each key and code once a minute', async (t) => {
  const log = recordingLog()
  const { base, keys } = await serveTiny(t, { log })
  const [key, other] = [keys.issue('named'), keys.issue('demo')]
  const [first, second, third] = [...keys.records.values()]
  const refused = () => log.lines.filter(({ message }) => message === 'refused')
  for (const target of ['?offset=99999', '?offset=99999', '?limit=0', '']) {
    await call(base, `/beta/offers${target}`, { key, headers: { 'X-Request-Id': `q-${target.length}` } })
    await call(base, `/beta/offers${target}`)
  }
  await call(base, '/beta/offers?limit=100', { key: other })
  await call(base, '/beta/offers', { key: createKey('named') })
  await keys.revoke(second?.id ?? '', '2026-09-01T00:00:00.000Z')
  await call(base, '/beta/snapshot', { key: other })
  t.equal(third, undefined)
  t.strictSame(
    refused().map(({ level, facts }) => ({ level, ...facts })),
    [
      { request_id: 'q-13', ...holder(first), code: 'scope_exceeded', reason: undefined },
      { request_id: 'q-8', ...holder(first), code: 'invalid_parameter', reason: undefined },
      { ...holder(second), code: 'scope_exceeded', reason: undefined },
      { ...holder(undefined), code: 'unauthorized', reason: 'unknown' },
      { ...holder(second), code: 'unauthorized', reason: 'revoked' },
    ].map((facts, index) => ({ level: 'info', request_id: refused()[index]?.facts.request_id, ...facts })),
  )
  t.notMatch(JSON.stringify(log.lines), key)
})

function holder(record: { id: string; kind: string } | undefined) {
  return { key_id: record?.id, key_kind: record?.kind }
}

t.test('a flood of refusals logs 100 lines a minute', async (t) => {
  const log = recordingLog()
  let now = 0
  const refused = logRefusals(log, () => now)
  for (const at of [0, 60_000]) {
    now = at
    for (let id = 0; id < 1_000; id++) {
      const holder = { id: `key_${id}`, kind: 'named' } as const
      refused(Object.assign(new RequestContext('an-id', 0), { holder, problem: 'rate_limited' as const }))
    }
  }
  t.equal(log.lines.length, 200)
})

t.test('key and problem go to a trusted proxy alone, which logs them itself', async (t) => {
  const names = ['x-offers-key', 'x-offers-key-kind', 'x-offers-problem']
  for (const isTrusted of [true, false]) {
    const log = recordingLog()
    const { base, keys } = await serveTiny(t, { log, connections: { isProxy: () => isTrusted } })
    const key = keys.issue('named')
    const [record] = keys.records.values()
    const sent = async (target: string, given?: string, more = {}) => {
      const { headers } = await call(base, target, {
        key: given,
        headers: { 'X-Offers-Key': 'key_b', ...more },
      })
      return names.map((name) => headers[name])
    }
    const expected = (...values: (string | undefined)[]) =>
      isTrusted ? values : [undefined, undefined, undefined]
    const known = [record?.id, 'named'] as const
    t.same(await sent('/beta/offers', key), expected(...known, undefined))
    t.same(await sent('/beta/offers', key, { 'If-None-Match': '*' }), expected(...known, undefined), '304')
    t.same(await sent('/beta/snapshot', key), expected(...known, undefined), 'a stream')
    t.same(await sent('/beta/offers?limit=999', key), expected(...known, 'scope_exceeded'))
    t.same(await sent('/beta/offers'), expected(undefined, undefined, 'unauthorized'))
    t.equal(log.facts('refused').length, isTrusted ? 0 : 1)
  }
})
