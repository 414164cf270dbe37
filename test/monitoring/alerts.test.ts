// Failures as operators meet them, in front of a real Prometheus that scrapes a real gateway: each raises its alert.

import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { HOUR_MS } from '../../lib/time/clock.ts'
import { offersBuild } from '../build/support/program.ts'
import { writeSource } from '../build/support/source.ts'
import { read } from '../docs/support/pages.ts'
import { freePort } from '../helpers/free-port.ts'
import { call } from '../helpers/http.ts'
import { issueKey } from '../helpers/issue-keys.ts'
import { listening } from '../helpers/listening.ts'
import { withoutNginx } from '../helpers/nginx.ts'
import { startOrigin } from '../helpers/origin.ts'
import { serveGateway } from '../helpers/processes.ts'
import { EVALUATED_MS, startPrometheus, withoutPrometheus } from '../helpers/prometheus.ts'
import { startRedis, withoutRedis } from '../helpers/redis.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { mountDisk, withoutDisks } from '../helpers/small-disk.ts'
import { publishTinyRelease, type TinyOptions } from '../helpers/tiny-release.ts'
import { until } from '../helpers/until.ts'

t.setTimeout(BUSY_MS)

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

/** The rules as they stand, but that minutes are seconds: nobody waits for an alert of a test. */
const rules = read('docs/monitoring/offers.rules.yml')
  .replaceAll(/for: \d+m/g, 'for: 400ms')
  .replaceAll(/\[\d+m\]/g, '[4s]')

/** Serves a text as node_exporter does. Returns its address. */
async function exporter(t: Test, path: string): Promise<string> {
  const server = createServer((_req, res) => res.end(existsSync(path) ? readFileSync(path) : ''))
  return `127.0.0.1:${await listening(t, server)}`
}

const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name = '']) => name)

const skip = withoutPrometheus || withoutRedis || withoutNginx || withoutDisks

t.test('what goes wrong is seen, and what is well is not', { skip }, async (t) => {
  const root = t.testdir({ public: {}, beside: {}, prometheus: {}, empty: {}, source: {} })
  const [folder, beside] = [join(root, 'public'), join(root, 'beside')]
  /** Publishes the same in both places, or only in those that are given. */
  const publish = (dataAsOf: string, broken: TinyOptions['broken'] = [], places = [folder, beside]) => {
    for (const place of places) publishTinyRelease(place, { dataAsOf, broken, offers: 5 })
  }
  const whole = () => publish(hoursAgo(0.5))
  publish(hoursAgo(1), [], [folder])
  const { nginx, url } = await startOrigin(t, folder)
  const redis = await startRedis(t)
  const { key } = await issueKey(redis.url)
  const stores = ['--keys', redis.url, '--limits', redis.url, '--poll-ms', '100']
  const start = async (...words: string[]) => {
    const port = await freePort()
    const args = [...words, ...stores, '--admin-port', `${port}`]
    const gateway = await serveGateway(t, args)
    return { ...gateway, admin: `127.0.0.1:${port}`, again: () => serveGateway(t, args) }
  }
  const gateway = await start('--origin', url)
  const second = await start('--public', beside, '--max-connections-per-address', '2')

  const metrics = join(root, 'offers.prom')
  const source = writeSource(join(root, 'source'))
  const buildInto = (out: string, from = source, now = Date.now()) => {
    const words = ['run', '--source', from, '--out', out, '--metrics', metrics, '--threads', '0', '--quiet']
    return offersBuild(words, now)
  }
  t.match(await buildInto(join(root, 'out'), join(root, 'empty')), { code: 1 })
  const targets = { offers: [gateway.admin, second.admin], node: [await exporter(t, metrics)] }
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

  // The first days: a gateway has nothing to serve, and no build has ever ended well.
  await fires('OffersNoCatalogue')
  await fires('OffersBuildMissing')
  whole()
  t.match(await buildInto(join(root, 'out')), { code: 0 })
  await isOver('OffersNoCatalogue')
  await isOver('OffersBuildMissing')

  const ask = async (target = '/beta/offers') => (await call(gateway.base, target, { key })).status
  t.equal(await ask(), 200)
  t.equal(await ask('/beta/offers?limit=0'), 400)
  t.equal((await call(gateway.base, '/beta/offers', { key, headers: { 'If-None-Match': '*' } })).status, 304)
  await until('all are scraped', async () => (await prometheus.query('up == 1')).length === 3)
  await until('on a good day there is no alert', async () => (await firing()).length === 0)

  await t.test('every query of the dashboard finds something', async (t) => {
    const { panels } = JSON.parse(read('docs/monitoring/dashboard.json'))
    const queries: string[] = panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
    )
    t.ok(queries.length > 15)
    for (const query of queries) {
      await until(`there is something for: ${query}`, async () => (await prometheus.query(query)).length > 0)
    }
  })

  // The daily job did not run: what is there becomes older.
  publish(hoursAgo(27))
  await fires('OffersCatalogueStale')
  publish(hoursAgo(-24 * 365))
  await fires('OffersCatalogueFromTheFuture')
  await isOver('OffersCatalogueStale')
  // The source of one issuer is broken, and has been for days.
  publish(hoursAgo(1), [{ issuer: 'banco-x', days: 6 }])
  await isOver('OffersCatalogueFromTheFuture')
  await fires('OffersIssuerBroken')
  await fires('OffersIssuerLeaving')
  // The release reaches one gateway alone.
  publish(hoursAgo(0.75), [], [folder])
  await fires('OffersGatewaysDiffer')
  // A pointer that can not be taken: its digest is not that of the manifest.
  whole()
  await isOver('OffersGatewaysDiffer')
  await isOver('OffersIssuerBroken')
  const pointer = join(folder, 'latest.json')
  const right = readFileSync(pointer, 'utf8')
  writeFileSync(pointer, JSON.stringify({ ...JSON.parse(right), manifest: '0'.repeat(64) }))
  await fires('OffersReleaseRefused')
  writeFileSync(pointer, right)
  await isOver('OffersReleaseRefused')

  // A build is refused, then finds no room; the last one that went well becomes old; then one goes well again.
  t.match(await buildInto(join(root, 'out'), join(root, 'empty')), { code: 1 })
  await fires('OffersBuildFailed')
  t.match((await prometheus.query('offers_build_failed == 1'))[0]?.metric, { code: 'bad-source' })
  const disk = mountDisk(t, '64k')
  t.match(await buildInto(join(disk, 'out')), { code: 1, stderr: 'no space left' })
  await until('the full disk is told', async () => {
    const [failed] = await prometheus.query('offers_build_failed == 1')
    return failed?.metric.code === 'system'
  })
  t.ok((await firing()).includes('OffersBuildFailed'))
  t.match(await buildInto(join(root, 'out'), source, Date.now() - 27 * HOUR_MS), { code: 0 })
  await fires('OffersBuildMissing')
  await isOver('OffersBuildFailed')
  t.match(await buildInto(join(root, 'out')), { code: 0 })
  await isOver('OffersBuildMissing')

  // An address opens more connections than it may.
  const sockets = Array.from({ length: 4 }, () => connect(Number(new URL(second.base).port), '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => {})
  await fires('OffersConnectionsDropped')
  for (const socket of sockets) socket.destroy()

  // Redis hangs: whoever is asked waits for it as long as a gateway does.
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

  // A key ends soon. That is looked up at the start, and from time to time.
  await issueKey(redis.url, '--expires', new Date(Date.now() + 72 * HOUR_MS).toISOString())
  second.process.kill('SIGKILL')
  await once(second.process, 'exit')
  await second.again()
  await fires('OffersKeysEndingSoon')

  // The origin goes: no pointer, and no page that is not in memory yet.
  await nginx.stop()
  await fires('OffersReleaseRefused')
  await until('pages can not be read', async () => {
    await call(gateway.base, '/beta/openapi.json')
    return (await firing()).includes('OffersOriginFailing')
  })
  await fires('OffersErrors')
  t.strictSame([...seen].toSorted(), alerts.toSorted(), 'every alert was raised')
})
