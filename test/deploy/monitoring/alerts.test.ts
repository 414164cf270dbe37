// Failures as operators see them, with a real Prometheus that scrapes a real gateway: each raises its alert.

import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { writeBegan } from '../../../build/report/metrics-report.ts'
import { HOUR_MS } from '../../../lib/time/clock.ts'
import { offersBuild } from '../../build/support/program.ts'
import { records, writeSource } from '../../build/support/source.ts'
import { ROOT, read } from '../../docs/support/pages.ts'
import { type Finished, runToEnd } from '../../helpers/child-processes.ts'
import { freePort } from '../../helpers/free-port.ts'
import { call } from '../../helpers/http.ts'
import { addKeys, issueKey } from '../../helpers/issue-keys.ts'
import { listening } from '../../helpers/listening.ts'
import { withoutNginx } from '../../helpers/nginx.ts'
import { startOrigin } from '../../helpers/origin.ts'
import { bundle, type ServingGateway, serveGateway } from '../../helpers/processes.ts'
import {
  EVALUATED_MS,
  type RunningPrometheus,
  startPrometheus,
  withoutPrometheus,
} from '../../helpers/prometheus.ts'
import { startRedis, withoutRedis } from '../../helpers/redis.ts'
import { LONG_MS } from '../../helpers/slow-suite.ts'
import { mountDisk, withoutDisks } from '../../helpers/small-disk.ts'
import { publishTinyRelease, type TinyOptions } from '../../helpers/tiny-release.ts'
import { until } from '../../helpers/until.ts'

t.setTimeout(LONG_MS)

/** A gateway has looked at the pointer by then. */
const POLLED_MS = 2_100

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

/** The published rules, but with seconds for minutes. */
const rules = read('deploy/monitoring/offers.rules.yml')
  .replaceAll(/interval: \d+s/g, 'interval: 200ms')
  .replaceAll(/for: \d+[ms]$/gm, 'for: 400ms')
  // Starting a gateway three times takes some seconds, as does seeing that keys are missing.
  .replaceAll(/\[15m\]|\[6h:5m\]/g, (window) => (window === '[15m]' ? '[60s]' : '[60s:1s]'))
  .replaceAll('[3m:15s]) >= 12', '[1s:200ms]) >= 4')
  .replaceAll(/\[\d+[mh]\]/g, '[4s]')
  .replaceAll('offset 5m', 'offset 1s')
  .replaceAll(/> 100\.5$/gm, '> 5.5')

/** Serves a text as node_exporter does. Returns its address. */
async function exporter(t: Test, path: string): Promise<string> {
  const server = createServer((_req, res) => res.end(existsSync(path) ? readFileSync(path) : ''))
  return `127.0.0.1:${await listening(t, server)}`
}

async function kill(gateway: Pick<ServingGateway, 'process'>): Promise<void> {
  gateway.process.kill('SIGKILL')
  await once(gateway.process, 'exit')
}

/** A gateway, the address of its metrics, and what starts it again. */
async function startGateway(t: Test, ...words: string[]) {
  const port = await freePort()
  const args = [...words, '--admin-port', `${port}`]
  const again = (...nodeArgs: string[]) => serveGateway(t, args, bundle('gateway'), nodeArgs)
  return { ...(await again()), admin: `127.0.0.1:${port}`, again }
}

/** Two gateways with a Redis, one of them with an origin; a build, a certificate and a file of keys. All are watched. */
async function startService(t: Test) {
  const root = t.testdir({ public: {}, second: {}, prometheus: {}, empty: {}, source: {}, smaller: {} })
  const at = (path: string) => join(root, path)
  const [folder, secondFolder] = [at('public'), at('second')]
  publishTinyRelease(folder, { dataAsOf: hoursAgo(1), offers: 5 })
  const { nginx, url } = await startOrigin(t, folder)
  const redis = await startRedis(t)
  // A gateway refuses by itself, and at once, what is above the quota of the faults before.
  const { key } = await issueKey(redis.url, '--requests', '100000')
  await issueKey(redis.url)
  const stores = ['--keys', redis.url, '--limits', redis.url]
  const gateway = await startGateway(t, '--origin', url, ...stores)
  const second = await startGateway(t, '--public', secondFolder, ...stores)
  const [metrics, certificate, lines] = [at('offers.prom'), at('certificate.prom'), at('lines.prom')]
  const targets = {
    offers: [gateway.admin, second.admin],
    node: [await exporter(t, metrics)],
    certificate: [await exporter(t, certificate)],
    lines: [await exporter(t, lines)],
  }
  const source = writeSource(at('source'), { offers: records(12) })
  writeSource(at('smaller'), { offers: records(9) })
  const service = {
    ...{ at, folder, secondFolder, nginx, redis, gateway, second, metrics, lines },
    prometheus: await startPrometheus(t, { folder: at('prometheus'), rules, targets }),
    parent: t,
    /** The process of `second` that runs now. */
    running: second as Pick<ServingGateway, 'process'>,
    /** Those of the first folder, the last one last. */
    pointers: [] as string[],
    sockets: [] as Socket[],
    /** Publishes the same in both folders, or only in the given ones. */
    publish(hoursOld: number, broken: TinyOptions['broken'] = [], places = [folder, secondFolder]) {
      const dataAsOf = hoursAgo(hoursOld)
      for (const place of places) publishTinyRelease(place, { dataAsOf, broken, offers: 5 })
      service.pointers.push(readFileSync(join(folder, 'latest.json'), 'utf8'))
    },
    build({ from = source, out = at('out'), now = Date.now() } = {}) {
      const words = ['run', '--source', from, '--out', out, '--metrics', metrics, '--threads', '0']
      return offersBuild(words, now)
    },
    certificateEndsIn(days: number) {
      const end = Date.now() / 1000 + days * 86_400
      writeFileSync(certificate, `probe_ssl_earliest_cert_expiry ${end}\n`)
    },
    ask: async (target = '/beta/offers', headers: Record<string, string> = {}) =>
      (await call(gateway.base, target, { key, headers })).status,
    askOften: (target?: string) => Promise.all(Array.from({ length: 8 }, () => service.ask(target))),
  }
  return service
}

type Service = Awaited<ReturnType<typeof startService>>

/** A fault of the service, and the alerts that it raises. The faults follow each other in one service. */
interface Fault {
  title: string
  act?: (service: Service, t: Test) => unknown
  /** Done again until the alerts are as expected. */
  repeat?: (service: Service) => unknown
  raises?: readonly string[]
  /** Alerts of earlier faults that have ended, or are not raised. */
  over?: readonly string[]
  /** Alerts of earlier faults that go on. */
  stay?: readonly string[]
  /** Ends the fault, and with it the alerts that it raised. */
  repair?: (service: Service, t: Test) => unknown
  /** Between two looks at the alerts. */
  pauseMs?: number
}

const BROKEN = { issuer: 'banco-x', days: 6, keep_days: 7, decision: 'keep', kept: 12 }

const FIRST_DAYS: readonly Fault[] = [
  {
    title: 'a gateway has nothing to serve, and there was no build',
    raises: ['OffersNoCatalogue', 'OffersBuildMissing'],
  },
  {
    title: 'no build has ended well',
    act: async ({ at, build }, t) => t.match(await build({ from: at('empty') }), { code: 1 }),
    raises: ['OffersBuildMissing'],
  },
  {
    title: 'all is well',
    async act({ publish, build, ask, prometheus }, t) {
      publish(0.9)
      t.match(await build(), { code: 0 })
      await until('the release is served', async () => (await ask()) === 200)
      t.equal(await ask('/beta/offers?limit=0'), 400)
      t.equal(await ask('/beta/offers', { 'If-None-Match': '*' }), 304)
      await until('all are scraped', async () => (await prometheus.query('up == 1')).length === 5)
      await until('there is no alert but the one that always fires', async () => {
        const firing = await prometheus.firing()
        return `${firing}` === 'OffersAlertsWork'
      })
    },
  },
]

const OLD_DATA: readonly Fault[] = [
  {
    title: 'the daily job does not run',
    act: ({ publish }) => publish(27),
    raises: ['OffersCatalogueStale'],
  },
  {
    title: 'one gateway has data of the future',
    act: ({ publish, secondFolder }) => publish(-24 * 365, [], [secondFolder]),
    raises: ['OffersCatalogueFromTheFuture'],
    over: ['OffersCatalogueStale'],
  },
  {
    title: 'the source of an issuer has been broken for days',
    act: ({ publish }) => publish(0.8, [BROKEN]),
    raises: ['OffersIssuerBroken', 'OffersIssuerLeaving'],
    over: ['OffersCatalogueFromTheFuture'],
  },
]

const FAULTS: readonly Fault[] = [
  {
    title: 'the offers of the issuer have left',
    act: ({ publish }) => publish(0.7, [{ ...BROKEN, days: 8, kept: 0 }]),
    over: ['OffersIssuerLeaving'],
    stay: ['OffersIssuerBroken'],
  },
  {
    title: 'an operator accepts that',
    act: ({ publish }) => publish(0.6, [{ ...BROKEN, days: 9, kept: 0, decision: 'accept' }]),
    over: ['OffersIssuerBroken'],
  },
  {
    title: 'a release reaches only one gateway',
    act: ({ publish, folder }) => publish(0.5, [], [folder]),
    raises: ['OffersReleaseRefused'],
    repair: ({ publish }) => publish(0.4),
  },
  {
    title: 'the digest in a pointer is not that of the manifest',
    act(service) {
      const right = JSON.parse(service.pointers.at(-1) ?? '')
      writePointer(service, JSON.stringify({ ...right, manifest: '0'.repeat(64) }))
    },
    raises: ['OffersReleaseRefused'],
    repair: (service) => writePointer(service, service.pointers.at(-1)),
  },
  {
    title: 'two caches answer in turns',
    act: (service) => service.pointers.splice(0, service.pointers.length - 2),
    repeat: (service) => writePointer(service, service.pointers.reverse()[0]),
    pauseMs: POLLED_MS,
    raises: ['OffersPointerTurns'],
  },
  {
    title: 'a build is refused',
    async act({ publish, at, build, prometheus }, t) {
      publish(0.3)
      t.match(await build({ from: at('empty') }), { code: 1 })
      await reported(prometheus, 'bad-source')
    },
    raises: ['OffersBuildFailed'],
  },
  {
    title: 'a step before the build fails',
    async act({ at, metrics, prometheus }, t) {
      const settings = { DAILY: at('daily'), SOURCE_URL: at('nowhere'), OFFERS_METRICS: metrics }
      const env = { PATH: process.env.PATH ?? '', ...settings }
      t.match(await runToEnd(join(ROOT, 'deploy/daily.sh'), ['fetch'], { env }), { code: 1 })
      await reported(prometheus, 'fetch')
    },
    raises: ['OffersBuildFailed'],
  },
  {
    title: 'a build finds no room',
    async act({ build, prometheus, parent }, t) {
      const disk = mountDisk(parent, '64k')
      t.match(await build({ out: join(disk, 'out') }), { code: 1, stderr: 'no space left' })
      await reported(prometheus, 'system')
    },
    raises: ['OffersBuildFailed'],
  },
  {
    title: 'the last build that ended well is old',
    act: async ({ build }, t) => t.match(await build({ now: Date.now() - 27 * HOUR_MS }), { code: 0 }),
    raises: ['OffersBuildMissing'],
    over: ['OffersBuildFailed'],
    repair: async ({ build }, t) => t.match(await build({ now: Date.now() - 6 * HOUR_MS }), { code: 0 }),
  },
  {
    title: 'the next one began, and was killed',
    act: ({ metrics }) => writeBegan(metrics, Date.now() - 5 * HOUR_MS),
    raises: ['OffersBuildMissing'],
    repair: async ({ build }, t) => t.match(await build(), { code: 0 }),
  },
  {
    title: 'a quarter of the offers is withdrawn in one night',
    act: async ({ build, at }, t) => t.match(await build({ from: at('smaller') }), { code: 0 }),
    raises: ['OffersManyWithdrawn'],
    repair: async ({ build }, t) => t.match(await build(), { code: 0 }),
  },
  {
    title: 'the certificate is not renewed',
    act: ({ certificateEndsIn }) => certificateEndsIn(13),
    raises: ['OffersCertificateEnding'],
    repair: ({ certificateEndsIn }) => certificateEndsIn(90),
  },
  {
    title: 'a part of the backup is invalid',
    async act(service, t) {
      const cutOff = service.at('cut-off.ndjson')
      writeFileSync(cutOff, '{"id":')
      t.match(await backUp(service, cutOff), { code: 1, stderr: 'keys.ndjson is invalid' })
    },
    raises: ['OffersBackupFailed'],
    repair: async (service, t) => t.match(await backUp(service, service.redis.url), { code: 0 }),
  },
  {
    title: 'a folder loses objects that are not requested',
    act: ({ secondFolder, at }) => renameSync(join(secondFolder, 'objects'), at('lost')),
    raises: ['OffersObjectsDamaged'],
    repair: ({ secondFolder, at }) => renameSync(at('lost'), join(secondFolder, 'objects')),
  },
  {
    title: 'a client repeatedly sends more on a connection than it may',
    repeat({ second, sockets }) {
      const port = Number(new URL(second.base).port)
      sockets.push(...Array.from({ length: 12 }, () => connect(port, '127.0.0.1', flood)))
    },
    raises: ['OffersConnectionsDropped'],
  },
  {
    title: 'a holder asks for what the API refuses, and stops',
    act({ sockets }) {
      for (const socket of sockets) socket.destroy()
    },
    repeat: ({ askOften }) => askOften('/beta/offers?limit=0'),
    raises: ['OffersKeyRefused'],
    repair: () => {},
  },
  {
    title: 'Redis hangs: each request waits until the gateway gives up',
    act: ({ redis }) => redis.pause(),
    repeat: ({ askOften }) => askOften(),
    raises: ['OffersSlow'],
  },
  { title: 'it still hangs', raises: ['OffersLimiterFailing'] },
  {
    title: 'Redis ends',
    async act({ redis }) {
      redis.resume()
      await redis.stop()
    },
    raises: ['OffersKeyStoreFailing'],
    repair: ({ redis }) => redis.start(),
  },
  {
    title: 'it fails over: connections break, and the address leads to a replica for a while',
    async act({ redis }) {
      await redis.command('REPLICAOF', '127.0.0.1', '1')
      await redis.command('CLIENT', 'KILL', 'TYPE', 'normal')
    },
    raises: ['OffersKeyStoreReadOnly'],
    repair: ({ redis }) => redis.command('REPLICAOF', 'NO', 'ONE'),
  },
  {
    title: 'it came back empty, and a key ends soon, as a gateway sees when it starts',
    async act(service) {
      const end = new Date(Date.now() + 72 * HOUR_MS).toISOString()
      await issueKey(service.redis.url, '--expires', end)
      await restart(service)
    },
    raises: ['OffersKeysEndingSoon', 'OffersKeysLost'],
  },
  {
    title: 'the clock of a gateway runs ahead',
    act: (service) => restart(service, '--import', `data:text/javascript,${encodeURIComponent(AHEAD)}`),
    raises: ['OffersClockWrong'],
    repair: (service) => restart(service),
  },
  { title: 'it has been started several times', raises: ['OffersRestarting'] },
  {
    title: 'the origin ends: no pointer',
    act: ({ nginx }) => nginx.stop(),
    raises: ['OffersReleaseRefused'],
  },
  {
    title: 'pages that are not in memory cannot be read',
    repeat: ({ ask }) => ask('/beta/openapi.json'),
    raises: ['OffersOriginFailing'],
  },
  {
    title: 'that goes on',
    repeat: ({ ask }) => ask('/beta/openapi.json'),
    raises: ['OffersErrors'],
  },
  {
    title: 'a line of a key file is damaged',
    // This gateway is watched for nothing else, so that it has no part in the other alerts.
    async act({ at, parent, folder, lines }) {
      const keyFile = at('keys.ndjson')
      await addKeys(keyFile, 1, 'named')
      appendFileSync(keyFile, '{"id":"key_\n')
      const { admin } = await startGateway(parent, '--public', folder, '--keys', keyFile)
      const { text } = await call(`http://${admin}`, '/metrics')
      writeFileSync(lines, `${/^offers_key_file_bad_lines .*$/m.exec(text)?.[0]}\n`)
    },
    raises: ['OffersKeyFileBadLine'],
  },
  {
    title: 'one gateway dies',
    act: ({ running }) => kill(running),
    raises: ['OffersGatewayDown'],
    over: ['OffersAllDown'],
  },
  {
    title: 'the other one dies',
    act: ({ gateway }) => kill(gateway),
    raises: ['OffersAllDown'],
    repair: ({ second }) => second.again(),
  },
]

function writePointer({ folder }: Service, text = ''): void {
  writeFileSync(join(folder, 'latest.json'), text)
}

/** Backs up as the unit does, of this machine only what the test has made. @param keys where the keys are */
function backUp({ at, lines }: Service, keys: string): Promise<Finished> {
  mkdirSync(at('machine/etc/offers'), { recursive: true })
  const folders = { BACKUP: at('backup'), PUBLIC: at('out'), ROOT: at('machine') }
  const env = { PATH: process.env.PATH ?? '', ...folders, METRICS: lines, OFFERS_KEYS: keys }
  return runToEnd(join(ROOT, 'deploy/systemd/backup.sh'), [], { cwd: ROOT, env })
}

/** Waits until a failed build is reported with this code. */
function reported(prometheus: RunningPrometheus, code: string): Promise<void> {
  return until(`the failure ${code} is reported`, async () => {
    const [failed] = await prometheus.query('offers_build_failed == 1')
    return failed?.metric.code === code
  })
}

function flood(this: Socket): void {
  this.on('error', () => {}).write('GET /x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(120))
}

/** Restarts the second gateway. */
async function restart(service: Service, ...nodeArgs: string[]): Promise<void> {
  await kill(service.running)
  service.running = await service.second.again(...nodeArgs)
}

const AHEAD = 'const { now } = Date; Date.now = () => now() + 60_000'

const skip = withoutPrometheus || withoutRedis || withoutNginx || withoutDisks

t.test('every fault raises its alert, and a healthy part raises none', { skip }, async (t) => {
  const service = await startService(t)
  const { prometheus } = service
  service.certificateEndsIn(60)
  const seen = new Set<string>()

  async function follow({ title, act, repeat, repair, ...alerts }: Fault) {
    const { raises = [], over = [], stay = [], pauseMs = repeat ? undefined : EVALUATED_MS } = alerts
    const areAsExpected = async (firing: readonly string[], ended: readonly string[]) => {
      const now = await prometheus.firing()
      for (const name of now) seen.add(name)
      return firing.every((name) => now.includes(name)) && !ended.some((name) => now.includes(name))
    }
    await t.test(title, async (t) => {
      await act?.(service, t)
      const holds = async () => {
        await repeat?.(service)
        return areAsExpected([...raises, ...stay], over)
      }
      await until(`${raises} are raised, and ${over} are not`, holds, pauseMs)
      if (!repair) return
      await repair(service, t)
      await until(`${raises} are over`, () => areAsExpected([], raises), EVALUATED_MS)
    })
  }

  const { panels } = JSON.parse(read('deploy/monitoring/dashboard.json'))
  const queries: string[] = panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
  )
  const isOfBroken = (query: string) => query.includes('broken')
  const findSomething = (chosen: readonly string[]) =>
    t.test('every query of the dashboard finds something', async () => {
      for (const query of chosen) await until(query, async () => (await prometheus.query(query)).length > 0)
    })

  t.ok(queries.length > 15)
  for (const fault of FIRST_DAYS) await follow(fault)
  await findSomething(queries.filter((query) => !isOfBroken(query)))
  for (const fault of OLD_DATA) await follow(fault)
  await findSomething(queries.filter(isOfBroken))
  for (const fault of FAULTS) await follow(fault)
  const alerts = new Set(Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name = '']) => name))
  t.strictSame([...seen].toSorted(), [...alerts].toSorted(), 'every alert was raised')
})
