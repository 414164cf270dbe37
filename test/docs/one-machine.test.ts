// The page for one machine, followed step by step: into an empty root, with the units unchanged.

import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:http2'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { runToEnd } from '../helpers/child-processes.ts'
import { freePort } from '../helpers/free-port.ts'
import { call } from '../helpers/http.ts'
import { servedAt } from '../helpers/listening.ts'
import { listeningAt, Nginx, withoutNginx } from '../helpers/nginx.ts'
import { bundle, runProgram } from '../helpers/processes.ts'
import { startRedis, withoutRedis } from '../helpers/redis.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'
import { withoutProgram } from '../helpers/without-program.ts'
import { exchange } from '../hostile/support/raw-socket.ts'
import { withSystemdRun } from './support/machine.ts'
import { blockOf, codeBlocks, ROOT, read } from './support/pages.ts'
import { freeTwin, installInto, settingsOf, startGatewayUnit } from './support/units.ts'

t.setTimeout(LONG_MS)

const blockWith = (text: string) => blockOf('docs/production.md', text)

t.test('the commands create folders and settings in an empty root', async (t) => {
  const root = t.testdir({
    'gateway.env': blockWith('OFFERS_PUBLIC='),
    'build.env': blockWith('SOURCE_URL='),
    'alert.env': blockWith('ALERT_URL='),
  })
  t.ok((await installInto(t, root, blockWith('useradd'))) >= 5)
  t.equal(statSync(join(root, 'etc/offers/gateway.env')).mode & 0o777, 0o600)
  t.equal(statSync(join(root, 'etc/offers/alert')).mode & 0o777, 0o755)
  t.ok(existsSync(join(root, 'srv/offers/public-out')))
  for (const unit of ['offers-gateway@.service', 'offers-build.service', 'offers-alert@.service']) {
    const needed = settingsOf(read(`deploy/systemd/${unit}`), 'EnvironmentFile')
    const programs = settingsOf(read(`deploy/systemd/${unit}`), 'ExecStart').filter((line) =>
      line.startsWith('/etc'),
    )
    for (const path of [...needed, ...programs.map((line) => line.replace(/ .*/, ''))])
      t.ok(existsSync(join(root, path.replace(/^-/, ''))), `${unit} finds ${path}`)
  }
})

t.test('an installation and an upgrade name one file, and print the version', async (t) => {
  const blocks = ['docs/production.md', 'docs/recovery.md'].flatMap((page) =>
    codeBlocks(read(page)).filter((block) => block.includes('npm install --global')),
  )
  t.equal(blocks.length, 3, 'a first machine, an upgrade, and a machine after a loss')
  for (const block of blocks) {
    t.match(block, /^PACKAGE=\.\/offers-catalogue-\d+\.\d+\.\d+\.tgz$/m)
    t.match(block, /npm install --global "\$PACKAGE"/)
    t.match(block, /^offers-gateway --version$/m)
    t.notMatch(block, '*.tgz')
  }
})

t.test('a gateway is checked before it starts, with the settings of its start', async (t) => {
  const unit = read('deploy/systemd/offers-gateway@.service')
  const [start = ''] = settingsOf(unit, 'ExecStart')
  t.same(settingsOf(unit, 'ExecStartPre'), [`-${start} --check`])
})

t.test('journald keeps every line of the units that run our programs', async (t) => {
  for (const unit of ['offers-gateway@', 'offers-build', 'offers-bucket']) {
    t.same(settingsOf(read(`deploy/systemd/${unit}.service`), 'LogRateLimitIntervalSec'), ['0'], unit)
  }
})

const withoutSystemd = withoutProgram('systemd-analyze')

/** The highest exposure that a unit may have, of 10, by the score of systemd. */
const MAX_EXPOSURE = 2.5

t.test('systemd accepts the units', { skip: withoutSystemd }, async (t) => {
  const units = {
    'offers-gateway@.service': 'offers-gateway@8080.service',
    'offers-alert@.service': 'offers-alert@offers-build.service',
    'offers-build.service': 'offers-build.service',
    'offers-build.timer': 'offers-build.timer',
    'offers-daily.service': 'offers-daily.service',
    'offers-daily.timer': 'offers-daily.timer',
    'offers-bucket.service': 'offers-bucket.service',
    'offers-backup.service': 'offers-backup.service',
    'offers-backup.timer': 'offers-backup.timer',
  }
  // Programs that are missing on this machine, or in another place.
  const here = (text: string) =>
    text
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('/opt/offers/deploy/', join(ROOT, 'deploy/'))
      .replaceAll(/\/etc\/offers\/alert|\/usr\/bin\/rclone/g, '/bin/true')
  const files = Object.entries(units).map(([from, to]) => [to, here(read(`deploy/systemd/${from}`))])
  const folder = t.testdir(Object.fromEntries(files))
  for (const unit of Object.values(units)) {
    const verified = await runToEnd('systemd-analyze', ['verify', '--man=no', join(folder, unit)])
    t.strictSame(
      verified,
      { code: 0, stdout: '', stderr: '' },
      `${unit} has only settings that systemd knows`,
    )
    if (unit.endsWith('.timer')) continue
    const options = ['--offline=true', `--threshold=${MAX_EXPOSURE * 10}`, '--no-pager']
    const { code, stdout } = await runToEnd('systemd-analyze', ['security', ...options, join(folder, unit)])
    t.equal(code, 0, stdout.trim().split('\n').at(-1) ?? unit)
  }
})

t.test('two gateways of one template listen at the same time', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis(t)
  const root = t.testdir({ public: {} })
  publishTinyRelease(join(root, 'public'))
  const keys = join(root, 'keys.ndjson')
  await runProgram('gateway', ['keys', 'init', '--keys', keys])
  const here = [
    ['/srv/offers/public-out', join(root, 'public')],
    ['/var/lib/offers/keys.ndjson', keys],
    ['/opt/offers/dist/gateway.mjs', bundle('gateway')],
    ['/usr/bin/node', process.execPath],
    ['127.0.0.1:6379', `127.0.0.1:${redis.port}`],
  ] as const
  const environment = blockWith('OFFERS_PUBLIC=')
  const local = (text: string) => here.reduce((sofar, [from, to]) => sofar.replaceAll(from, to), text)
  writeFileSync(join(root, 'gateway.env'), local(environment))
  const tried = local(blockWith('serve --check'))
    .replace('/etc/offers/', `${root}/`)
    .replace(' node ', ` ${process.execPath} `)
  const { code, stdout, stderr } = await runToEnd('bash', ['-c', tried], { env: withSystemdRun() })
  t.match({ code, stderr }, { code: 0, stderr: '' }, 'the settings of the page are right')
  const withoutFacts = (text: string) => text.replace(/release: .*/, '…')
  t.equal(withoutFacts(stdout), withoutFacts(blockWith('keys: 1 of 1 key valid')))
  const both = [
    await startGatewayUnit(t, { environment, here }),
    await startGatewayUnit(t, { environment, here }),
  ]
  for (const { base, child } of both) {
    t.equal((await call(base, '/beta/openapi.json')).status, 200)
    t.equal(child.exitCode, null, 'it keeps running')
  }
})

t.test('the alert of the page arrives, and its address stays a secret', async (t) => {
  const bodies: string[] = []
  let broken = 1
  const server = createServer(async (req, res) => {
    const body = await text(req)
    broken -= 1
    if (broken < 0) bodies.push(`${req.method} ${req.url} ${req.headers['content-type']} ${body}`)
    res.writeHead(broken < 0 ? 200 : 503).end()
  })
  const address = `${await servedAt(t, server)}/hooks/offers`
  const unit = read('deploy/systemd/offers-alert@.service')
  t.strictSame(settingsOf(unit, 'ExecStart'), ['/etc/offers/alert %i %H'])
  const program = join(ROOT, 'deploy/systemd/alert.sh')
  const alert = (env: Record<string, string>) =>
    runToEnd(program, ['offers-build.service', 'machine-7'], {
      env: { PATH: process.env.PATH ?? '', ...env },
    })
  t.match(await alert({ ALERT_URL: address }), { code: 0 }, 'a second attempt is made')
  t.strictSame(bodies, [
    'POST /hooks/offers application/json {"text":"offers-build.service failed on machine-7"}',
  ])
  t.match(await alert({}), { code: 2, stderr: 'ALERT_URL is not set' })
  const refused = await alert({ ALERT_URL: 'http://127.0.0.1:1/hooks/secret' }).catch((error) => error)
  t.not(refused.code, 0)
  t.notMatch(refused.stderr, 'hooks/secret')
})

t.test('the script restarts all gateways, each after the one before is ready', async (t) => {
  const log: string[] = []
  let refusals = 0
  const server = createServer((req, res) => {
    refusals -= 1
    if (refusals < 0) log.push(`${req.url} is 200`)
    res.writeHead(refusals < 0 ? 200 : 503).end()
  })
  const port = `${await freeTwin()}`
  server.listen(Number(`1${port}`), '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const root = t.testdir({
    'gateway.env': 'OFFERS_KEYS=/k\nOFFERS_ADMIN_HOST="0.0.0.0"\n',
    bin: {
      systemctl: `#!/bin/sh
if [ "$1" = list-units ]; then
  echo 'offers-gateway@${port}.service loaded active running Offers catalogue: gateway on port ${port}'
else echo "$*" >>'${t.testdirName}/calls'; fi
`,
      sleep: '#!/bin/sh\n',
    },
  })
  for (const name of ['systemctl', 'sleep']) chmodSync(join(root, 'bin', name), 0o755)
  const run = (env: Record<string, string>, ...ports: string[]) =>
    runToEnd(join(ROOT, 'deploy/systemd/restart-gateways.sh'), ports, {
      env: { ...withSystemdRun(join(root, 'bin')), ENVIRONMENT: join(root, 'gateway.env'), ...env },
    })
  refusals = 3
  t.match(await run({}), { code: 0, stdout: `the gateway on port ${port} is ready\n`, stderr: '' })
  t.strictSame(log, ['/readyz is 200'])
  refusals = Number.POSITIVE_INFINITY
  const stuck = await run({ WAIT_SECONDS: '3' }, port, '1024')
  t.match(stuck, { code: 1, stdout: '', stderr: `the gateway on port ${port} is not ready after 3 s` })
  const calls = readFileSync(join(root, 'calls'), 'utf8').trim().split('\n')
  const restart = `restart offers-gateway@${port}`
  t.strictSame(calls, [restart, restart], 'the second one is left alone')
})

t.test(
  'with tls.conf and an own certificate the balancer speaks TLS and HTTP/2, and redirects plain HTTP to it',
  { skip: withoutNginx },
  async (t) => {
    const [port, tlsPort] = [await freePort(), await freePort()]
    const root = t.testdir({
      run: {},
      offers: { 'tls.conf': read('deploy/nginx/tls.conf') },
      acme: { '.well-known': { 'acme-challenge': { token: 'proof' } } },
    })
    const [certificate, key] = [join(root, 'fullchain.pem'), join(root, 'privkey.pem')]
    const made = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=api.example']
    const openssl = await runToEnd('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', certificate])
    t.equal(openssl.code, 0, openssl.stderr)
    const acme = read('deploy/nginx/acme.conf').replaceAll('/var/www/acme', join(root, 'acme'))
    const own = blockWith('privkey.pem').replaceAll('/etc/nginx/offers/', `${root}/offers/`)
    const taken = await runToEnd('bash', ['-euc', own.replace(/^nginx.*/m, '')], { cwd: root })
    t.match(taken, { code: 0, stderr: '' }, 'the certificate is where the page puts it')
    t.equal(statSync(join(root, 'offers/privkey.pem')).mode & 0o777, 0o600)
    const tls = readFileSync(join(root, 'offers/tls.conf'), 'utf8')
      .replace('listen 443', `listen 127.0.0.1:${tlsPort}`)
      .replace(/listen \[::\].*/, '')
      .replace('# add_header', 'add_header')
    const nginx = new Nginx({
      site: 'balancer.conf',
      replace: {
        ...listeningAt(port),
        'include /etc/nginx/offers/*.conf;': `${acme}${tls}`,
      },
      folder: join(root, 'run'),
    })
    await nginx.start()
    t.teardown(() => nginx.stop())
    const plain = await call(`http://127.0.0.1:${port}`, '/beta/offers?limit=2', {
      headers: { Host: 'api.example' },
    })
    t.match(plain, { status: 308, headers: { location: 'https://api.example/beta/offers?limit=2' } })
    const malformed = { status: 400, json: { code: 'malformed_request' } }
    t.match((await exchange(`http://127.0.0.1:${port}`, 'nonsense\r\n\r\n'))[0], malformed, 'not redirected')
    t.match(await call(`http://127.0.0.1:${tlsPort}`, '/beta/offers'), malformed, 'plain HTTP for TLS')
    const session = connect(`https://127.0.0.1:${tlsPort}`, { rejectUnauthorized: false })
    t.teardown(() => session.destroy())
    const ask = async (path: string) => {
      const stream = session.request({ ':path': path })
      const [headers] = await once(stream, 'response')
      return { status: headers[':status'], headers, body: await text(stream) }
    }
    const answer = await ask('/beta/offers')
    t.match(answer, { status: 503, body: 'No gateway answers.' })
    t.equal((await ask('/.well-known/acme-challenge/token')).body, 'proof')
  },
)

t.test('the balancer answers next to the default site of Debian', { skip: withoutNginx }, async (t) => {
  const port = await freePort()
  const root = t.testdir({
    opt: { offers: { deploy: { nginx: {} } } },
    etc: { nginx: { 'conf.d': {}, 'sites-enabled': {} } },
  })
  writeFileSync(join(root, 'opt/offers/deploy/nginx/balancer.conf'), read('deploy/nginx/balancer.conf'))
  const debian = join(root, 'etc/nginx/sites-enabled/default')
  writeFileSync(debian, `server { listen ${port} default_server; server_name _; return 404; }`)
  const main = join(root, 'etc/nginx/nginx.conf')
  writeFileSync(main, 'worker_processes auto;\nevents {\n\tworker_connections 768;\n}\n')
  const lines = blockWith('sites-enabled/default').split('\n')
  // Pasted twice, they do no harm.
  for (const line of [...lines, ...lines].filter((each) =>
    /sites-enabled|(?:balancer|nginx)\.conf/.test(each),
  )) {
    const { code, stderr } = await runToEnd('bash', ['-c', line.replaceAll(/ \/(?=etc|opt)/g, ` ${root}/`)])
    t.equal(code, 0, stderr)
  }
  const numbers = 'worker_rlimit_nofile 65536;\nevents {\n\tworker_connections 20000;'
  t.equal(readFileSync(main, 'utf8'), `worker_processes auto;\n${numbers}\n}\n`)
  const folder = join(root, 'run')
  mkdirSync(folder)
  const nginx = new Nginx({
    site: 'balancer.conf',
    replace: listeningAt(port),
    folder,
    otherSite: existsSync(debian) ? readFileSync(debian, 'utf8') : '',
  })
  await nginx.start()
  t.teardown(() => nginx.stop())
  const answer = await call(`http://127.0.0.1:${port}`, '/beta/offers', {
    headers: { Host: 'offers.example' },
  })
  t.equal(answer.status, 503)
  t.match(answer.json, { code: 'catalogue_unavailable' }, 'no gateway runs here, and the balancer says so')
})
