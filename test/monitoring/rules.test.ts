// Rules, their tests, their page and the dashboard agree with each other, and promtool accepts them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { ROOT, read } from '../docs/support/pages.ts'
import { noneWrong } from '../docs/support/wrong.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { withoutPrometheus } from '../helpers/prometheus.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'

t.setTimeout(LONG_MS)

const folder = join(ROOT, 'docs/monitoring')
const rules = read('docs/monitoring/offers.rules.yml')
const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name = '']) => name)

t.test('promtool accepts the rules, and each passes its tests', { skip: withoutPrometheus }, async (t) => {
  const check = await runToEnd('promtool', ['check', 'rules', 'offers.rules.yml'], { cwd: folder })
  t.match(check, { code: 0, stdout: `${alerts.length} rules found` })
  const tests = await runToEnd('promtool', ['test', 'rules', 'offers.test.yml'], { cwd: folder })
  t.match(tests, { code: 0 }, tests.stdout + tests.stderr)
})

t.test('a test of every alert raises it, is silent before, and ends it', async (t) => {
  const { tests }: { tests: { alert_rule_test: Check[] }[] } = parse(read('docs/monitoring/offers.test.yml'))
  const cycles = tests.flatMap(({ alert_rule_test: checks }) =>
    alerts.filter((name) => {
      const states = checks
        .filter(({ alertname }) => alertname === name)
        .toSorted((a, b) => secondsOf(a.eval_time) - secondsOf(b.eval_time))
        .map(({ exp_alerts }) => (exp_alerts.length > 0 ? 'raised' : 'silent'))
      return states.join().includes('silent,raised,silent')
    }),
  )
  noneWrong(t, alerts, (name) => cycles.includes(name), 'all do')
})

interface Check {
  eval_time: string
  alertname: string
  exp_alerts: unknown[]
}

/** E.g. 90 for `1m30s`. */
function secondsOf(time: string): number {
  const [, minutes = 0, seconds = 0] = /^(?:(\d+)m)?(?:(\d+)s)?$/.exec(time) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

t.test('Prometheus accepts the configuration, which scrapes the admin ports of the units', async (t) => {
  const config = parse(read('docs/monitoring/prometheus.yml'))
  const [{ job_name, static_configs }] = config.scrape_configs
  t.equal(job_name, 'offers', 'the name that the rules ask for')
  const shown = Array.from(
    read('docs/deployment.md').matchAll(/offers-gateway@(\d+)/g),
    ([, port]) => `127.0.0.1:1${port}`,
  )
  t.match(read('docs/systemd/offers-gateway@.service'), '--admin-port 1%i')
  t.strictSame(static_configs[0].targets, [...new Set(shown)].toSorted())
  if (withoutPrometheus) return
  t.match(await runToEnd('promtool', ['check', 'config', 'prometheus.yml'], { cwd: folder }), { code: 0 })
})

t.test('the page says what to do for every alert, and for no other', async (t) => {
  const page = read('docs/monitoring/README.md')
  const places = Array.from(page.matchAll(/^### `(\w+)`$/gm), ([, name = '']) => name)
  t.strictSame(places, alerts)
})

t.test('panels of the dashboard do not overlap', async (t) => {
  const { panels } = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8'))
  const places = panels.map(({ gridPos: { x, y } }: { gridPos: { x: number; y: number } }) => `${x},${y}`)
  t.equal(new Set(places).size, places.length)
})
