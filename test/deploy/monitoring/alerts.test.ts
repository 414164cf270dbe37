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
import { read } from '../../docs/support/pages.ts'
import { freePort } from '../../helpers/free-port.ts'
import { call } from '../../helpers/http.ts'
import { addKeys, issueKey } from '../../helpers/issue-keys.ts'
import { listening } from '../../helpers/listening.ts'
import { withoutNginx } from '../../helpers/nginx.ts'
import { startOrigin } from '../../helpers/origin.ts'
import { bundle, type ServingGateway, serveGateway } from '../../helpers/processes.ts'
import { EVALUATED_MS, startPrometheus, withoutPrometheus } from '../../helpers/prometheus.ts'
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

const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name = '']) => name)

const skip = withoutPrometheus || withoutRedis || withoutNginx || withoutDisks

t.test('every fault raises its alert, and a healthy part raises none', { skip }, async (t) => {
  const root = t.testdir({ public: {}, second: {}, prometheus: {}, empty: {}, source: {} })
  const [folder, secondFolder] = [join(root, 'public'), join(root, 'second')]
  /** Publishes the same in both folders, or only in the given ones. */
  const publish = (dataAsOf: string, broken: TinyOptions['broken'] = [], places = [folder, secondFolder]) => {
    for (const place of places) publishTinyRelease(place, { dataAsOf, broken, offers: 5 })
  }
  const whole = () => publish(hoursAgo(0.5))
  publish(hoursAgo(1), [], [folder])
  const { nginx, url } = await startOrigin(t, folder)
  const redis = await startRedis(t)
  const { key } = await issueKey(redis.url)
  await issueKey(redis.url)
  const stores = ['--keys', redis.url, '--limits', redis.url]
  const start = async (...words: string[]) => {
    const port = await freePort()
    const args = [...words, ...stores, '--admin-port', `${port}`]
    const gateway = await serveGateway(t, args)
    const again = (...nodeArgs: string[]) => serveGateway(t, args, bundle('gateway'), nodeArgs)
    return { ...gateway, admin: `127.0.0.1:${port}`, again }
  }
  const gateway = await start('--origin', url)
  const second = await start('--public', secondFolder)

  const metrics = join(root, 'offers.prom')
  const source = writeSource(join(root, 'source'))
  const buildInto = (out: string, from = source, now = Date.now()) => {
    const words = ['run', '--source', from, '--out', out, '--metrics', metrics, '--threads', '0']
    return offersBuild(words, now)
  }
  const certificate = join(root, 'certificate.prom')
  const daysLeft = (days: number) =>
    writeFileSync(certificate, `probe_ssl_earliest_cert_expiry ${Date.now() / 1000 + days * 86_400}\n`)
  daysLeft(60)
  const lines = join(root, 'lines.prom')
  const targets = {
    offers: [gateway.admin, second.admin],
    node: [await exporter(t, metrics)],
    certificate: [await exporter(t, certificate)],
    lines: [await exporter(t, lines)],
  }
  const prometheus = await startPrometheus(t, { folder: join(root, 'prometheus'), rules, targets })

  const seen = new Set<string>()
  const firing = async () => {
    const names = await prometheus.firing()
    for (const name of names) seen.add(name)
    return names
  }
  const fires = (alert: string) =>
    until(`${alert} fires`, async () => (await firing()).includes(alert), EVALUATED_MS)
  const isOver = (alert: string) =>
    until(`${alert} is over`, async () => !(await firing()).includes(alert), EVALUATED_MS)

  // The first days: a gateway has nothing to serve, there was no build, then none has ever ended well.
  await fires('OffersNoCatalogue')
  await fires('OffersBuildUnknown')
  t.match(await buildInto(join(root, 'out'), join(root, 'empty')), { code: 1 })
  await fires('OffersBuildMissing')
  whole()
  t.match(await buildInto(join(root, 'out')), { code: 0 })
  await isOver('OffersNoCatalogue')
  await isOver('OffersBuildMissing')
  await isOver('OffersBuildUnknown')

  const ask = async (target = '/beta/offers') => (await call(gateway.base, target, { key })).status
  t.equal(await ask(), 200)
  t.equal(await ask('/beta/offers?limit=0'), 400)
  t.equal((await call(gateway.base, '/beta/offers', { key, headers: { 'If-None-Match': '*' } })).status, 304)
  await until('all are scraped', async () => (await prometheus.query('up == 1')).length === 5)
  await until('on a good day there is no alert', async () => (await firing()).length === 0)

  const { panels } = JSON.parse(read('deploy/monitoring/dashboard.json'))
  const queries: string[] = panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
  )
  const finds = (query: string) =>
    until(`there is something for: ${query}`, async () => (await prometheus.query(query)).length > 0)

  await t.test('every query of the dashboard finds something', async (t) => {
    t.ok(queries.length > 15)
    for (const query of queries.filter((each) => !each.includes('broken'))) await finds(query)
  })

  // The daily job did not run: the data becomes older.
  publish(hoursAgo(27))
  await fires('OffersCatalogueStale')
  publish(hoursAgo(-24 * 365), [], [secondFolder])
  await fires('OffersCatalogueFromTheFuture')
  await isOver('OffersCatalogueStale')
  // The source of one issuer is broken, and has been for days.
  const broken = { issuer: 'banco-x', days: 6, keep_days: 7, decision: 'keep', kept: 12 }
  publish(hoursAgo(1), [broken])
  await isOver('OffersCatalogueFromTheFuture')
  await fires('OffersIssuerBroken')
  await fires('OffersIssuerLeaving')
  for (const query of queries.filter((each) => each.includes('broken'))) await finds(query)
  // It stays broken; an operator accepts that.
  publish(hoursAgo(0.9), [{ ...broken, days: 8, kept: 0 }])
  await isOver('OffersIssuerLeaving')
  t.ok((await firing()).includes('OffersIssuerBroken'))
  publish(hoursAgo(0.8), [{ ...broken, days: 9, kept: 0, decision: 'accept' }])
  await isOver('OffersIssuerBroken')
  // The release reaches only one gateway.
  publish(hoursAgo(0.75), [], [folder])
  await fires('OffersGatewaysDiffer')
  const pointer = join(folder, 'latest.json')
  const partial = readFileSync(pointer, 'utf8')
  // A pointer that cannot be taken: its digest is not that of the manifest.
  whole()
  await isOver('OffersGatewaysDiffer')
  const right = readFileSync(pointer, 'utf8')
  writeFileSync(pointer, JSON.stringify({ ...JSON.parse(right), manifest: '0'.repeat(64) }))
  await fires('OffersReleaseRefused')
  writeFileSync(pointer, right)
  await isOver('OffersReleaseRefused')
  // Two caches answer in turns.
  let answered = right
  await until(
    'OffersPointerTurns fires',
    async () => {
      answered = answered === right ? partial : right
      writeFileSync(pointer, answered)
      return (await firing()).includes('OffersPointerTurns')
    },
    POLLED_MS,
  )
  writeFileSync(pointer, right)

  // A build is refused, then finds no room; the last one that went well becomes old; then one goes well again.
  t.match(await buildInto(join(root, 'out'), join(root, 'empty')), { code: 1 })
  await fires('OffersBuildFailed')
  t.match((await prometheus.query('offers_build_failed == 1'))[0]?.metric, { code: 'bad-source' })
  const disk = mountDisk(t, '64k')
  t.match(await buildInto(join(disk, 'out')), { code: 1, stderr: 'no space left' })
  await until('the full disk is reported', async () => {
    const [failed] = await prometheus.query('offers_build_failed == 1')
    return failed?.metric.code === 'system'
  })
  await fires('OffersBuildFailed')
  t.match(await buildInto(join(root, 'out'), source, Date.now() - 27 * HOUR_MS), { code: 0 })
  await fires('OffersBuildMissing')
  await isOver('OffersBuildFailed')
  // The next one began, and was killed.
  await writeBegan(metrics, Date.now() - 5 * HOUR_MS)
  await fires('OffersBuildUnfinished')
  t.match(await buildInto(join(root, 'out')), { code: 0 })
  await isOver('OffersBuildMissing')

  // The certificate is not renewed.
  daysLeft(13)
  await fires('OffersCertificateEnding')
  daysLeft(90)
  await isOver('OffersCertificateEnding')

  // A part of the backup is not good.
  writeFileSync(lines, 'offers_backup_failed 1\n')
  await fires('OffersBackupFailed')
  writeFileSync(lines, 'offers_backup_failed 0\n')
  await isOver('OffersBackupFailed')

  // A folder loses objects that are not requested.
  const [objects, lost] = [join(secondFolder, 'objects'), join(root, 'lost')]
  renameSync(objects, lost)
  await fires('OffersObjectsDamaged')
  renameSync(lost, objects)
  await isOver('OffersObjectsDamaged')

  // A client repeatedly sends more on a connection than it may.
  const sockets: Socket[] = []
  function flood(this: Socket) {
    this.on('error', () => {}).write('GET /x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(120))
  }
  await until('OffersConnectionsDropped fires', async () => {
    const port = Number(new URL(second.base).port)
    sockets.push(...Array.from({ length: 12 }, () => connect(port, '127.0.0.1', flood)))
    return (await firing()).includes('OffersConnectionsDropped')
  })
  for (const socket of sockets) socket.destroy()

  // A holder asks for what the API refuses.
  await until('OffersKeyRefused fires', async () => {
    await Promise.all(Array.from({ length: 8 }, () => ask('/beta/offers?limit=0')))
    return (await firing()).includes('OffersKeyRefused')
  })
  await isOver('OffersKeyRefused')

  // Redis hangs: each request waits for it until the gateway gives up.
  redis.pause()
  await until('answers are slow', async () => {
    await Promise.all(Array.from({ length: 8 }, () => ask()))
    return (await firing()).includes('OffersSlow')
  })
  await fires('OffersLimiterFailing')
  redis.resume()

  // It goes, and comes back.
  await redis.stop()
  await fires('OffersKeyStoreFailing')
  await redis.start()
  await isOver('OffersKeyStoreFailing')

  // It fails over: the connections break, and the address leads to a replica for a while.
  await redis.command('REPLICAOF', '127.0.0.1', '1')
  await redis.command('CLIENT', 'KILL', 'TYPE', 'normal')
  await fires('OffersKeyStoreReadOnly')
  await redis.command('REPLICAOF', 'NO', 'ONE')
  await isOver('OffersKeyStoreReadOnly')

  // It came back empty. A key ends soon. Gateways check both at the start, and from time to time.
  await issueKey(redis.url, '--expires', new Date(Date.now() + 72 * HOUR_MS).toISOString())
  await kill(second)
  const third = await second.again()
  await fires('OffersKeysEndingSoon')
  await fires('OffersKeysLost')
  // Its clock runs ahead, then it is restarted once more.
  await kill(third)
  const ahead = 'const { now } = Date; Date.now = () => now() + 60_000'
  const fourth = await second.again('--import', `data:text/javascript,${encodeURIComponent(ahead)}`)
  await fires('OffersClockWrong')
  await kill(fourth)
  const last = await second.again()
  await isOver('OffersClockWrong')
  await fires('OffersRestarting')

  // The origin goes: no pointer, and no page that is not in memory yet.
  await nginx.stop()
  await fires('OffersReleaseRefused')
  await until('pages cannot be read', async () => {
    await call(gateway.base, '/beta/openapi.json')
    return (await firing()).includes('OffersOriginFailing')
  })
  await until('errors go on', async () => {
    await call(gateway.base, '/beta/openapi.json')
    const names = await firing()
    return names.includes('OffersErrors') && names.includes('OffersErrorsPersist')
  })

  // A line of a key file is damaged. This gateway shows nothing else, so that it has no part in the other alerts.
  const keyFile = join(root, 'keys.ndjson')
  await addKeys(keyFile, 1, 'named')
  appendFileSync(keyFile, '{"id":"key_\n')
  const adminPort = await freePort()
  await serveGateway(t, ['--public', folder, '--keys', keyFile, '--admin-port', `${adminPort}`])
  const { text } = await call(`http://127.0.0.1:${adminPort}`, '/metrics')
  writeFileSync(lines, `${/^offers_key_file_bad_lines .*$/m.exec(text)?.[0]}\n`)
  await fires('OffersKeyFileBadLine')

  // One gateway dies, then the other; then one is back.
  await kill(last)
  await fires('OffersGatewayDown')
  t.notOk((await firing()).includes('OffersAllDown'))
  await kill(gateway)
  await fires('OffersAllDown')
  await second.again()
  await isOver('OffersAllDown')
  t.strictSame([...seen].toSorted(), alerts.toSorted(), 'every alert was raised')
})
