// deploy/compose/compose.yaml, without Docker: Debian's docker-compose checks its form; its programs run as
// plain processes, with its commands and settings, on addresses of the loopback instead of its network.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import { DRAIN_LIMIT_MS } from '../../gateway/gateway.ts'
import packageFacts from '../../package.json' with { type: 'json' }
import { isThere, ROOT, read } from '../docs/support/pages.ts'
import { cleanEnvironment, runToEnd, startChild } from '../helpers/child-processes.ts'
import { freePort } from '../helpers/free-port.ts'
import { call } from '../helpers/http.ts'
import { listeningAt, Nginx, withoutNginx } from '../helpers/nginx.ts'
import { bundle } from '../helpers/processes.ts'
import { startRedis, withoutRedis } from '../helpers/redis.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { untilOk } from '../helpers/until-ok.ts'
import { withoutProgram } from '../helpers/without-program.ts'

t.setTimeout(LONG_MS)

const FILE = 'deploy/compose/compose.yaml'

interface Service {
  image: string
  build?: { args: Record<string, string>; dockerfile: string; context: string }
  command?: string[]
  environment?: Record<string, string | number>
  volumes?: string[]
  ports?: string[]
  networks?: string[] | Record<string, { ipv4_address: string }>
  network_mode?: string
  read_only?: boolean
  stop_grace_period?: string
}

const { services, networks }: { services: Record<string, Service>; networks: Record<string, object> } = parse(
  read(FILE),
  { merge: true },
)

function service(name: string): Service {
  const found = services[name]
  if (!found) throw new Error(`${FILE} has no service ${name}`)
  return found
}

function addressOf(name: string): string {
  const { networks = {} } = service(name)
  const address = Array.isArray(networks) ? undefined : networks.inside?.ipv4_address
  if (address === undefined) throw new Error(`${name} has no address`)
  return address
}

const programs = Object.entries(services).filter(([, { build }]) => build !== undefined)
/** The command of the image. */
const SERVE = ['node', '/app/gateway.mjs', 'serve']

const GATEWAYS = ['gateway-1', 'gateway-2']

t.test(
  'docker-compose accepts the file, and requires the source',
  { skip: withoutProgram('docker-compose', 'version') },
  async (t) => {
    const folder = t.testdir({ '.run': { release: {} }, docs: { compose: {} } })
    cpSync(join(ROOT, FILE), join(folder, FILE))
    const check = (env: Record<string, string>) =>
      runToEnd('docker-compose', ['--file', join(folder, FILE), 'config', '--quiet'], {
        env: { ...cleanEnvironment(), ...env },
      })
    t.match(await check({ SOURCE: folder }), { code: 0 }, (await check({ SOURCE: folder })).stderr)
    const { code, stderr } = await check({})
    t.not(code, 0)
    t.match(stderr, 'the folder of the source')
  },
)

t.test('everything that it mounts, builds and names exists', async (t) => {
  for (const [name, { image, build, read_only }] of programs) {
    t.equal(image, `offers-catalogue:${packageFacts.version}`, `${name} has the image of this version`)
    t.strictSame(build?.args, {
      PACKAGE: `offers-catalogue-${packageFacts.version}.tgz`,
      VERSION: packageFacts.version,
    })
    t.equal(join('deploy/compose', build?.context ?? ''), '.run/release', 'where make package packs')
    t.ok(isThere(join('deploy/compose', build?.context ?? '', build?.dockerfile ?? '')))
    t.ok(read_only, `${name} writes to volumes only`)
  }
  const mounted = Object.values(services).flatMap(({ volumes = [] }) => volumes)
  const files = mounted.filter((each) => each.startsWith('.')).map((each) => each.replace(/:.*/, ''))
  t.strictSame(
    files.filter((file) => !isThere(join('deploy/compose', file))),
    [],
  )
  t.ok(files.length >= 2)
})

t.test('only the balancer can be reached from outside', async (t) => {
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined)
  t.strictSame(
    published.map(([name]) => name),
    ['balancer'],
  )
})

t.test('the configurations admit the addresses of the services', async (t) => {
  const letIn = new BlockList()
  for (const [, net = '', bits = '32'] of read('deploy/nginx/origin.conf').matchAll(
    /^ *allow ([\d.]+)(?:\/(\d+))?;/gm,
  ))
    letIn.addSubnet(net, Number(bits))
  const subnet = new BlockList()
  const [, net = '', bits = ''] = /(\d[\d.]+)\/(\d+)/.exec(JSON.stringify(networks.inside)) ?? []
  subnet.addSubnet(net, Number(bits))
  for (const name of [...GATEWAYS, 'origin', 'balancer']) t.ok(subnet.check(addressOf(name)), name)
  for (const name of GATEWAYS) {
    t.ok(letIn.check(addressOf(name)), 'the origin admits it')
    const { OFFERS_TRUST_PROXY, OFFERS_ORIGIN } = service(name).environment ?? {}
    t.equal(OFFERS_TRUST_PROXY, addressOf('balancer'))
    t.equal(new URL(`${OFFERS_ORIGIN}`).hostname, addressOf('origin'))
    t.match(read('deploy/nginx/origin.conf'), `listen ${new URL(`${OFFERS_ORIGIN}`).port};`)
    const grace = Number.parseInt(service(name).stop_grace_period ?? '', 10)
    t.ok(grace * 1000 > DRAIN_LIMIT_MS, 'it has time to drain')
  }
})

t.test('make up packs the programs, then starts all services', async (t) => {
  const words = ['up', '--dry-run', '--always-make', `RELEASE=${t.testdir({})}`, 'SOURCE=.']
  const { code, stdout, stderr } = await runToEnd('make', words, { cwd: ROOT })
  t.equal(code, 0, stderr)
  const [packed, started] = ['npm pack', `--project-name offers --file ${FILE} up --build`].map((each) =>
    stdout.lastIndexOf(each),
  )
  t.ok(Number(packed) > 0 && Number(packed) < Number(started), stdout)
  t.match(stdout, /^SOURCE="\$\(realpath "\$\{SOURCE:-fixtures\/catalogue\}"\)" docker compose /m)
  t.match(read('deploy/Containerfile'), `CMD [${SERVE.map((word) => `"${word}"`).join(', ')}]`)
})

/** Texts of the file, and their replacements on this machine. */
type Local = (text: string) => string

/** Runs a command of a service as its container would, with the replacements of `local`. */
function start(t: Test, name: string, local: Local, more: Record<string, string> = {}) {
  const { command, environment = {} } = service(name)
  const image = { OFFERS_HOST: '0.0.0.0', OFFERS_ADMIN_PORT: '9080' }
  const given = Object.entries(environment).map(([key, value]) => [key, local(`${value}`)])
  // Compose reads two dollars as one.
  const words = (command ?? SERVE).map((word) => local(word.replaceAll('$$', '$')))
  const env = { ...cleanEnvironment(), ...image, ...Object.fromEntries(given), ...more }
  const child = startChild(words[0] ?? '', words.slice(1), { env, stdio: 'ignore' })
  t.teardown(() => child.kill('SIGKILL'))
  return { child, ended: new Promise<number | null>((resolve) => child.once('exit', resolve)) }
}

t.test('all services together answer requests', { skip: withoutNginx || withoutRedis }, async (t) => {
  const folder = t.testdir({ source: {}, releases: {}, origin: {}, balancer: {}, bin: {} })
  cpSync(join(ROOT, 'fixtures/catalogue'), join(folder, 'source'), { recursive: true })
  const offers = readFileSync(join(folder, 'source/offers.ndjson'), 'utf8').split('\n')
  writeFileSync(join(folder, 'source/offers.ndjson'), offers.slice(0, 30).join('\n'))
  // The first sleep ends the loop of the build, which would never end, and records its length.
  writeFileSync(join(folder, 'bin/sleep'), `#!/bin/sh\necho "$1" > ${folder}/slept; kill $PPID\n`, {
    mode: 0o755,
  })
  const redis = await startRedis(t)
  const [outside, origin, port] = [await freePort(), await freePort(), await freePort()]
  const local: Local = (text) =>
    [
      ['10.231.77.', '127.77.0.'],
      ['redis:6379', `127.0.0.1:${redis.port}`],
      [':8081', `:${origin}`],
      [':8080', `:${port}`],
      ['/app/', `${dirname(bundle('gateway'))}/`],
      ['/srv/offers', join(folder, 'releases')],
      ['/source', join(folder, 'source')],
    ].reduce((sofar, [from = '', to = '']) => sofar.replaceAll(from, to), text)

  t.equal(await start(t, 'keys', local).ended, 0, 'the demo key is put into Redis')

  mkdirSync(join(folder, 'releases/public-out'))
  await start(t, 'build', local, { PATH: `${join(folder, 'bin')}:${process.env.PATH}` }).ended
  const wait = Number(readFileSync(join(folder, 'slept'), 'utf8'))
  const next = new Date(Date.now() + wait * 1000)
  t.match(next.toISOString(), /T10:(?:19|20):/, 'the next build is at 10:20 UTC')
  t.ok(wait > 0 && wait <= 86_400)

  const folders = { '/srv/offers/public-out': join(folder, 'releases/public-out') }
  const files = new Nginx({
    site: 'origin.conf',
    replace: { 'listen 8081;': `listen ${local(addressOf('origin'))}:${origin};`, ...folders },
    folder: join(folder, 'origin'),
  })
  await files.start()
  t.teardown(() => files.stop())

  // The gateways differ in their addresses alone, so they may have one port.
  const [admin, gateways] = [await freePort(), GATEWAYS.map((name) => local(addressOf(name)))]
  for (const [index, name] of GATEWAYS.entries()) {
    const host = gateways[index] ?? ''
    const ports = { OFFERS_PORT: `${port}`, OFFERS_ADMIN_PORT: `${admin}` }
    // On the loopback, every connection comes from 127.0.0.1.
    const proxy = { OFFERS_TRUST_PROXY: '127.0.0.1' }
    start(t, name, local, { ...ports, ...proxy, OFFERS_HOST: host, OFFERS_ADMIN_HOST: host })
  }
  for (const host of gateways) await untilOk(`http://${host}:${admin}`, '/readyz')

  const made = join(folder, 'balancer.conf')
  const shell = service('balancer').command?.[2] ?? ''
  t.match(shell, /\nexec nginx -g 'daemon off;'\n$/)
  const main = join(folder, 'nginx.conf')
  writeFileSync(main, 'events {\n    worker_connections  1024;\n}\n')
  const line = shell
    .replace(/exec nginx .*/, '')
    .replace('/etc/nginx/nginx.conf', main)
    .replace('/balancer.conf', join(ROOT, 'deploy/nginx/balancer.conf'))
    .replace('/etc/nginx/conf.d/default.conf', made)
  t.match(await runToEnd('sh', ['-ec', line]), { code: 0 })
  const replace = Object.fromEntries(
    GATEWAYS.map((name, index) => [`127.0.0.1:80${8 + index}0`, `${addressOf(name)}:8080`]),
  )
  const expected = Object.entries(replace).reduce(
    (sofar, [from, to]) => sofar.replaceAll(from, to),
    read('deploy/nginx/balancer.conf'),
  )
  t.match(readFileSync(main, 'utf8'), 'worker_connections 20000;\n}')
  t.equal(readFileSync(made, 'utf8'), expected, 'the balancer is that of the page, in front of the gateways')
  const balancer = new Nginx({
    site: 'balancer.conf',
    replace: {
      ...listeningAt(outside),
      ...Object.fromEntries(Object.entries(replace).map(([from, to]) => [from, local(to)])),
    },
    folder: join(folder, 'balancer'),
  })
  await balancer.start()
  t.teardown(() => balancer.stop())

  const base = `http://127.0.0.1:${outside}`
  const remaining: string[] = []
  for (let turn = 0; turn < 4; turn += 1) {
    const { status, headers } = await call(base, '/beta/offers?limit=5', { key: PUBLISHED_DEMO_KEY })
    t.equal(status, 200)
    remaining.push(/;r=(\d+)/.exec(`${headers.ratelimit}`)?.[1] ?? '')
  }
  t.strictSame(remaining, ['29', '28', '27', '26'], 'both gateways count together')
  await files.stop()
  t.match(files.accessLog(), '"uri":"/latest.json"')
})
