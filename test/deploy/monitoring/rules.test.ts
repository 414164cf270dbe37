// Rules, their tests, their page and the dashboard agree with each other, and promtool accepts them.

import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { anchorsOf, ROOT, read } from '../../docs/support/pages.ts'
import { runToEnd } from '../../helpers/child-processes.ts'
import { withoutPrometheus } from '../../helpers/prometheus.ts'
import { LONG_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(LONG_MS)

const folder = join(ROOT, 'deploy/monitoring')
const rules = read('deploy/monitoring/offers.rules.yml')
const found: { alert: string; expr: string; annotations: Record<string, string> }[] = parse(
  rules,
).groups.flatMap(({ rules }: { rules: unknown[] }) => rules)
const alerts = [...new Set(found.map(({ alert }) => alert))]

t.test('promtool accepts the rules, and each passes its tests', { skip: withoutPrometheus }, async (t) => {
  const check = await runToEnd('promtool', ['check', 'rules', 'offers.rules.yml'], { cwd: folder })
  t.match(check, { code: 0, stdout: `${found.length} rules found` })
  const tests = await runToEnd('promtool', ['test', 'rules', 'offers.test.yml'], { cwd: folder })
  t.match(tests, { code: 0 }, tests.stdout + tests.stderr)
})

t.test('each alert has a case in which it fires', async (t) => {
  const cases: { alertname: string; exp_alerts: unknown[] }[] = parse(
    read('deploy/monitoring/offers.test.yml'),
    { maxAliasCount: -1 },
  ).tests.flatMap(({ alert_rule_test }: { alert_rule_test: unknown[] }) => alert_rule_test)
  for (const alert of alerts) {
    t.ok(
      cases.some(({ alertname, exp_alerts }) => alertname === alert && exp_alerts.length > 0),
      `${alert}: offers.test.yml has no case in which it fires`,
    )
  }
})

t.test(
  'the threshold of an increase lies between whole numbers, because increase() extrapolates',
  async (t) => {
    for (const { alert, expr } of found.filter(({ expr }) => expr.includes('increase('))) {
      const thresholds = Array.from(expr.matchAll(/increase\([^>]*> ([\d.]+)/g), ([, number]) =>
        Number(number),
      )
      t.ok(thresholds.length > 0, alert)
      t.strictSame(thresholds.filter(Number.isInteger), [], alert)
    }
  },
)

t.test('each rule names the place of its remedy on the machine', async (t) => {
  for (const { alert, annotations } of found) {
    const [path = '', anchor] = annotations.runbook_url?.split('#') ?? []
    t.match(path, /^\/opt\/offers\//, alert)
    t.ok(anchorsOf(read(path.replace('/opt/offers/', ''))).includes(`${anchor}`), `${alert}: ${anchor}`)
    t.equal(anchor, alert.toLowerCase())
  }
})

t.test('Prometheus accepts the configuration, which scrapes the admin ports of the units', async (t) => {
  const config = parse(read('deploy/monitoring/prometheus.yml'))
  const [{ job_name, static_configs }] = config.scrape_configs
  t.equal(job_name, 'offers', 'the name that the rules ask for')
  const shown = Array.from(
    read('docs/production.md').matchAll(/offers-gateway@(\d+)/g),
    ([, port]) => `127.0.0.1:1${port}`,
  )
  t.match(read('deploy/systemd/offers-gateway@.service'), '--admin-port 1%i')
  t.strictSame(static_configs[0].targets, [...new Set(shown)].toSorted())
  if (withoutPrometheus) return
  t.match(await runToEnd('promtool', ['check', 'config', 'prometheus.yml'], { cwd: folder }), { code: 0 })
})

t.test('the page says what to do for every alert, and for no other', async (t) => {
  const page = read('docs/failures.md')
  const places = Array.from(page.matchAll(/^### `(Offers\w+)`$/gm), ([, name = '']) => name)
  t.strictSame(places, alerts)
})

t.test('each remedy begins with what to do: a sentence, and its command', async (t) => {
  const sections = read('docs/failures.md')
    .split(/^#+ `(?=Offers)/m)
    .slice(1)
  const begun = sections.filter((section) => /^\w+`\n\n[A-Z][^\n]*:\n\n```\n/.test(section))
  t.strictSame(
    sections.filter((section) => !begun.includes(section)).map((section) => section.split('`')[0]),
    [],
  )
})
