// Requests at the edges of HTTP: each gets an answer in the form of the API, and no line in the log.

import t from 'tap'
import { MAX_HEADER_FIELDS } from '../../gateway/exchange/message-rules.ts'
import { recordingLog } from '../gateway/operations/recording-log.ts'
import { SlowKeyStore } from '../gateway/operations/slow-key-store.ts'
import { serveTiny } from '../helpers/gateway.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'
import { until } from '../helpers/until.ts'
import { exchange, getRequest, openSocket, type RawAnswer, received } from './support/raw-socket.ts'

t.setTimeout(SHORT_MS)

const problem = (status: number, code: string) => ({
  status,
  headers: { 'content-type': 'application/problem+json', 'access-control-allow-origin': '*' },
  json: { status, code, meta: { attribution: String } },
})
const MALFORMED = problem(400, 'malformed_request')
const CLOSE = 'Connection: close'

type Case = [what: string, bytes: string, expected: object]

const withHost =
  (expected: object) =>
  (host: string): Case => [
    `Host: ${host}`,
    `GET /beta/openapi.json HTTP/1.1\r\nHost: ${host}\r\n${CLOSE}\r\n\r\n`,
    expected,
  ]
/** @param count of header fields */
const withFields = (count: number, expected: object): Case => [
  `${count} header fields`,
  getRequest('/beta/openapi.json', [...Array(count - 2).fill('a: b'), CLOSE]),
  expected,
]

const cases: Case[] = [
  ...[
    'http://[/beta/offers',
    'http://',
    'http://]',
    'http://a b@x/',
    'HTTPS://user@x/',
    'http://x:y/beta',
    'http://[::g]/',
    'https://x:99999/',
    'http://:80/',
    'ftp://x/',
  ].map((target): Case => [target, getRequest(target, [CLOSE]), MALFORMED]),
  ['a good absolute target', getRequest('http://api.example:80/beta/openapi.json', [CLOSE]), { status: 200 }],
  [
    'an absolute target with its scheme in capitals',
    getRequest('HTTP://api.example/beta/openapi.json', [CLOSE]),
    { status: 200 },
  ],
  [
    'an absolute target without a path',
    getRequest('http://api.example', [CLOSE]),
    { status: 404, body: 'The current release has no such file.' },
  ],
  [
    'CONNECT',
    'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    { ...problem(405, 'method_not_allowed'), headers: { allow: 'GET, HEAD, OPTIONS' } },
  ],
  ['two hosts', getRequest('/beta/openapi.json', ['HOST: x', CLOSE]), MALFORMED],
  ['no host', `GET /beta/openapi.json HTTP/1.1\r\n${CLOSE}\r\n\r\n`, MALFORMED],
  ['no host before HTTP/1.1', 'GET /beta/openapi.json HTTP/1.0\r\n\r\n', { status: 200 }],
  ...['', ':80', 'x:65536', 'a b', '<x>', 'a/b', 'x:y', '[x]', 'a@b', '%zz'].map(withHost(MALFORMED)),
  ...['x:8080', 'x:65535', 'x:', '[::1]:80', 'xn--a.example', '192.0.2.1'].map(withHost({ status: 200 })),
  withFields(MAX_HEADER_FIELDS, { status: 200 }),
  withFields(MAX_HEADER_FIELDS + 1, problem(431, 'request_header_too_large')),
  withFields(2000, problem(431, 'request_header_too_large')),
]

t.test('each request gets an answer', async (t) => {
  const log = recordingLog()
  const { base } = await serveTiny(t, { log })
  const before = log.lines.length
  for (const [what, bytes, expected] of cases) {
    const answers: RawAnswer[] = await exchange(base, bytes)
    t.equal(answers.length, 1, `${what}: one answer`)
    t.match(answers[0], expected, what)
  }
  t.equal(log.lines.length, before, 'and no line in the log')
})

t.test('an empty Host is refused as the first request of a gateway, too', async (t) => {
  const { base } = await serveTiny(t)
  t.match(await exchange(base, `GET / HTTP/1.1\r\nHost:\r\n${CLOSE}\r\n\r\n`), [MALFORMED])
})

t.test('a client that half-closes gets its answer, even if it had to wait', async (t) => {
  const keyStore = new SlowKeyStore()
  const { base } = await serveTiny(t, { keyStore })
  const authorization = `Authorization: Bearer ${keyStore.issue('named')}`
  const waiting = ['/beta/snapshot', '/beta/offers', '/beta/offers?limit=7&offset=3'].map((target) =>
    exchange(base, getRequest(target, [authorization]), { halfClose: true }),
  )
  await until('they wait', () => keyStore.asked >= 2)
  keyStore.answer()
  for (const answers of await Promise.all(waiting)) t.match(answers, [{ status: 200 }])
})

t.test('good requests before junk get their answers, and the junk gets another', async (t) => {
  const keyStore = new SlowKeyStore()
  const { base } = await serveTiny(t, { keyStore })
  const good = getRequest('/beta/issuers', [`Authorization: Bearer ${keyStore.issue('named')}`])
  const cold = exchange(base, `${good}${good}junk\r\n\r\n`)
  const last = exchange(base, `${good.replace('\r\n\r\n', `\r\n${CLOSE}\r\n\r\n`)}ose\r\n\r\n`)
  await until('they wait', () => keyStore.asked >= 1)
  keyStore.answer()
  const statuses = async (answers: Promise<RawAnswer[]>) => (await answers).map(({ status }) => status)
  t.same(await statuses(cold), [200, 200, 400])
  t.equal((await statuses(last))[0], 200)
})

t.test('a pipelined request with Expect: 100-continue gets a whole answer, the last one', async (t) => {
  const { base, keys } = await serveTiny(t)
  const named = [`Authorization: Bearer ${keys.issue('named')}`]
  const plain = getRequest('/beta/offers', named)
  const expecting = getRequest('/beta/offers', [...named, 'Expect: 100-continue'])
  const [first, second, ...others] = await exchange(base, plain + expecting + plain)
  t.match(first, { status: 200, headers: { connection: 'keep-alive' } })
  // It is unknown whether a body follows, so later bytes have no meaning (RFC 9110 §10.1.1).
  t.match(second, { status: 200, headers: { connection: 'close' } })
  t.equal(second?.body, first?.body)
  t.same(others, [])
})

t.test('a CONNECT after good requests waits for its turn', async (t) => {
  const { base } = await serveTiny(t)
  const socket = await openSocket(base)
  const all = received(socket)
  const good = getRequest('/beta/openapi.json') + getRequest('/nothing')
  socket.write(`${good}CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n`)
  t.match((await all).toString(), /^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 404 [\s\S]*HTTP\/1\.1 405 /)
})
