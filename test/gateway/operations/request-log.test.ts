import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import t, { type Test } from 'tap'
import { RequestContext } from '../../../gateway/exchange/request-context.ts'
import { requestLog } from '../../../gateway/operations/request-log.ts'
import { serveTiny } from '../../helpers/gateway.ts'
import { type Call, call } from '../../helpers/http.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { until } from '../../helpers/until.ts'
import { recordingLog } from './recording-log.ts'

t.setTimeout(MINUTE_MS)

async function loggedCalls(t: Test) {
  const log = recordingLog()
  const { base, keys } = await serveTiny(t, { observers: [requestLog(log)] })
  const key = keys.issue('named')
  const [record] = keys.records.values()
  const lineOf = async (target: string, options: Call = {}) => {
    const before = log.lines.length
    await call(base, target, options)
    await until('the answer is logged', () => log.lines.length > before)
    return log.lines.at(-1)?.facts
  }
  return { keys, key, keyId: record?.id, lineOf, log }
}

t.test('an answer has one line, with the ids of request and key and the canonical target', async (t) => {
  const { key, keyId, lineOf, log } = await loggedCalls(t)
  const line = await lineOf('/beta/offers?offset=3&limit=2', { key, headers: { 'X-Request-Id': 'mine' } })
  t.match(line, {
    request_id: 'mine',
    key_id: keyId,
    method: 'GET',
    route: 'offers',
    target: '/beta/offers?limit=2&offset=3',
    status: 200,
    ms: Number,
    complete: true,
  })
  t.equal(log.lines.length, 1)
  t.match(await lineOf('/beta/snapshot', { key, method: 'HEAD' }), { method: 'HEAD', status: 200 })
  t.match(await lineOf('/beta/offers', { method: 'OPTIONS' }), { method: 'OPTIONS', status: 204 })
})

t.test('only the path of a refused request is logged, without parts that could be secret', async (t) => {
  const { key, lineOf } = await loggedCalls(t)
  t.match(await lineOf('/beta/offers?limit=x&mail=me@example.org', { key }), {
    status: 400,
    target: '/beta/offers',
  })
  t.match(await lineOf(`/beta/issuers?${key}`, { key }), { status: 400, target: '/beta/issuers' })
  t.match(await lineOf(`/beta/offers/${key}`, { key }), { status: 404, target: '/beta/offers/…' })
  t.match(await lineOf(`/${encodeURIComponent(key).replaceAll('_', '%5F')}/x`), { target: '/…/x' })
  t.match(await lineOf(`/${'a'.repeat(24)}/${'b'.repeat(23)}`), { target: `/…/${'b'.repeat(23)}` })
  t.match(await lineOf(`/${'a/'.repeat(500)}`), { status: 404, target: /^.{120}$/ })
})

t.test('an error is logged with its code; if the server caused it, the level is error', async (t) => {
  const { keys, key, lineOf, log } = await loggedCalls(t)
  t.match(await lineOf('/beta/offers', { key }), { status: 200, code: undefined })
  t.match(await lineOf('/beta/offers'), { status: 401, code: 'unauthorized' })
  keys.outage = new Error('down')
  const other = keys.issue('named')
  t.match(await lineOf('/beta/offers', { key: other }), { status: 503, code: 'key_store_unavailable' })
  t.same(
    log.lines.map(({ level }) => level),
    ['info', 'info', 'error'],
  )
})

t.test('a key is not accepted as a request id', async (t) => {
  const { key, lineOf } = await loggedCalls(t)
  for (const id of [key, `x-${key}`, key.toUpperCase().slice(0, 40)]) {
    const line = await lineOf('/beta/offers', { headers: { 'X-Request-Id': id } })
    t.notMatch(line, { request_id: id })
  }
})

t.test('input that never became a request is logged', async (t) => {
  const log = recordingLog()
  requestLog(log).refused?.(400, 'malformed_request')
  t.match(log.facts('refused'), [{ status: 400, code: 'malformed_request' }])
})

t.test('an answer that was not sent completely is logged as incomplete', async (t) => {
  const log = recordingLog()
  const res = new ServerResponse(new IncomingMessage(new Socket()))
  requestLog(log).answered(new RequestContext('an-id', 0), 200, res)
  // Without a connection the answer is not sent.
  res.end('a body')
  res.emit('close')
  t.match(log.facts('answered'), [{ request_id: 'an-id', status: 200, complete: false }])
})
