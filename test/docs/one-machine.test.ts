// The page for one machine, done as it is written: into an empty root, with the units as they are.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runToEnd, startChild } from '../helpers/child-processes.ts'
import { freePort } from '../helpers/free-port.ts'
import { call } from '../helpers/http.ts'
import { Nginx, withoutNginx } from '../helpers/nginx.ts'
import { bundle, runProgram } from '../helpers/processes.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'
import { until } from '../helpers/until.ts'
import { codeBlocks, read } from './support/pages.ts'

t.setTimeout(BUSY_MS)

const page = read('docs/operations.md')

/** The block of the page that holds a text. */
function blockWith(text: string): string {
  const found = codeBlocks(page).find((block) => block.includes(text))
  if (found === undefined) throw new Error(`no block of docs/operations.md holds ${text}`)
  return found
}

/** The values of a setting of a unit, in the order of the file. */
function settingsOf(unit: string, name: string): string[] {
  return Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value = '']) => value)
}

t.test('the folders and settings come to be in an empty root', async (t) => {
  const root = t.testdir({
    'gateway.env': blockWith('OFFERS_PUBLIC='),
    'build.env': blockWith('SOURCE_URL='),
    alert: blockWith('failed on'),
  })
  const lines = blockWith('useradd')
    .split('\n')
    .filter((line) => line.startsWith('install '))
  t.ok(lines.length >= 5)
  for (const line of lines) {
    // The users are the machine's, and so is its root.
    const here = line.replace(/ -o \S+/, '').replaceAll(/ \/(?=srv|var|etc)/g, ` ${root}/`)
    const { code, stderr } = await runToEnd('bash', ['-c', `cd ${root} && ${here}`])
    t.equal(code, 0, `${line}: ${stderr}`)
  }
  t.equal(statSync(join(root, 'etc/offers/gateway.env')).mode & 0o777, 0o600)
  t.equal(statSync(join(root, 'etc/offers/alert')).mode & 0o777, 0o755)
  t.ok(existsSync(join(root, 'srv/offers/public-out')))
  for (const unit of ['offers-gateway@.service', 'offers-build.service', 'offers-alert@.service']) {
    const needed = settingsOf(read(`docs/systemd/${unit}`), 'EnvironmentFile')
    const programs = settingsOf(read(`docs/systemd/${unit}`), 'ExecStart').filter((line) =>
      line.startsWith('/etc'),
    )
    for (const path of [...needed, ...programs.map((line) => line.replace(/ .*/, ''))])
      t.ok(existsSync(join(root, path)), `${unit} finds ${path}`)
  }
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const withoutSystemd = hasSystemd || process.env.CI === 'true' ? false : 'systemd-analyze is not installed'

/** The most that a unit may be exposed, of 10, as systemd counts it. */
const MAX_EXPOSURE = 2.5

t.test('systemd is content with the units', { skip: withoutSystemd }, async (t) => {
  const units = {
    'offers-gateway@.service': 'offers-gateway@8080.service',
    'offers-alert@.service': 'offers-alert@offers-build.service',
    'offers-build.service': 'offers-build.service',
    'offers-build.timer': 'offers-build.timer',
  }
  // Programs that are not on this machine, or elsewhere.
  const here = (text: string) =>
    text.replaceAll('/usr/bin/node', process.execPath).replaceAll('/etc/offers/alert', '/bin/true')
  const files = Object.entries(units).map(([from, to]) => [to, here(read(`docs/systemd/${from}`))])
  const folder = t.testdir(Object.fromEntries(files))
  for (const unit of Object.values(units)) {
    const verified = await runToEnd('systemd-analyze', ['verify', '--man=no', join(folder, unit)])
    t.strictSame(verified, { code: 0, stdout: '', stderr: '' }, `${unit} holds what systemd knows`)
    if (unit.endsWith('.timer')) continue
    const options = ['--offline=true', `--threshold=${MAX_EXPOSURE * 10}`, '--no-pager']
    const { code, stdout } = await runToEnd('systemd-analyze', ['security', ...options, join(folder, unit)])
    t.equal(code, 0, stdout.trim().split('\n').at(-1) ?? unit)
  }
  // A unit that may do anything is told apart.
  writeFileSync(join(folder, 'bare.service'), '[Service]\nExecStart=/bin/true\n')
  const bare = [
    'security',
    '--offline=true',
    `--threshold=${MAX_EXPOSURE * 10}`,
    join(folder, 'bare.service'),
  ]
  t.equal((await runToEnd('systemd-analyze', bare)).code, 1)
})

t.test('two gateways of one template listen side by side', async (t) => {
  const root = t.testdir({ public: {} })
  publishTinyRelease(join(root, 'public'))
  const keys = join(root, 'keys.ndjson')
  await runProgram('gateway', ['keys', 'init', '--keys', keys])
  const unit = read('docs/systemd/offers-gateway@.service')
  const paths = [
    ['/srv/offers/public-out', join(root, 'public')],
    ['/var/lib/offers/keys.ndjson', keys],
    ['/opt/offers/dist/gateway.mjs', bundle('gateway')],
    ['/usr/bin/node', process.execPath],
  ] as const
  const here = (text: string) => paths.reduce((sofar, [from, to]) => sofar.replaceAll(from, to), text)
  const assignments = (lines: readonly string[]) =>
    lines.flatMap((line) => {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
      return name ? [[name, value] as const] : []
    })

  const start = async () => {
    const port = await freeTwin()
    const instance = (text: string) => here(text).replaceAll('%i', String(port))
    // systemd.exec(5): what the files say wins over what the unit says.
    const env = Object.fromEntries([
      ...assignments(settingsOf(unit, 'Environment').flatMap((value) => instance(value).split(' '))),
      ...assignments(here(blockWith('OFFERS_PUBLIC=')).split('\n')),
    ])
    const [program = '', ...args] = instance(settingsOf(unit, 'ExecStart')[0] ?? '').split(' ')
    const child = startChild(program, args, { env, stdio: 'ignore' })
    t.teardown(() => child.kill('SIGKILL'))
    const admin = `http://127.0.0.1:1${port}`
    await until('the gateway is ready', async () =>
      call(admin, '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
    t.equal((await call(`http://127.0.0.1:${port}`, '/beta/openapi.json')).status, 200)
    return child
  }
  const both = [await start(), await start()]
  t.ok(
    both.every(({ exitCode }) => exitCode === null),
    'both go on running',
  )
})

/** A port that is free together with the one that has a 1 before it. */
async function freeTwin(): Promise<number> {
  for (;;) {
    const twin = await freePort()
    const port = twin - 10_000
    if (twin < 20_000 && port > 1_024) return port
  }
}

t.test('the balancer answers beside the site that Debian brings along', { skip: withoutNginx }, async (t) => {
  const port = await freePort()
  const root = t.testdir({
    opt: { offers: { docs: { nginx: {} } } },
    etc: { nginx: { 'conf.d': {}, 'sites-enabled': {} } },
  })
  writeFileSync(join(root, 'opt/offers/docs/nginx/balancer.conf'), read('docs/nginx/balancer.conf'))
  const debian = join(root, 'etc/nginx/sites-enabled/default')
  writeFileSync(debian, `server { listen ${port} default_server; server_name _; return 404; }`)
  const [remove = '', copy = ''] = blockWith('sites-enabled/default').split('\n')
  for (const line of [remove, copy]) {
    const { code, stderr } = await runToEnd('bash', ['-c', line.replaceAll(/ \/(?=etc|opt)/g, ` ${root}/`)])
    t.equal(code, 0, stderr)
  }
  const folder = join(root, 'run')
  mkdirSync(folder)
  const nginx = new Nginx({
    site: 'balancer.conf',
    replace: { 'listen 80 default_server;': `listen 127.0.0.1:${port} default_server;` },
    folder,
    beside: existsSync(debian) ? readFileSync(debian, 'utf8') : '',
  })
  await nginx.start()
  t.teardown(() => nginx.stop())
  const answer = await call(`http://127.0.0.1:${port}`, '/beta/offers', {
    headers: { Host: 'offers.example' },
  })
  t.equal(answer.status, 503)
  t.match(answer.json, { code: 'catalogue_unavailable' }, 'no gateway runs here, and the balancer says so')
})
