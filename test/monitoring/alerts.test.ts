// Failures as operators meet them, in front of a real Prometheus that scrapes a real gateway: each raises its alert.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { read } from '../docs/support/pages.ts'
import { call } from '../helpers/http.ts'
import { listening } from '../helpers/listening.ts'
import { withoutNginx } from '../helpers/nginx.ts'
import { startOrigin } from '../helpers/origin.ts'
import { bundle, demonstrationSource, runProgram, serveGateway } from '../helpers/processes.ts'
import { type RunningPrometheus, startPrometheus, withoutPrometheus } from '../helpers/prometheus.ts'
import { startRedis, withoutRedis } from '../helpers/redis.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { mountDisk, withoutDisks } from '../helpers/small-disk.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'
import { until } from '../helpers/until.ts'

t.setTimeout(SLOW_MS)

const HOUR_MS = 3_600_000
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

const fires = (prometheus: RunningPrometheus, alert: string) =>
  until(`${alert} fires`, async () => (await prometheus.firing()).includes(alert))
const isOver = (prometheus: RunningPrometheus, alert: string) =>
  until(`${alert} is over`, async () => !(await prometheus.firing()).includes(alert))

const skip = withoutPrometheus || withoutRedis || withoutNginx || withoutDisks

t.test('what goes wrong is seen, and what is well is not', { skip }, async (t) => {
  const root = t.testdir({ public: {}, prometheus: {}, empty: {}, out: {} })
  const folder = join(root, 'public')
  publishTinyRelease(folder, { dataAsOf: hoursAgo(1) })
  const { nginx, url } = await startOrigin(t, folder)
  const redis = await startRedis(t)
  const issued = await runProgram('gateway', ['keys', 'issue', '--keys', redis.url, '--name', 'x', '--json'])
  const { key } = JSON.parse(issued.stdout)
  const stores = ['--keys', redis.url, '--limits', redis.url]
  const gateway = await serveGateway(t, ['--origin', url, ...stores, '--admin-port', '0', '--poll-ms', '100'])
  const adminPort = /"port":(\d+),"msg":"admin port open"/.exec(gateway.log())?.[1]

  const metrics = join(root, 'offers.prom')
  const buildInto = (out: string, source = demonstrationSource) =>
    runProgram('build', ['run', '--source', source, '--out', out, '--metrics', metrics, '--quiet'])
  t.match(await buildInto(join(root, 'out')), { code: 0 }, bundle('build'))
  const targets = { offers: `127.0.0.1:${adminPort}`, node: await exporter(t, metrics) }
  const prometheus = await startPrometheus(t, { folder: join(root, 'prometheus'), rules, targets })

  const ask = async (target = '/beta/offers') => (await call(gateway.base, target, { key })).status
  t.equal(await ask(), 200)
  t.equal(await ask('/beta/offers?limit=0'), 400)
  t.equal((await call(gateway.base, '/beta/offers', { key, headers: { 'If-None-Match': '*' } })).status, 304)
  await until('both are scraped', async () => (await prometheus.query('up == 1')).length === 2)
  t.strictSame(await prometheus.firing(), [], 'on a good day there is no alert')

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
  publishTinyRelease(folder, { dataAsOf: hoursAgo(27) })
  await fires(prometheus, 'OffersCatalogueStale')
  publishTinyRelease(folder, { dataAsOf: hoursAgo(-24 * 365) })
  await fires(prometheus, 'OffersCatalogueFromTheFuture')
  await isOver(prometheus, 'OffersCatalogueStale')
  // The source of one issuer is broken, and has been for days.
  const broken = [{ issuer: 'banco-x', days: 6 }]
  publishTinyRelease(folder, { dataAsOf: hoursAgo(1), broken })
  await isOver(prometheus, 'OffersCatalogueFromTheFuture')
  await fires(prometheus, 'OffersIssuerBroken')
  await fires(prometheus, 'OffersIssuerLeaving')
  // A pointer that can not be taken: it names a release that is not there.
  const whole = publishTinyRelease(folder, { dataAsOf: hoursAgo(0.5) })
  await isOver(prometheus, 'OffersIssuerBroken')
  const wrong = { ...whole.pointer, manifest: '0'.repeat(64) }
  writeFileSync(join(folder, 'latest.json'), JSON.stringify(wrong))
  await fires(prometheus, 'OffersReleaseRefused')
  writeFileSync(join(folder, 'latest.json'), JSON.stringify(whole.pointer))
  await isOver(prometheus, 'OffersReleaseRefused')

  // A build is refused, then finds no room, then goes well.
  t.match(await buildInto(join(root, 'out'), join(root, 'empty')), { code: 1 })
  await fires(prometheus, 'OffersBuildFailed')
  t.match((await prometheus.query('offers_build_failed == 1'))[0]?.metric, { code: 'bad-source' })
  const disk = mountDisk(t, '64k')
  t.match(await buildInto(join(disk, 'out')), { code: 1, stderr: 'no space left' })
  await until('the full disk is told', async () => {
    const [failed] = await prometheus.query('offers_build_failed == 1')
    return failed?.metric.code === 'system'
  })
  t.ok((await prometheus.firing()).includes('OffersBuildFailed'))
  t.match(await buildInto(join(root, 'out')), { code: 0 })
  await isOver(prometheus, 'OffersBuildFailed')

  // The store of the keys goes, and comes back.
  await redis.stop()
  await fires(prometheus, 'OffersKeyStoreFailing')
  await redis.start()
  await isOver(prometheus, 'OffersKeyStoreFailing')

  // The origin goes: no pointer, and no page that is not in memory yet.
  await nginx.stop()
  await fires(prometheus, 'OffersReleaseRefused')
  await until('pages can not be read', async () => {
    await call(gateway.base, '/beta/openapi.json')
    return (await prometheus.firing()).includes('OffersOriginFailing')
  })
  await fires(prometheus, 'OffersErrors')
})
