// Failures as operators see them, with a real Prometheus that scrapes a real gateway: each raises its alert.

import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { writeBegan } from '../../../build/report/metrics-report.ts'
import { HOUR_MS } from '../../../lib/time/clock.ts'
import { offersBuild } from '../../build/support/program.ts'
import { writeSource } from '../../build/support/source.ts'
import { ROOT, read } from '../../docs/support/pages.ts'
import { runToEnd } from '../../helpers/child-processes.ts'
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
  .replaceAll(/> 100$/gm, '> 5')

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
  const root = t.testdir({ public: {}, second: {}, prometheus: {}, empty: {}, source: {} })
  const at = (path: string) => join(root, path)
  const [folder, secondFolder] = [at('public'), at('second')]
  publishTinyRelease(folder, { dataAsOf: hoursAgo(1), offers: 5 })
  const { nginx, url } = await startOrigin(t, folder)
  const redis = await startRedis(t)
  const { key } = await issueKey(redis.url)
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
  const source = writeSource(at('source'))
  const service = {
    ...{ at, folder, secondFolder, nginx, redis, gateway, second, metrics, lines },
    prometheus: await startPrometheus(t, { folder: at('prometheus'), rules, targets }),
    parent: t,
    /** The process of `second` that runs now. */
    running: second as Pick<ServingGateway, 'process'>,
    pointer: join(folder, 'latest.json'),
    pointers: [] as string[],
    sockets: [] as Socket[],
    /** Publishes the same in both folders, or only in the given ones. */
    publish(hoursOld: number, broken: TinyOptions['broken'] = [], places = [folder, secondFolder]) {
      const dataAsOf = hoursAgo(hoursOld)
      for (const place of places) publishTinyRelease(place, { dataAsOf, broken, offers: 5 })
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

/** What happens to a service, and the alerts that begin or end because of it. */
interface Step {
  title: string
  act?: (service: Service, t: Test) => unknown
  /** Done again until the alerts are as expected. */
  repeat?: (service: Service) => unknown
  begin?: readonly string[]
  end?: readonly string[]
  /** Those that have not ended. */
  stay?: readonly string[]
  /** Those that have not begun. */
  absent?: readonly string[]
  /** Between two looks at the alerts. */
  pauseMs?: number
}

const BROKEN = { issuer: 'banco-x', days: 6, keep_days: 7, decision: 'keep', kept: 12 }

const FIRST_DAYS: readonly Step[] = [
  {
    title: 'a gateway has nothing to serve, and there was no build',
    begin: ['OffersNoCatalogue', 'OffersBuildMissing'],
  },
  {
    title: 'no build has ended well',
    act: async ({ at, build }, t) => t.match(await build({ from: at('empty') }), { code: 1 }),
    begin: ['OffersBuildMissing'],
  },
  {
    title: 'a build ends well, and a release reaches the gateways',
    async act({ publish, build }, t) {
      publish(0.9)
      t.match(await build(), { code: 0 })
    },
    end: ['OffersNoCatalogue', 'OffersBuildMissing'],
  },
  {
    title: 'requests are answered',
    async act({ ask, prometheus }, t) {
      t.equal(await ask(), 200)
      t.equal(await ask('/beta/offers?limit=0'), 400)
      t.equal(await ask('/beta/offers', { 'If-None-Match': '*' }), 304)
      await until('all are scraped', async () => (await prometheus.query('up == 1')).length === 5)
      await until('no alert', async () => (await prometheus.firing()).length === 0)
    },
  },
]

const OLD_DATA: readonly Step[] = [
  {
    title: 'the daily job does not run',
    act: ({ publish }) => publish(27),
    begin: ['OffersCatalogueStale'],
  },
  {
    title: 'one gateway has data of the future',
    act: ({ publish, secondFolder }) => publish(-24 * 365, [], [secondFolder]),
    begin: ['OffersCatalogueFromTheFuture'],
    end: ['OffersCatalogueStale'],
  },
  {
    title: 'the source of an issuer has been broken for days',
    act: ({ publish }) => publish(0.8, [BROKEN]),
    begin: ['OffersIssuerBroken', 'OffersIssuerLeaving'],
    end: ['OffersCatalogueFromTheFuture'],
  },
]

const RELEASES: readonly Step[] = [
  {
    title: 'the offers of the issuer have left',
    act: ({ publish }) => publish(0.7, [{ ...BROKEN, days: 8, kept: 0 }]),
    end: ['OffersIssuerLeaving'],
    stay: ['OffersIssuerBroken'],
  },
  {
    title: 'an operator accepts that',
    act: ({ publish }) => publish(0.6, [{ ...BROKEN, days: 9, kept: 0, decision: 'accept' }]),
    end: ['OffersIssuerBroken'],
  },
  {
    title: 'a release reaches only one gateway',
    act({ publish, folder, pointer, pointers }) {
      publish(0.5, [], [folder])
      pointers.push(readFileSync(pointer, 'utf8'))
    },
    begin: ['OffersReleaseRefused'],
  },
  {
    title: 'the next one reaches both',
    act({ publish, pointer, pointers }) {
      publish(0.4)
      pointers.push(readFileSync(pointer, 'utf8'))
    },
    end: ['OffersReleaseRefused'],
  },
  {
    title: 'the digest in a pointer is not that of the manifest',
    act({ pointer, pointers }) {
      const wrong = { ...JSON.parse(pointers.at(-1) ?? ''), manifest: '0'.repeat(64) }
      writeFileSync(pointer, JSON.stringify(wrong))
    },
    begin: ['OffersReleaseRefused'],
  },
  {
    title: 'the pointer is right again',
    act: ({ pointer, pointers }) => writeFileSync(pointer, pointers.at(-1) ?? ''),
    end: ['OffersReleaseRefused'],
  },
  {
    title: 'two caches answer in turns',
    repeat: ({ pointer, pointers }) => writeFileSync(pointer, pointers.reverse()[0] ?? ''),
    pauseMs: POLLED_MS,
    begin: ['OffersPointerTurns'],
  },
]

const BUILDS: readonly Step[] = [
  {
    title: 'a build is refused',
    async act({ publish, at, build, prometheus }, t) {
      publish(0.3)
      t.match(await build({ from: at('empty') }), { code: 1 })
      await reported(prometheus, 'bad-source')
    },
    begin: ['OffersBuildFailed'],
  },
  {
    title: 'a step before the build fails',
    async act({ at, metrics, prometheus }, t) {
      const settings = { DAILY: at('daily'), SOURCE_URL: at('nowhere'), OFFERS_METRICS: metrics }
      const env = { PATH: process.env.PATH ?? '', ...settings }
      t.match(await runToEnd(join(ROOT, 'deploy/daily.sh'), ['fetch'], { env }), { code: 1 })
      await reported(prometheus, 'fetch')
    },
    begin: ['OffersBuildFailed'],
  },
  {
    title: 'a build finds no room',
    async act({ build, prometheus, parent }, t) {
      const disk = mountDisk(parent, '64k')
      t.match(await build({ out: join(disk, 'out') }), { code: 1, stderr: 'no space left' })
      await reported(prometheus, 'system')
    },
    begin: ['OffersBuildFailed'],
  },
  {
    title: 'the last build that ended well is old',
    act: async ({ build }, t) => t.match(await build({ now: Date.now() - 27 * HOUR_MS }), { code: 0 }),
    begin: ['OffersBuildMissing'],
    end: ['OffersBuildFailed'],
  },
  {
    title: 'the last one ended well some hours ago',
    act: async ({ build }, t) => t.match(await build({ now: Date.now() - 6 * HOUR_MS }), { code: 0 }),
    end: ['OffersBuildMissing'],
  },
  {
    title: 'the next one began, and was killed',
    act: ({ metrics }) => writeBegan(metrics, Date.now() - 5 * HOUR_MS),
    begin: ['OffersBuildMissing'],
  },
  {
    title: 'a build ends well',
    act: async ({ build }, t) => t.match(await build(), { code: 0 }),
    end: ['OffersBuildMissing'],
  },
]

/** Waits until a failed build is reported with this code. */
function reported(prometheus: RunningPrometheus, code: string): Promise<void> {
  return until(`the failure ${code} is reported`, async () => {
    const [failed] = await prometheus.query('offers_build_failed == 1')
    return failed?.metric.code === code
  })
}

const CLIENTS: readonly Step[] = [
  {
    title: 'the certificate is not renewed',
    act: ({ certificateEndsIn }) => certificateEndsIn(13),
    begin: ['OffersCertificateEnding'],
  },
  {
    title: 'the certificate is renewed',
    act: ({ certificateEndsIn }) => certificateEndsIn(90),
    end: ['OffersCertificateEnding'],
  },
  {
    title: 'a part of the backup is not good',
    act: ({ lines }) => writeFileSync(lines, 'offers_backup_failed 1\n'),
    begin: ['OffersBackupFailed'],
  },
  {
    title: 'the backup is good again',
    act: ({ lines }) => writeFileSync(lines, 'offers_backup_failed 0\n'),
    end: ['OffersBackupFailed'],
  },
  {
    title: 'a folder loses objects that are not requested',
    act: ({ secondFolder, at }) => renameSync(join(secondFolder, 'objects'), at('lost')),
    begin: ['OffersObjectsDamaged'],
  },
  {
    title: 'they are back',
    act: ({ secondFolder, at }) => renameSync(at('lost'), join(secondFolder, 'objects')),
    end: ['OffersObjectsDamaged'],
  },
  {
    title: 'a client repeatedly sends more on a connection than it may',
    repeat({ second, sockets }) {
      const port = Number(new URL(second.base).port)
      sockets.push(...Array.from({ length: 12 }, () => connect(port, '127.0.0.1', flood)))
    },
    begin: ['OffersConnectionsDropped'],
  },
  {
    title: 'a holder asks for what the API refuses',
    act({ sockets }) {
      for (const socket of sockets) socket.destroy()
    },
    repeat: ({ askOften }) => askOften('/beta/offers?limit=0'),
    begin: ['OffersKeyRefused'],
  },
  { title: 'the holder stops', end: ['OffersKeyRefused'] },
]

function flood(this: Socket): void {
  this.on('error', () => {}).write('GET /x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(120))
}

const KEY_STORE: readonly Step[] = [
  {
    title: 'Redis hangs: each request waits until the gateway gives up',
    act: ({ redis }) => redis.pause(),
    repeat: ({ askOften }) => askOften(),
    begin: ['OffersSlow'],
  },
  { title: 'it goes on', begin: ['OffersLimiterFailing'] },
  {
    title: 'Redis ends',
    async act({ redis }) {
      redis.resume()
      await redis.stop()
    },
    begin: ['OffersKeyStoreFailing'],
  },
  { title: 'Redis is back', act: ({ redis }) => redis.start(), end: ['OffersKeyStoreFailing'] },
  {
    title: 'it fails over: connections break, and the address leads to a replica for a while',
    async act({ redis }) {
      await redis.command('REPLICAOF', '127.0.0.1', '1')
      await redis.command('CLIENT', 'KILL', 'TYPE', 'normal')
    },
    begin: ['OffersKeyStoreReadOnly'],
  },
  {
    title: 'the failover is over',
    act: ({ redis }) => redis.command('REPLICAOF', 'NO', 'ONE'),
    end: ['OffersKeyStoreReadOnly'],
  },
  {
    title: 'Redis came back empty, and a key ends soon, as a gateway sees when it starts',
    async act(service) {
      const end = new Date(Date.now() + 72 * HOUR_MS).toISOString()
      await issueKey(service.redis.url, '--expires', end)
      await restart(service)
    },
    begin: ['OffersKeysEndingSoon', 'OffersKeysLost'],
  },
]

/** Restarts the second gateway. */
async function restart(service: Service, ...nodeArgs: string[]): Promise<void> {
  await kill(service.running)
  service.running = await service.second.again(...nodeArgs)
}

const AHEAD = 'const { now } = Date; Date.now = () => now() + 60_000'

const ENDS: readonly Step[] = [
  {
    title: 'the clock of a gateway runs ahead',
    act: (service) => restart(service, '--import', `data:text/javascript,${encodeURIComponent(AHEAD)}`),
    begin: ['OffersClockWrong'],
  },
  {
    title: 'it is started once more',
    act: (service) => restart(service),
    begin: ['OffersRestarting'],
    end: ['OffersClockWrong'],
  },
  {
    title: 'the origin ends: no pointer',
    act: ({ nginx }) => nginx.stop(),
    begin: ['OffersReleaseRefused'],
  },
  {
    title: 'pages that are not in memory cannot be read',
    repeat: ({ ask }) => ask('/beta/openapi.json'),
    begin: ['OffersOriginFailing'],
  },
  {
    title: 'that goes on',
    repeat: ({ ask }) => ask('/beta/openapi.json'),
    begin: ['OffersErrors', 'OffersErrorsPersist'],
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
    begin: ['OffersKeyFileBadLine'],
  },
  {
    title: 'one gateway dies',
    act: ({ running }) => kill(running),
    begin: ['OffersGatewayDown'],
    absent: ['OffersAllDown'],
  },
  { title: 'the other one dies', act: ({ gateway }) => kill(gateway), begin: ['OffersAllDown'] },
  { title: 'one is back', act: ({ second }) => second.again(), end: ['OffersAllDown'] },
]

const skip = withoutPrometheus || withoutRedis || withoutNginx || withoutDisks

t.test('every fault raises its alert, and a healthy part raises none', { skip }, async (t) => {
  const service = await startService(t)
  const { prometheus } = service
  service.certificateEndsIn(60)
  const seen = new Set<string>()

  async function follow({ title, act, repeat, ...alerts }: Step) {
    const {
      begin = [],
      end = [],
      stay = [],
      absent = [],
      pauseMs = repeat ? undefined : EVALUATED_MS,
    } = alerts
    await t.test(title, async (t) => {
      await act?.(service, t)
      let firing: readonly string[] = []
      const areAsExpected = async () => {
        await repeat?.(service)
        firing = await prometheus.firing()
        for (const name of firing) seen.add(name)
        return begin.every((name) => firing.includes(name)) && !end.some((name) => firing.includes(name))
      }
      await until(`these begin: ${begin}; these end: ${end}`, areAsExpected, pauseMs)
      for (const name of stay) t.ok(firing.includes(name), `${name} goes on`)
      for (const name of absent) t.notOk(firing.includes(name), `${name} has not begun`)
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
  for (const step of FIRST_DAYS) await follow(step)
  await findSomething(queries.filter((query) => !isOfBroken(query)))
  for (const step of OLD_DATA) await follow(step)
  await findSomething(queries.filter(isOfBroken))
  for (const step of [...RELEASES, ...BUILDS, ...CLIENTS, ...KEY_STORE, ...ENDS]) await follow(step)
  const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name = '']) => name)
  t.strictSame([...seen].toSorted(), alerts.toSorted(), 'every alert was raised')
})
