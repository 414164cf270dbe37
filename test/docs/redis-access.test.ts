// The operator's pages about Redis: a user with few rights, a private CA, and a server that takes no revocation.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openKeyStore } from '../../gateway/keys/open-key-store.ts'
import { openLimiter } from '../../gateway/limits/open-limiter.ts'
import { monotonicClock } from '../../lib/time/clock.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { freePort } from '../helpers/free-port.ts'
import { issueKey } from '../helpers/issue-keys.ts'
import { bundle, runProgram } from '../helpers/processes.ts'
import { startRedis, TestRedis, withoutRedis } from '../helpers/redis.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'
import { until } from '../helpers/until.ts'
import { withoutProgram } from '../helpers/without-program.ts'
import { withSystemdRun } from './support/machine.ts'
import { blockOf, read } from './support/pages.ts'

t.setTimeout(LONG_MS)

const PAGE = 'docs/production.md'

/** The commands of the user of 0.3, as its page gave them, with the least arguments. */
const COMMANDS_OF_0_3 = [
  ...['ping', 'info', 'select 0', 'eval x 0', 'exists offers:x', 'hexists offers:x a', 'hget offers:x a'],
  ...['hgetall offers:x', 'hkeys offers:x', 'hlen offers:x', 'hset offers:x a b', 'hsetnx offers:x a b'],
  ...['hstrlen offers:x a', 'incrby offers:x 1', 'pexpire offers:x 1', 'pttl offers:x', 'zadd offers:x 1 a'],
  'zrange offers:x 0 1',
]

const shell = (command: string) => runToEnd('bash', ['-euc', command], { env: withSystemdRun() })

t.test(
  'the user of the page may do all that is needed, and nothing else',
  { skip: withoutRedis },
  async (t) => {
    const folder = t.testdir({ 'redis.conf': '', out: {} })
    publishTinyRelease(join(folder, 'out'))
    const port = await freePort()
    writeFileSync(join(folder, 'redis.conf'), `port ${port}\ndir ${folder}\nsave ""\n`)
    const redis = new TestRedis(port, [join(folder, 'redis.conf')])
    t.teardown(() => redis.stop())
    await redis.start()
    const block = blockOf(PAGE, 'ACL SETUSER')
    t.match(await shell(block.replaceAll('redis-cli ', `redis-cli -p ${port} `)), {
      code: 0,
      stdout: 'OK\nOK\n',
    })
    await redis.stop()
    await redis.start()

    const url = `${redis.url.replace('//', '//offers:PASSWORD@')}/2`
    const { id } = await issueKey(url, '--requests', '7')
    for (const words of [
      ['init', '--keys', url],
      ['list', '--keys', url],
      ['revoke', id, '--keys', url],
      ['copy', '--from', url, '--to', join(folder, 'keys.ndjson')],
    ]) {
      t.match(await runProgram('gateway', ['keys', ...words]), { code: 0, stderr: '' }, words.join(' '))
    }
    const check = ['serve', '--check', '--public', join(folder, 'out'), '--keys', url, '--limits', url]
    t.match(await runProgram('gateway', check), { code: 0, stderr: '' })
    const store = await openKeyStore(url, { timeoutMs: LONG_MS })
    await store.storeUses(new Map([[id, '2026-08-22']]))
    t.same(await store.lastUses([id]), new Map([[id, '2026-08-22']]))
    await store.close()
    const errors: unknown[] = []
    const renewed = { count: 0 }
    const limiter = await openLimiter(url, monotonicClock, {
      timeoutMs: LONG_MS,
      renewMs: 0,
      onError: (error) => errors.push(error),
      onServer: ({ id }) => {
        if (id !== undefined) renewed.count += 1
      },
    })
    await until('connections are renewed', () => renewed.count > 2)
    t.match(await limiter.consume('a', 5), { allowed: true, remaining: 4 })
    await limiter.close()
    t.same(errors, [])
    const back = blockOf('docs/production.md', 'ACL SETUSER offers +')
    t.match(await shell(back.replaceAll('redis-cli ', `redis-cli -p ${port} `)), { code: 0 })
    for (const command of COMMANDS_OF_0_3) {
      const right = await redis.command('ACL', 'DRYRUN', 'offers', ...command.split(' '))
      t.equal(right, 'OK', `version 0.3 may call ${command}`)
    }
    t.same(await redis.command('ACL', 'LOG'), [], 'nothing was refused')

    for (const command of [
      'FLUSHALL',
      'CONFIG GET dir',
      'KEYS x',
      'GET offers:a',
      'HSET other a b',
      'SHUTDOWN',
    ]) {
      const { stdout } = await shell(`redis-cli --no-auth-warning -u ${url} ${command}`)
      t.match(stdout, /^(NOPERM|ERR .*unknown command)/, command)
    }
  },
)

/** A server that only speaks TLS, with a certificate by a private authority. */
async function startWithTls(t: Test, folder: string): Promise<number> {
  const port = await freePort()
  const made = await shell(`cd ${folder}
    new() { openssl req "$@" -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes; }
    new -x509 -keyout ca.key -out ca.pem -days 2 -subj /CN=authority
    new -keyout redis.key -out redis.csr -subj /CN=redis
    printf subjectAltName=IP:127.0.0.1 > names
    openssl x509 -req -in redis.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out redis.pem -days 2 -extfile names`)
  t.match(made, { code: 0 }, made.stderr)
  const files = [
    '--tls-cert-file',
    'redis.pem',
    '--tls-key-file',
    'redis.key',
    '--tls-ca-cert-file',
    'ca.pem',
  ]
  const tls = ['--port', '0', '--tls-port', `${port}`, '--tls-auth-clients', 'no', '--save', '']
  const redis = new TestRedis(port, [...tls, ...files, '--dir', folder])
  t.teardown(() => redis.stop())
  await redis.startWith(() =>
    shell(`redis-cli --tls --cacert ${folder}/ca.pem -p ${port} PING`).then(
      ({ stdout }) => stdout === 'PONG\n',
    ),
  )
  return port
}

const skipTls = withoutRedis || withoutProgram('openssl', 'version')

t.test('a private CA is named as the page says, and not otherwise', { skip: skipTls }, async (t) => {
  const folder = t.testdir({ out: {} })
  publishTinyRelease(join(folder, 'out'))
  const port = await startWithTls(t, folder)
  const url = `rediss://127.0.0.1:${port}/0`
  const settings = join(folder, 'gateway.env')
  writeFileSync(
    settings,
    `NODE_EXTRA_CA_CERTS=${folder}/ca.pem\nOFFERS_PUBLIC=${folder}/out\nOFFERS_KEYS=${url}\nOFFERS_LIMITS=${url}\n`,
  )
  const here = (line: string) =>
    line
      .replaceAll('/etc/offers/gateway.env', settings)
      .replaceAll('/etc/offers/ca.pem', `${folder}/ca.pem`)
      .replaceAll('/opt/offers/dist/gateway.mjs', bundle('gateway'))
  const line = here(blockOf(PAGE, 'serve --check'))
  t.match(read(PAGE), 'goes into `gateway.env` as `NODE_EXTRA_CA_CERTS=')
  await shell(line.replace('serve --check', 'keys init'))
  t.match(await shell(line), { code: 0, stdout: /^keys: 1 of 1 key valid\nlimits: counted in Redis/ })
  writeFileSync(settings, readFileSync(settings, 'utf8').replace(/^NODE_EXTRA.*\n/, ''))
  t.match(await shell(line), { code: 1, stderr: /certificate/ })
})

t.test('a key can be ended though Redis takes no revocation', { skip: withoutRedis }, async (t) => {
  const folder = t.testdir({})
  const [primary, replica] = [await startRedis(t), await startRedis(t)]
  const { id } = await issueKey(primary.url)
  await replica.command('REPLICAOF', '127.0.0.1', String(primary.port))
  await until(
    'the key is there',
    async () => Number(await replica.command('HLEN', 'offers:key-digests')) === 1,
  )
  await primary.stop()
  t.match(await runProgram('gateway', ['keys', 'revoke', id, '--keys', replica.url]), {
    code: 1,
    stderr: /READONLY .*replica.*REPLICAOF NO ONE/,
  })
  const settings = join(folder, 'gateway.env')
  writeFileSync(settings, `OFFERS_TRUST_PROXY=127.0.0.1\nOFFERS_KEYS=${replica.url}\n`)
  const file = join(folder, 'keys.ndjson')
  const [copies = ''] = blockOf('docs/failures.md', 'OFFERS_FROM=').split('\n')
  const here = copies
    .replaceAll('/etc/offers/gateway.env', settings)
    .replaceAll('/var/lib/offers/keys.ndjson', file)
    .replaceAll('/opt/offers/dist/gateway.mjs', bundle('gateway'))
  t.match(await shell(here), { code: 0, stdout: /^1 key copied/ })
  t.match(await runProgram('gateway', ['keys', 'revoke', id, '--keys', file]), { code: 0 })
  t.match(readFileSync(file, 'utf8'), /"revoked_at":"/)
})
