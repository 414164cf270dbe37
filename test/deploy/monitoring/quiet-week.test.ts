// Two gateways in a usual week: an upgrade, a build and a backup a day, clients that misbehave, short failures. No alert.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { read } from '../../docs/support/pages.ts'
import { runToEnd } from '../../helpers/child-processes.ts'
import { withoutPrometheus } from '../../helpers/prometheus.ts'
import { LONG_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(LONG_MS)

const DAYS = 7
const DAY = 24 * 60
const WEEK = DAYS * DAY

/** A value for each minute of the week, in the notation of promtool. */
const minutes = (value: (minute: number, day: number) => number | '_') =>
  Array.from({ length: WEEK }, (_, minute) => value(minute, Math.floor(minute / DAY))).join(' ')

/** A count that grows by as much as was counted in each minute. */
const growing = (perMinute: (minute: number) => number) => {
  let total = 0
  return minutes((minute) => {
    total += perMinute(minute)
    return total
  })
}

/** A count that grows in one minute only. */
const once = (at: number, by: number) => growing((minute) => (minute === at ? by : 0))

/** By day, both gateways are restarted at noon of the third, one after the other. */
const RESTARTED = { a: 2.5 * DAY, b: 2.5 * DAY + 2 }

function seriesOf(instance: 'a' | 'b'): [string, string][] {
  const restart = RESTARTED[instance]
  const of = (name: string, labels = '') => `${name}{job="offers",instance="${instance}"${labels}}`
  const requests = (status: number) => of('offers_http_requests_total', `,status="${status}",route="offers"`)
  const latency = (le: string) =>
    of('offers_http_request_duration_seconds_bucket', `,route="offers",le="${le}"`)
  const releases = Array.from({ length: DAYS }, (_, release): [string, string] => [
    of('offers_release_info', `,release="r${release}",data_as_of="d${release}"`),
    minutes((_, day) => (day === release ? 1 : '_')),
  ])
  return [
    [of('up'), minutes((minute) => (minute === restart ? 0 : 1))],
    [of('offers_gateway_build_info', ',version="1",node="24"'), minutes((m) => (m === restart ? '_' : 1))],
    [of('process_start_time_seconds'), minutes((minute) => (minute < restart ? -1000 : restart * 60))],
    [of('offers_clock_seconds'), minutes((minute) => minute * 60 + 0.4)],
    ...releases,
    // The data of a day is there within the hour, and every other day 20 minutes later.
    [
      of('offers_catalogue_age_seconds'),
      minutes((minute, day) => (minute % DAY) * 60 + (day % 2) * 1200 + 1500),
    ],
    [of('offers_release_failures_total'), once(2 * DAY, 1)],
    [of('offers_dependency_errors_total', ',dependency="key_store"'), once(1.2 * DAY, 40)],
    [of('offers_dependency_errors_total', ',dependency="limiter"'), once(1.2 * DAY, 40)],
    [of('offers_dependency_errors_total', ',dependency="origin"'), once(3.3 * DAY, 2)],
    [requests(200), growing((minute) => (minute % DAY > 8 * 60 ? 1800 : 90))],
    [requests(401), growing(() => 40)],
    [requests(503), once(1.2 * DAY, 5)],
    [latency('0.25'), growing(() => 1800)],
    [latency('+Inf'), growing(() => 1805)],
    [of('offers_connections_dropped_total', ',reason="pipeline"'), once(4 * DAY, 60)],
    [of('offers_connections_dropped_total', ',reason="address"'), once(5 * DAY, 300)],
    [of('offers_connections_dropped_total', ',reason="total"'), once(WEEK, 1)],
    [of('offers_keys', ',state="good"'), minutes((_, day) => 50 + day)],
    [of('offers_keys', ',state="revoked"'), minutes((_, day) => Math.floor(day / 2))],
    [of('offers_keys', ',state="expired"'), minutes((_, day) => Math.floor(day / 3))],
    [of('offers_keys_ending_soon'), minutes(() => 0)],
    // Acknowledged, long ago.
    [of('offers_broken_issuer_days', ',issuer="banco-x",decision="accept"'), minutes((_, day) => 40 + day)],
  ]
}

const build = (name: string, labels = '') => `${name}{job="node",instance="n"${labels}}`
const ended = minutes((_, day) => day * DAY * 60)

/** Series by name. */
type Series = Record<string, string>

/** A build each day, as node_exporter reports it. @param labels of its target */
const builds = (labels = ''): Series => ({
  [build('up', labels)]: minutes(() => 1),
  [build('offers_build_run_timestamp_seconds', labels)]: ended,
  [build('offers_build_success_timestamp_seconds', labels)]: ended,
  [build('offers_build_failed', `,code="bad-source"${labels}`)]: minutes(() => 0),
})

/** An hour after each build, the first one on the second day: until then, nothing is reported of it. */
const BACKUPS: Series = {
  [build('offers_backup_failed')]: minutes((minute) => (minute < DAY + 60 ? '_' : 0)),
  [build('offers_backup_success_timestamp_seconds')]: minutes((minute, day) =>
    minute < DAY + 60 ? '_' : (minute % DAY < 60 ? day - 1 : day) * DAY * 60 + 3600,
  ),
}

/** The minutes of the week before `until` as a test for promtool. @param others what differs from a quiet week */
function week(until: number, others: Series = { ...builds(), ...BACKUPS }) {
  const all = { ...Object.fromEntries([...seriesOf('a'), ...seriesOf('b')]), ...others }
  const firing = 'ALERTS{alertstate="firing",severity!="none"}'
  const fired = `count by (alertname, state) (last_over_time(${firing}[8d]))`
  return {
    rule_files: ['offers.rules.yml'],
    evaluation_interval: '2m',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(all).map(([series, values]) => ({ series, values })),
        promql_expr_test: [{ expr: fired, eval_time: `${until - 1}m`, exp_samples: [] }],
      },
    ],
  }
}

t.test(
  'a quiet week is quiet, and neither one failing minute too many nor a machine without a backup is',
  { skip: withoutPrometheus },
  async (t) => {
    const folder = t.testdir({})
    // Not every 15 s: that takes minutes.
    const rules = read('deploy/monitoring/offers.rules.yml').replace('interval: 15s', 'interval: 2m')
    writeFileSync(join(folder, 'offers.rules.yml'), rules)
    const judge = (test: object) => {
      // JSON is YAML.
      writeFileSync(join(folder, 'week.yml'), JSON.stringify(test))
      return runToEnd('promtool', ['test', 'rules', 'week.yml'], { cwd: folder })
    }
    const quiet = await judge(week(WEEK))
    t.match(quiet, { code: 0 }, quiet.stdout + quiet.stderr)
    const named = async (test: object) => {
      const loud = await judge(test)
      t.equal(loud.code, 1)
      return new Set((loud.stdout + loud.stderr).match(/Offers\w+|state="\w+"/g))
    }
    const down = minutes((minute) => (minute >= DAY && minute <= DAY + 6 ? 0 : 1))
    const gatewayDown = { ...builds(), ...BACKUPS, 'up{job="offers",instance="b"}': down }
    t.strictSame([...(await named(week(DAY + 20, gatewayDown)))], ['OffersGatewayDown'])
    const neverBackedUp = await named(week(DAY + 3 * 60, builds()))
    t.strictSame([...neverBackedUp].toSorted(), ['OffersBackupFailed', 'state="absent"'])
    const needsNone = await judge(week(DAY + 3 * 60, builds(',backup="none"')))
    t.match(needsNone, { code: 0 }, needsNone.stdout + needsNone.stderr)
  },
)
