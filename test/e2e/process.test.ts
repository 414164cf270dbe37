// The gateway as an operator sees it: a process with arguments, signals, exit codes and a log.

import { once } from 'node:events'
import { copyFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { createKey } from '../../contract/keys/format.ts'
import { openDownload } from '../gateway/operations/open-download.ts'
import { BUNDLED_VERSION } from '../helpers/bundled-version.ts'
import { call } from '../helpers/http.ts'
import { type IssuedKey, issueKey } from '../helpers/issue-keys.ts'
import { listening } from '../helpers/listening.ts'
import { runProgram, type ServingGateway, serveGateway } from '../helpers/processes.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { LARGE_SNAPSHOT, publishTinyRelease } from '../helpers/tiny-release.ts'
import { until } from '../helpers/until.ts'
import { exchange } from '../hostile/support/raw-socket.ts'

t.setTimeout(SLOW_MS)

const root = t.testdir({ public: {} })
const folder = join(root, 'public')
/** Copied for each test. */
const allKeys = join(root, 'keys.ndjson')
let issued: IssuedKey

t.before(async () => {
  publishTinyRelease(folder, { snapshotBytes: LARGE_SNAPSHOT })
  issued = await issueKey(allKeys)
})

interface Operated extends ServingGateway, IssuedKey {
  admin: string
  keys: string
  /** Resolves with the exit code or signal of the process. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

async function operate(t: Test, ...options: string[]): Promise<Operated> {
  const keys = join(t.testdir(), 'keys.ndjson')
  copyFileSync(allKeys, keys)
  const args = ['--public', folder, '--keys', keys, '--admin-port', '0', ...options]
  const gateway = await serveGateway(t, args)
  const ended = once(gateway.process, 'exit').then(([code, signal]) => ({ code, signal }))
  const adminPort = /"port":(\d+),"msg":"admin port open"/.exec(gateway.log())?.[1]
  return { ...gateway, ...issued, keys, ended, admin: `http://127.0.0.1:${adminPort}` }
}

function linesOf(log: string): Record<string, unknown>[] {
  return log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

t.test('SIGTERM ends readiness, lets a slow download finish, and ends with exit code 0', async (t) => {
  const { base, admin, key, process, ended, log } = await operate(t)
  t.equal((await call(admin, '/readyz')).status, 200)
  const download = await openDownload(base, key)
  process.kill('SIGTERM')
  await until('it is not ready', async () => (await call(admin, '/readyz')).status === 503)
  await t.rejects(call(base, '/beta/openapi.json', { headers: { connection: 'close' } }))
  t.equal(process.exitCode, null, 'it waits for the download')
  const bytes = await buffer(download)
  t.equal(bytes.length, Number(download.headers['content-length']))
  t.same(await ended, { code: 0, signal: null })
  t.match(linesOf(log()).slice(-2), [{ msg: 'draining', signal: 'SIGTERM' }, { msg: 'stopped' }])
})

t.test('requests are answered for as long as a balancer may take to notice', async (t) => {
  const { base, admin, process, ended } = await operate(t, '--drain-delay-ms', '300')
  process.kill('SIGINT')
  await until('it is not ready', async () => (await call(admin, '/readyz')).status === 503)
  const { status, headers } = await call(base, '/beta/openapi.json')
  t.equal(status, 200)
  t.equal(headers.connection, 'close')
  t.same(await ended, { code: 0, signal: null })
})

t.test('a second signal ends the process at once, with exit code 1', async (t) => {
  const { base, admin, key, process, ended, log } = await operate(t)
  await openDownload(base, key)
  process.kill('SIGTERM')
  await until('it drains', async () => (await call(admin, '/readyz')).status === 503)
  process.kill('SIGINT')
  t.same(await ended, { code: 1, signal: null })
  t.match(linesOf(log()).at(-1), { msg: 'stopped at once', signal: 'SIGINT' })
})

t.test('the log names failed requests, and never holds a key, even one in the wrong place', async (t) => {
  const { base, key, keys, process, ended, log } = await operate(t, '--log-level', 'debug')
  const unknown = createKey('named')
  for (const secret of [key, unknown]) {
    const encoded = secret.replaceAll('_', '%5f')
    await call(base, '/beta/offers', { key: secret })
    for (const target of ['/beta/offers', '/beta/offers/', '/', `/${encoded}?`, `/beta/snapshot#`]) {
      await call(base, `${target}${secret}`)
      await call(base, `${target}?key=${secret}&limit=${encoded}`, { key: secret })
    }
    for (const authorization of [
      secret,
      `Basic ${secret}`,
      `Bearer ${secret} ${secret}`,
      `Bearer:${secret}`,
    ]) {
      await call(base, '/beta/offers', { headers: { authorization, cookie: secret, 'x-request-id': secret } })
    }
    await exchange(base, `GET /beta/offers?${secret}\r\nAuthorization ${secret}\r\n\r\n`)
    await exchange(base, `${secret} / HTTP/1.1\r\nHost: ${secret}\r\n\r\n`)
  }
  writeFileSync(keys, key)
  await call(base, '/beta/snapshot', { key, headers: { 'X-Request-Id': 'while-damaged' } })
  process.kill('SIGTERM')
  await ended
  t.match(
    linesOf(log()).filter(({ msg }) => msg === 'request failed'),
    [{ request_id: 'while-damaged', err: 'The key store does not answer.' }],
  )
  for (const secret of [key, unknown]) {
    t.notOk(log().includes(secret))
    t.notOk(log().includes(secret.slice('offers_live_'.length)))
  }
})

t.test('requests that do not fail are not logged', async (t) => {
  const { base, key, process, ended, log } = await operate(t)
  await call(base, '/beta/issuers', { key })
  process.kill('SIGTERM')
  await ended
  const lines = linesOf(log())
  t.match(lines[0], { version: BUNDLED_VERSION, node: globalThis.process.versions.node })
  t.same(
    lines.map(({ msg }) => msg),
    ['starting', 'admin port open', 'release taken', 'listening', 'draining', 'stopped'],
  )
})

const withoutIPv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
)
  ? false
  : 'there is no IPv6'

t.test('the welcome names an address to paste, also with IPv6', { skip: withoutIPv6 }, async (t) => {
  const { errors } = await operate(t, '--host', '::1', '--welcome')
  await until('the welcome is printed', () => errors().includes('Ctrl-C'))
  t.match(errors(), /The offers catalogue is served at http:\/\/\[::1\]:\d+\n/)
})

t.test('the reason why a gateway cannot start is printed, with exit code 1', async (t) => {
  const keys = allKeys
  const port = String(await listening(t, createServer()))
  const served = ['serve', '--public', folder, '--port', '0']
  const cases: readonly (readonly [args: readonly string[], message: string])[] = [
    [
      [...served, '--keys', keys, '--port', port],
      `cannot listen on 127.0.0.1:${port}: another program uses the port; choose another with --port\n`,
    ],
    [
      [...served, '--keys', keys, '--admin-port', port],
      `127.0.0.1:${port}: another program uses the port; choose another with --admin-port\n`,
    ],
    [[...served, '--keys', `${keys}.not`], 'no such key file. Create it with'],
    // No open connection may keep the process running.
    [[...served, '--keys', `${keys}.not`, '--limits', 'redis://127.0.0.1:1/'], 'no such key file'],
    [
      [...served, '--keys', 'redis://user:secret@127.0.0.1:1/'],
      'cannot reach Redis at redis://127.0.0.1:1/: nothing listens there',
    ],
  ]
  for (const [args, message] of cases) {
    const { code, stderr } = await runProgram('gateway', args)
    t.equal(code, 1, message)
    t.match(stderr, message)
    t.match(stderr, /^offers-gateway: .*\n$/, 'on one line')
    t.notMatch(stderr, 'secret')
  }
})
