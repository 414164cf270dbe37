// Rules, their tests, their page and the dashboard: each says what the others say, and promtool agrees.

import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT, read } from '../docs/support/pages.ts'
import { noneWrong } from '../docs/support/wrong.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { withoutPrometheus } from '../helpers/prometheus.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'

t.setTimeout(BUSY_MS)

const folder = join(ROOT, 'docs/monitoring')
const rules = read('docs/monitoring/offers.rules.yml')
const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name = '']) => name)

t.test(
  'promtool takes the rules, and each does what its tests say',
  { skip: withoutPrometheus },
  async (t) => {
    const check = await runToEnd('promtool', ['check', 'rules', 'offers.rules.yml'], { cwd: folder })
    t.match(check, { code: 0, stdout: `${alerts.length} rules found` })
    const tests = await runToEnd('promtool', ['test', 'rules', 'offers.test.yml'], { cwd: folder })
    t.match(tests, { code: 0 }, tests.stdout + tests.stderr)
  },
)

t.test('the tests notice a rule that waits for too long', { skip: withoutPrometheus }, async (t) => {
  const copy = t.testdir({})
  cpSync(folder, copy, { recursive: true })
  writeFileSync(
    join(copy, 'offers.rules.yml'),
    rules.replace('> 26 * 3600\n        for: 10m', '> 26 * 3600\n        for: 1h'),
  )
  t.match(await runToEnd('promtool', ['test', 'rules', 'offers.test.yml'], { cwd: copy }), { code: 1 })
})

t.test('every alert is raised in a test, and kept silent in one', async (t) => {
  const cases = read('docs/monitoring/offers.test.yml').split('- eval_time')
  const has = (name: string, sign: RegExp) =>
    cases.some((each) => each.includes(`alertname: ${name}\n`) && sign.test(each))
  noneWrong(t, alerts, (name) => has(name, /exp_labels/), 'all are raised')
  const always = alerts.filter((name) => !has(name, /exp_alerts: \[\]/))
  t.strictSame(always, [], 'all are silent')
})

t.test('the page says what to do for every alert, and for no other', async (t) => {
  const page = read('docs/monitoring/README.md')
  const places = Array.from(page.matchAll(/^### `(\w+)`$/gm), ([, name = '']) => name)
  t.strictSame(places, alerts)
})

t.test('panels of the dashboard have a place of their own', async (t) => {
  const { panels } = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8'))
  const places = panels.map(({ gridPos: { x, y } }: { gridPos: { x: number; y: number } }) => `${x},${y}`)
  t.equal(new Set(places).size, places.length)
})
