// The private bucket of the operator's pages, followed step by step: a signed release goes into a bucket that lets
// no one in without a signature, and two gateways behind nginx serve it from there.

import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import { sha256 } from '../../lib/digest.ts'
import { records } from '../build/support/source.ts'
import { freePort } from '../helpers/free-port.ts'
import { call } from '../helpers/http.ts'
import { listeningAt, Nginx, withoutNginx } from '../helpers/nginx.ts'
import { BUCKET, CREDENTIALS, startPrivateBucket } from '../helpers/private-bucket.ts'
import { bundle, runProgram } from '../helpers/processes.ts'
import { sampleOf } from '../helpers/prometheus.ts'
import { startRedis, withoutRedis } from '../helpers/redis.ts'
import { reprDigestOf } from '../helpers/repr-digest.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { until } from '../helpers/until.ts'
import { untilOk } from '../helpers/until-ok.ts'
import { withoutProgram } from '../helpers/without-program.ts'
import { makeMachine } from './support/machine.ts'
import { blockOf, read } from './support/pages.ts'
import { installInto, startGatewayUnit, startUnit } from './support/units.ts'

t.setTimeout(LONG_MS)

const BUCKET_PAGE = 'docs/deployment.md'
const skip = withoutProgram('rclone', 'version') || withoutRedis || withoutNginx

const DAYS = ['2026-09-01T10:00:00.000Z', '2026-09-02T10:00:00.000Z'] as const

t.test('two gateways serve signed releases from a private bucket', { skip }, async (t) => {
  const root = t.testdir({ nginx: {}, redis: {} })
  const bucket = await startPrivateBucket(t)
  const bucketEnv = blockOf(BUCKET_PAGE, 'RCLONE_CONFIG_OFFERS_TYPE').replaceAll(
    /^(\w+)=.*$/gm,
    (line, name) => (bucket.remote[name] === undefined ? line : `${name}=${bucket.remote[name]}`),
  )
  writeFileSync(join(root, 'bucket.env'), bucketEnv)

  // The machine that builds.
  const builder = makeMachine(t, 'builder', {
    '/bucket.env': bucketEnv,
    '/build.env': blockOf(BUCKET_PAGE, 'DAILY=/var/lib'),
    '/alert.env': blockOf('docs/production.md', 'ALERT_URL='),
  })
  await builder.bring(DAYS[0], records(30))
  const set = blockOf(BUCKET_PAGE, 'offers-{daily.service').split('\n')
  t.match(set[0], /^apt-get install .*\brclone\b/, 'the job needs it')
  const first = await builder.run(set.filter((line) => !/^(?:apt-get|useradd) /.test(line)).join('\n'))
  t.equal(first.code, 0, first.stdout + first.stderr)
  t.ok(existsSync(builder.at('/etc/systemd/system/offers-daily.timer')))
  t.ok(builder.calls().includes('start offers-alert@test'), 'the alert is tried before it is needed')
  t.equal(builder.calls().at(-1), 'enable --now offers-daily.timer')
  for (const name of ['bucket.env', 'build.env', 'offers.key'])
    t.equal(statSync(builder.at(`/etc/offers/${name}`)).mode & 0o777, 0o600, name)
  const headersOf = (part: string) =>
    [...bucket.objects].find(([key]) => key.includes(part))?.[1].headers['cache-control']
  t.match(headersOf('objects/'), 'immutable')
  t.equal(headersOf('release.json.minisig'), 'no-cache')
  t.equal(headersOf('latest.json'), 'no-cache')
  t.strictSame(bucket.refused.splice(0), [], 'it sends no request that it may not send')

  // It is private.
  t.equal((await call(bucket.endpoint, `/${BUCKET}/latest.json`)).status, 403)
  const settings = blockOf(BUCKET_PAGE, 'sudo -u offers-build bash').split('\n')[1]
  const others = 'export RCLONE_CONFIG_OFFERS_ACCESS_KEY_ID=another'
  const stranger = await builder.run(`${settings}; ${others}; make daily-restore`)
  t.not(stranger.code, 0)
  t.match(stranger.stderr, 'the pointer cannot be read at DESTINATION')
  t.strictSame(new Set(bucket.refused.splice(0)), new Set(['AccessDenied', 'InvalidAccessKeyId']))

  // The machine that serves.
  cpSync(builder.at('/etc/offers/offers.pub'), join(root, 'offers.pub'))
  writeFileSync(join(root, 'gateway.env'), blockOf(BUCKET_PAGE, 'OFFERS_ORIGIN='))
  writeFileSync(join(root, 'alert.env'), blockOf('docs/production.md', 'ALERT_URL='))
  const served = blockOf(BUCKET_PAGE, 'enable --now offers-bucket')
  t.equal(await installInto(t, root, served), 4)
  const installed = (name: string) => readFileSync(join(root, 'etc', name), 'utf8')
  for (const unit of ['offers-bucket', 'offers-gateway@', 'offers-alert@'])
    t.ok(installed(`systemd/system/${unit}.service`))
  const [redis, origin] = [await startRedis(t, join(root, 'redis')), await freePort()]
  await redis.command('CONFIG', 'SET', 'appendonly', 'no')
  const settled = blockOf('docs/production.md', 'CONFIG SET appendonly yes')
  for (const [, words = ''] of settled.matchAll(/^redis-cli (CONFIG SET .*)$/gm))
    await redis.command(...words.split(' '))
  const here = [
    ['127.0.0.1:8081', `127.0.0.1:${origin}`],
    ['redis://127.0.0.1:6379', redis.url],
    ['/etc/offers/offers.pub', join(root, 'etc/offers/offers.pub')],
    ['/opt/offers/dist/gateway.mjs', bundle('gateway')],
    ['/usr/bin/node', process.execPath],
  ] as const
  const keys = ['keys', 'init', '--keys', `${redis.url}/0`]
  t.match(served, 'keys init --keys redis://127.0.0.1:6379/0')
  t.match(await runProgram('gateway', keys), { code: 0, stderr: '' }, 'this Redis remembers')
  startUnit(t, 'offers-bucket.service', { environment: installed('offers/bucket.env'), here })
  await untilOk(`http://127.0.0.1:${origin}`, '/latest.json')
  // Only at this level does the log show a failure each time.
  const environment = `${installed('offers/gateway.env')}OFFERS_LOG_LEVEL=debug\n`
  const gateways = [
    await startGatewayUnit(t, { environment, here }),
    await startGatewayUnit(t, { environment, here }),
  ]
  const port = await freePort()
  const nginx = new Nginx({
    site: 'balancer.conf',
    replace: {
      ...listeningAt(port),
      '127.0.0.1:8080': gateways[0]?.base.replace('http://', '') ?? '',
      '127.0.0.1:8090': gateways[1]?.base.replace('http://', '') ?? '',
    },
    folder: join(root, 'nginx'),
  })
  await nginx.start()
  t.teardown(() => nginx.stop())
  const ask = (target: string, headers = {}) =>
    call(`http://127.0.0.1:${port}`, target, { key: PUBLISHED_DEMO_KEY, headers })
  /** The day that a gateway serves, by its metrics: they have no limit of requests. */
  const dayOf = async ({ admin }: { admin: string }) =>
    /^offers_release_info{.*data_as_of="([^"]+)"/m.exec((await call(admin, '/metrics')).text)?.[1]

  const list = await ask('/beta/offers?limit=25')
  const { data, meta } = list.json as { data: { id: string }[]; meta: { data_as_of: string } }
  t.match(list, { status: 200, json: { meta: { data_as_of: DAYS[0] } } })
  t.ok(data.length > 10)
  t.equal((await ask(`/beta/offers/${data[3]?.id}`)).status, 200)
  const snapshot = await ask('/beta/snapshot')
  t.equal(snapshot.headers['repr-digest'], reprDigestOf(snapshot.body))
  t.strictSame((await ask('/beta/snapshot', { Range: 'bytes=100-' })).body, snapshot.body.subarray(100))
  t.match(list.headers.ratelimit, /r=29/)
  t.match((await ask('/beta/issuers')).headers.ratelimit, /r=25/, 'both gateways count together')

  // A bit of the next release flips in the bucket, just as its pointer arrives.
  const pointer = () => JSON.parse(`${bucket.objects.get('latest.json')?.body}`)
  const manifest = () => `releases/${pointer().release}/release.json`
  let whole: Buffer = Buffer.alloc(0)
  bucket.onStored = (key) => {
    if (key !== 'latest.json') return
    const object = bucket.objects.get(manifest())
    if (!object) throw new Error('the pointer leads nowhere')
    whole = object.body
    const flipped = Buffer.from(whole)
    const at = flipped.indexOf('"offers":')
    flipped[at + 1] = (flipped[at + 1] ?? 0) ^ 1
    object.body = flipped
  }
  await builder.bring(DAYS[1], records(30))
  const second = await builder.run('systemctl start offers-daily')
  t.equal(second.code, 1, 'the job reads the manifest again before it prunes')
  t.match(second.stderr, 'release.json: damaged')
  const refusedBy = (text: string) =>
    until(`both refuse it: ${text}`, () => gateways.every(({ log }) => log().includes(text)))
  await refusedBy('release.json: damaged')
  for (const gateway of gateways) {
    t.equal(await dayOf(gateway), DAYS[0], 'the old day is served')
    const metrics = (await call(gateway.admin, '/metrics')).text
    const failures = sampleOf(metrics, 'offers_release_failures_total')
    t.ok((failures ?? 0) > 0, 'and it is counted')
  }
  t.equal((await ask('/beta/snapshot')).status, 200)

  // An attacker who may write into the bucket makes the pointer match the damaged file. The signature still does not.
  const forged = bucket.objects.get('latest.json')
  const damaged = bucket.objects.get(manifest())
  if (!forged || !damaged) throw new Error('nothing was uploaded')
  forged.body = Buffer.from(JSON.stringify({ ...pointer(), manifest: sha256(damaged.body) }))
  await refusedBy('release.json.minisig: ')
  for (const gateway of gateways) t.equal(await dayOf(gateway), DAYS[0])
  t.match(await ask('/beta/offers?limit=25'), { status: 200, json: { meta } })

  // The same day is uploaded again. Only the operator knows that no other machine published the forged pointer.
  bucket.onStored = () => {}
  const refused = await builder.run(`${settings}; make daily-upload`)
  t.match(refused, { code: 2, stderr: 'DESTINATION has another release' })
  const again = await builder.run(`${settings}; make daily-upload FIRST=1`)
  t.equal(again.code, 0, again.stdout + again.stderr)
  t.ok(bucket.objects.get(manifest())?.body.equals(whole))
  for (const gateway of gateways)
    await until('the new one is served', async () => (await dayOf(gateway)) === DAYS[1])
  t.match(await ask('/beta/offers?limit=25'), { status: 200, json: { meta: { data_as_of: DAYS[1] } } })
  const look =
    /^node dist\/gateway.mjs (serve --check --origin .*)$/m.exec(read('docs/daily-job.md'))?.[1] ?? ''
  const looked = look
    .replace('127.0.0.1:8081', `127.0.0.1:${origin}`)
    .replace('offers.pub', join(root, 'offers.pub'))
    .replace('keys.ndjson', `${redis.url}/0`)
  t.match(await runProgram('gateway', looked.split(' ')), { code: 0, stdout: `data of ${DAYS[1]}` })
  const said = [first, stranger, second, again].map(({ stdout, stderr }) => stdout + stderr).join('')
  t.notMatch(said, CREDENTIALS.secretAccessKey, 'the key of the bucket is printed nowhere')
  t.notMatch(said, CREDENTIALS.accessKeyId)
})
