// The balancer of the documentation: a real nginx with deploy/nginx/balancer.conf, in front of two gateways.

import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { PROBLEMS, type ProblemCode, problemBody } from '../../contract/api/problems.ts'
import { CURRENT_VERSION } from '../../contract/api/versions.ts'
import { createKey } from '../../contract/keys/format.ts'
import { objectPath } from '../../contract/release/layout.ts'
import { problemSource } from '../../gateway/catalogue/problem-source.ts'
import type { Limiter } from '../../gateway/limits/limiter.ts'
import { MemoryLimiter } from '../../gateway/limits/memory-limiter.ts'
import { blocksUnder } from '../docs/support/machine.ts'
import { blockOf, read } from '../docs/support/pages.ts'
import { startBalancer } from '../helpers/balancer.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { MemoryKeyStore, startGateway, unlimited } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { withoutNginx } from '../helpers/nginx.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { LARGE_SNAPSHOT, publishTinyRelease } from '../helpers/tiny-release.ts'
import { until } from '../helpers/until.ts'
import { answersIn, exchange, getRequest, openSocket, received } from '../hostile/support/raw-socket.ts'
import { openDownload } from './operations/open-download.ts'

t.setTimeout(BUSY_MS)

const skip = withoutNginx

/** The address of the balancer; the listener answers in place of both gateways. */
async function balanced(
  t: Test,
  listener: RequestListener,
  replace: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { base, first, second } = await startBalancer(t, t.testdir(), replace)
  for (const port of [first, second]) await answerAt(t, port, listener)
  return base
}

/** A listener in the place of a gateway, until the end of the test. */
async function answerAt(t: Test, port: number, listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
}

t.test('a gateway takes the client address from the balancer, not from the client', { skip }, async (t) => {
  const base = await balanced(t, (req, res) => res.end(JSON.stringify(req.headers)))
  const made = await call(base, '/', { key: 'k', headers: { 'X-Forwarded-For': '192.0.2.1' } })
  t.match(made.json, {
    authorization: 'Bearer k',
    'x-forwarded-for': '127.0.0.1',
    'x-request-id': /^[0-9a-f]{32}$/,
  })
  const brought = await call(base, '/', { headers: { 'X-Request-Id': 'mine-1' } })
  t.match(brought.json, { 'x-forwarded-for': '127.0.0.1', 'x-request-id': 'mine-1' })
})

t.test('the access log has the id of each request, and no query', { skip }, async (t) => {
  const base = await balanced(t, (_req, res) => res.setHeader('X-Request-Id', 'mine-1').end())
  await call(base, '/beta/offers?key=secret')
  const log = () => readFileSync(join(t.testdirName, 'logs/access.log'), 'utf8')
  await until('the request is logged', () => log().endsWith('\n'))
  t.match(
    log(),
    /^127\.0\.0\.1 \[.+\] "GET \/beta\/offers" 200 0 .+ "-" mine-1 key_id=- key_kind=- code=-\n$/,
  )
})

t.test('no path forges a field of the access log, and no key in a path is logged', { skip }, async (t) => {
  const base = await balanced(t, (_req, res) => res.end())
  const key = createKey('named')
  for (const path of ['/x%20key_id=evil', `/${key}`, `/${key.replace('offers', '%6fffers')}?limit=1`])
    await call(base, path)
  const log = () => readFileSync(join(t.testdirName, 'logs/access.log'), 'utf8')
  await until('all are logged', () => log().split('\n').length === 4)
  const [first = '', ...others] = log().trim().split('\n')
  t.match(first, '"GET /x%20key_id=evil" 200')
  for (const line of others) t.match(line, '"GET -" 200')
})

t.test('the log says who did what, and no client sees it', { skip }, async (t) => {
  const folder = t.testdir({ public: {}, nginx: {} })
  publishTinyRelease(join(folder, 'public'))
  const { base, first } = await startBalancer(t, join(folder, 'nginx'))
  const parts = { port: first, limiter: unlimited, connections: { isProxy: () => true } }
  const { keys } = await startGateway(t, join(folder, 'public'), parts)
  const [often, seldom] = [keys.issue('named'), keys.issue('named')]
  const [{ id } = { id: '' }, { id: other } = { id: '' }] = keys.records.values()
  const strange = { 'User-Agent': `key_id=${other} code=internal "x` }
  for (const target of [
    '/beta/offers',
    '/beta/offers?offset=99999',
    '/beta/offers?limit=0',
    '/beta/%20x%20y',
  ])
    for (const key of target === '/beta/offers' ? [often, often, seldom] : [often]) {
      const { headers } = await call(base, target, { key, headers: strange })
      t.same(
        Object.keys(headers).filter((name) => name.startsWith('x-offers')),
        [],
      )
    }
  const log = join(folder, 'nginx/logs/access.log')
  await until('all are logged', () => readFileSync(log, 'utf8').split('\n').length === 7)
  const day = new Date().toUTCString().replace(/^.{5}(\d+) (\w+) (\d+).*/, '$1/$2/$3')
  const answers = async (command: string) => {
    const here = command
      .replaceAll('/var/log/nginx/access.log', log)
      .replace(/\$\(.*?date.*?\)/, day)
      .replaceAll('key_dn5bscc36wm3nsou', id)
    return (await runToEnd('bash', ['-c', here])).stdout
      .trim()
      .split('\n')
      .map((line) => line.trim())
  }
  const [most = '', refusals = '', callers = ''] = blocksUnder('docs/failures.md', 'Who did what')
  t.same(await answers(most), [`4 key_id=${id}`, `1 key_id=${other}`])
  t.same((await answers(refusals)).toSorted(), ['1 code=invalid_parameter', '1 code=scope_exceeded'])
  t.same(await answers(callers), [`4 key_id=${id}`, `1 key_id=${other}`])
})

t.test('answers of a gateway, including errors, reach the client unchanged', { skip }, async (t) => {
  const base = await balanced(t, (_req, res) =>
    res.writeHead(502, { 'Content-Type': 'application/problem+json' }).end('{}'),
  )
  for (let i = 0; i < 4; i++) {
    t.match(await call(base, '/'), {
      status: 502,
      text: '{}',
      headers: { 'content-type': 'application/problem+json' },
    })
  }
})

t.test('a gateway without a release leaves the request to the other one', { skip }, async (t) => {
  const folder = t.testdir({ with: {}, without: {}, nginx: {} })
  publishTinyRelease(join(folder, 'with'))
  const { base, first, second } = await startBalancer(t, join(folder, 'nginx'))
  // Both count in one place, as in Redis.
  const counted: string[] = []
  const limiter = { ...unlimited, consume: counting(counted) }
  const keyStore = new MemoryKeyStore()
  const key = keyStore.issue('named')
  const parts = { keyStore, limiter, proxies: ['127.0.0.1'] }
  const { gateway } = await startGateway(t, join(folder, 'with'), { ...parts, port: first })
  await startGateway(t, join(folder, 'without'), { ...parts, port: second })
  for (let turn = 0; turn < 20; turn++)
    t.equal((await call(base, '/beta/issuers', { key })).status, 200, `request ${turn}`)
  t.equal(counted.length, 20, 'each is counted once')

  await gateway.stop()
  await startGateway(t, join(folder, 'without'), { ...parts, port: first })
  const { status, json, headers } = await call(base, '/beta/issuers', { key })
  t.match({ status, json }, { status: 503, json: { code: 'catalogue_unavailable' } })
  t.match(json, { detail: 'No release is loaded yet.' }, 'without any, the problem is that of a gateway')
  t.equal(headers['retry-after'], '5')
  t.equal(counted.length, 20)
})

t.test(
  'a request is counted once, though one gateway is full or cannot read an object',
  { skip },
  async (t) => {
    const folder = t.testdir({ good: {}, damaged: {}, nginx: {} })
    publishTinyRelease(join(folder, 'good'), { snapshotBytes: LARGE_SNAPSHOT })
    const { entry } = publishTinyRelease(join(folder, 'damaged'), { snapshotBytes: LARGE_SNAPSHOT })
    const { digest, storage } = entry('/beta/issuers')
    rmSync(join(folder, 'damaged', objectPath(digest, storage)))
    const { base, first, second } = await startBalancer(t, join(folder, 'nginx'))
    // Both count in one place, as in Redis.
    const limiter = new MemoryLimiter(() => 0)
    const keyStore = new MemoryKeyStore()
    const key = keyStore.issue('named')
    const parts = { keyStore, limiter, proxies: ['127.0.0.1'] }
    await startGateway(t, join(folder, 'good'), { ...parts, port: first })
    const full = await startGateway(t, join(folder, 'damaged'), {
      ...{ ...parts, port: second, transfers: { maxDownloads: 1 } },
    })
    const unread = await openDownload(full.base, key)
    t.teardown(() => unread.destroy())
    const left = async () =>
      Number(/r=(\d+)/.exec(String((await call(base, '/beta/offers', { key })).headers.ratelimit))?.[1])
    for (const [target, faulty] of [
      ['/beta/snapshot', 429],
      ['/beta/issuers', 502],
    ] as const) {
      const before = await left()
      const statuses: number[] = []
      for (let turn = 0; turn < 20; turn++) {
        const headers = target === '/beta/snapshot' ? { Range: 'bytes=0-1' } : {}
        statuses.push((await call(base, target, { key, headers })).status)
      }
      t.ok(statuses.includes(faulty), `${target}: ${statuses}`)
      t.ok(
        statuses.some((status) => status < 300),
        'and the other gateway answers',
      )
      t.equal(before - (await left()), 21, 'the 20 requests, and the one that asks')
    }
  },
)

function counting(counted: string[]): Limiter['consume'] {
  return (subject, requests) => {
    counted.push(subject)
    return unlimited.consume(subject, requests)
  }
}

t.test('the documented commands start four more gateways, and name them to nginx', async (t) => {
  const folder = t.testdir({ nginx: {}, bin: {}, 'balancer.conf': read('deploy/nginx/balancer.conf') })
  for (const name of ['systemctl', 'nginx'])
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\necho ${name} "$@"\n`, { mode: 0o755 })
  const commands = blockOf('docs/production.md', 'for PORT')
  const ran = await runToEnd('bash', ['-euc', commands.replaceAll('/etc/nginx/conf.d', folder)], {
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
  })
  const enabled = [8100, 8110, 8120, 8130].map((port) => `systemctl enable --now offers-gateway@${port}\n`)
  t.equal(ran.stdout, `${enabled.join('')}nginx -t\nsystemctl reload nginx\n`, ran.stderr)

  const text = readFileSync(join(folder, 'balancer.conf'), 'utf8')
  const ports = Array.from(
    text.matchAll(/^ +server 127\.0\.0\.1:(\d+) (max_fails=1|backup)/gm),
    ([, port, kind]) => `${kind} ${port}`,
  )
  const all = ['8080', '8090', '8100', '8110', '8120', '8130']
  const expected = ['backup', 'max_fails=1'].flatMap((kind) => all.map((port) => `${kind} ${port}`))
  t.strictSame(ports.toSorted(), expected)
})

t.test('gateways that are silent are given up within 10 s', { skip }, async (t) => {
  const silent: RequestListener = () => {}
  const base = await balanced(t, silent, { 'proxy_read_timeout 4s': 'proxy_read_timeout 100ms' })
  t.match(await call(base, '/beta/issuers'), { status: 503, json: { code: 'catalogue_unavailable' } })
  const text = read('deploy/nginx/balancer.conf')
  const seconds = (name: string) => Number(new RegExp(`${name} (\\d+)s?;`).exec(text)?.[1])
  const each = Math.max(seconds('proxy_connect_timeout'), seconds('proxy_read_timeout'))
  t.ok(seconds('proxy_next_upstream_timeout') + each < 10, 'the last one is tried before that timeout')
})

t.test(
  'a gateway that hangs gets one request, and then none while the other answers',
  { skip },
  async (t) => {
    const { base, first, second } = await startBalancer(t, t.testdir(), {
      'proxy_read_timeout 4s': 'proxy_read_timeout 100ms',
      'fail_timeout=10s': 'fail_timeout=1h',
    })
    let hung = 0
    await answerAt(t, first, () => {
      hung += 1
    })
    await answerAt(t, second, (_req, res) => res.end('here'))
    for (let turn = 0; turn < 20; turn++) t.equal((await call(base, '/')).text, 'here')
    t.equal(hung, 1)
  },
)

t.test('gateways that failed are used if no other is left', { skip }, async (t) => {
  const { base, first, second } = await startBalancer(t, t.testdir(), {
    'fail_timeout=10s': 'fail_timeout=1h',
  })
  t.equal((await call(base, '/')).status, 503)
  await answerAt(t, first, (_req, res) => res.end('first'))
  for (let turn = 0; turn < 4; turn++) t.equal((await call(base, '/')).text, 'first')
  await answerAt(t, second, (_req, res) => res.end('second'))
  const answers = await Promise.all(Array.from({ length: 20 }, async () => (await call(base, '/')).text))
  t.strictSame([...new Set(answers)].toSorted(), ['first', 'second'])
})

t.test('5,000 slow connections of one address leave room for the clients of others', { skip }, async (t) => {
  const base = await balanced(t, (_req, res) => res.end('here'))
  const { hostname, port } = new URL(base)
  const slow = Array.from({ length: 5_000 }, (_, index) => {
    const from = { host: hostname, port: Number(port), localAddress: '127.0.0.2' }
    const socket = connect(from).on('error', () => {})
    // Half a head, or a body that never comes.
    const length = index % 20 === 0 ? 'Content-Length: 5\r\n\r\n' : ''
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${length}`)
    return socket
  })
  t.teardown(() => {
    for (const socket of slow) socket.destroy()
  })
  await Promise.all(slow.map((socket) => (socket.connecting ? once(socket, 'connect') : undefined)))
  const good = await Promise.all(Array.from({ length: 40 }, () => call(base, '/')))
  t.same(new Set(good.map(({ text }) => text)), new Set(['here']))
})

t.test('an answer that breaks off is not completed from another gateway', { skip }, async (t) => {
  let asked = 0
  const base = await balanced(t, (_req, res) => {
    asked += 1
    res.writeHead(200, { 'Content-Length': 100_000 })
    res.write(Buffer.alloc(50_000), () => res.destroy())
  })
  await t.rejects(call(base, '/'), { code: 'ECONNRESET' })
  t.equal(asked, 1)
})

t.test('without any gateway the answer is a problem like any other', { skip }, async (t) => {
  const { base } = await startBalancer(t, t.testdir())
  const { status, json, headers } = await call(base, '/beta/offers')
  t.equal(status, 503)
  t.strictSame(
    json,
    problemBody('catalogue_unavailable', 'No gateway answers.', {
      ...problemSource({ current: undefined })(undefined),
      version: CURRENT_VERSION,
    }),
  )
  t.match(headers, {
    'content-type': 'application/problem+json',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'retry-after': '5',
  })
})

t.test('refusals by nginx have the form of all errors', { skip }, async (t) => {
  const base = await balanced(t, (req, res) => res.end(`${req.method} ${req.headers['content-length']}`))
  const said = { ...problemSource({ current: undefined })(undefined), version: CURRENT_VERSION }
  const large = 'x'.repeat(20_000)
  const refused: [bytes: string, code: ProblemCode][] = [
    ['nonsense\r\n\r\n', 'malformed_request'],
    ['GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 'malformed_request'],
    ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n', 'malformed_request'],
    [`GET /${large} HTTP/1.1\r\nHost: x\r\n\r\n`, 'request_header_too_large'],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${large}\r\n\r\n`, 'request_header_too_large'],
    ['TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 'method_not_allowed'],
    ['GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n', 'malformed_request'],
    ['GET / HTTP/3.0\r\nHost: x\r\n\r\n', 'malformed_request'],
    ['GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n', 'malformed_request'],
    ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nh', 'malformed_request'],
    ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello', 'malformed_request'],
  ]
  for (const [bytes, code] of refused) {
    const [answer] = await exchange(base, bytes)
    const what = bytes.slice(0, 60)
    t.match(
      answer,
      { status: PROBLEMS[code].status, headers: { 'content-type': 'application/problem+json' } },
      what,
    )
    t.match(answer?.headers, { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }, what)
    const { detail, ...rest } = Object(answer?.json)
    const { detail: ours, ...expected } = problemBody(code, 'any', said)
    t.same(rest, expected, what)
    t.same([typeof detail, typeof ours], ['string', 'string'])
  }
  const [taken] = await exchange(
    base,
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  )
  t.match(taken, { status: 200, body: 'GET undefined' }, 'a body of no length is none')
})

t.test('a body that comes slowly keeps no connection', { skip }, async (t) => {
  const base = await balanced(t, (_req, res) => res.end(), { 'lingering_time 10s': 'lingering_time 1s' })
  for (const field of ['Content-Length: 1000000', 'Transfer-Encoding: chunked']) {
    const socket = await openSocket(base)
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${field}\r\n\r\n`)
    const dripping = setInterval(() => socket.write('1'), 100)
    const bytes = received(socket)
    const [answer] = answersIn(await bytes)
    clearInterval(dripping)
    t.match(answer, { status: 400, headers: { connection: 'close' } }, field)
  }
})

t.test('errors of nginx name the provider of the data, once a file says who that is', { skip }, async (t) => {
  const provider = 'Tiny Test Data, https://data.example'
  const told = read('deploy/nginx/attribution.conf').replace(/"The provider .*"/, `"${provider}"`)
  t.match(told, provider)
  const base = await balanced(t, (_req, res) => res.end(), { 'include /etc/nginx/offers/*.conf;': told })
  for (const bytes of [
    'nonsense\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello',
    'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ]) {
    const [answer] = await exchange(base, bytes)
    t.match(answer?.json, { meta: { attribution: provider } }, bytes.slice(0, 40))
  }
})

t.test('requests of one address under way are bounded, those of others are answered', { skip }, async (t) => {
  const waiting: ServerResponse[] = []
  const base = await balanced(
    t,
    (req, res) => {
      if (req.url === '/slow') waiting.push(res)
      else res.end('fine')
    },
    { 'limit_conn offers_connections 300': 'limit_conn offers_connections 3' },
  )
  const sockets = await Promise.all(Array.from({ length: 3 }, () => openSocket(base)))
  for (const socket of sockets) socket.write(getRequest('/slow'))
  await until('three are under way', () => waiting.length === 3)
  const [refused] = await exchange(base, getRequest('/', ['Connection: close']))
  t.match(refused, { status: 429, json: { code: 'rate_limited' } })
  const other = await openSocket(base, '127.0.0.2')
  other.write(getRequest('/', ['Connection: close']))
  t.match(answersIn(await received(other)), [{ status: 200 }])
  for (const res of waiting) res.end()
  for (const socket of sockets) socket.destroy()
})

t.test(
  'a burst of one address passes whole, at no more than 110 requests in a second',
  { skip },
  async (t) => {
    let arrived = 0
    const base = await balanced(t, (_req, res) => {
      arrived += 1
      res.end()
    })
    const before = performance.now()
    // Two good clients of 40 requests a second, and twice that.
    const statuses = await Promise.all(
      Array.from({ length: 160 }, async () => {
        const [answer] = await exchange(base, getRequest('/', ['Connection: close']))
        return answer?.status
      }),
    )
    const seconds = (performance.now() - before) / 1000
    t.same(new Set(statuses), new Set([200]))
    t.equal(arrived, 160)
    t.ok(arrived <= 111 + 100 * seconds, `${arrived} in ${seconds} s`)
  },
)

/** So slow that a second request is refused, however slow the machine is. */
const SLOW = { 'rate=100r/s': 'rate=1r/m', 'burst=200 delay=10': 'burst=1 delay=1' }

t.test('a client above the rate gets a problem, and nothing of it reaches a gateway', { skip }, async (t) => {
  let arrived = 0
  const base = await balanced(
    t,
    (_req, res) => {
      arrived += 1
      res.end()
    },
    SLOW,
  )
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call(base, '/beta/offers', { key: 'wrong' })),
  )
  t.equal(arrived, 2)
  const refused = answers.filter(({ status }) => status !== 200)
  t.equal(refused.length, 18)
  const said = { ...problemSource({ current: undefined })(undefined), version: CURRENT_VERSION }
  for (const { status, json, headers } of refused) {
    t.equal(status, 429)
    t.strictSame(
      json,
      problemBody(
        'rate_limited',
        'One address may send 100 requests a second, and have 300 under way. Wait 2 s.',
        said,
      ),
    )
    t.match(headers, {
      'content-type': 'application/problem+json',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'retry-after': '2',
    })
  }
})

t.test('addresses of one IPv6 network are one client', { skip }, async (t) => {
  // In place of the peer, for a test has one address only.
  const replace = { ...SLOW, 'map $remote_addr $offers_client': 'map $http_x_peer $offers_client' }
  const base = await balanced(t, (_req, res) => res.end(), replace)
  const statuses = async (peers: readonly string[]) => {
    const answers: number[] = []
    for (const peer of peers) answers.push((await call(base, '/', { headers: { 'X-Peer': peer } })).status)
    return answers
  }
  const passed = [200, 200]
  t.same(await statuses(['2001:db8:1:2:a::1', '2001:db8:1:2:b:c:d:e', '2001:db8:1:2::f']), [...passed, 429])
  t.same(await statuses(['2001:db8:1:3::1', '2001:db8:1:3::2', '2001:db8:1:3::3']), [...passed, 429])
  t.same(await statuses(['2001:db8::1', '2001:db8::a:b:c:d', '2001:db8::2']), [...passed, 429])
})

t.test('it listens on IPv6, too', { skip }, async (t) => {
  const base = await balanced(t, (_req, res) => res.end('here'))
  const socket = connect({ host: '::1', port: Number(new URL(base).port) })
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  t.match(String(await received(socket)), 'here')
})
