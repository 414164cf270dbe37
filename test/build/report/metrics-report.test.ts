import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { emptyReport } from '../../../build/report/build-report.ts'
import { metricsText, writeBegan, writeMetricsReport } from '../../../build/report/metrics-report.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { checkMetrics, sampleOf, withoutPrometheus } from '../../helpers/prometheus.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { NOW, offersBuild, runBuild } from '../support/program.ts'
import { CATALOGUE, records, writeSource } from '../support/source.ts'

t.setTimeout(BUSY_MS)

const source = writeSource(t.testdir({}), { offers: records(12) })

const SUCCESS = 'offers_build_success_timestamp_seconds'
const BEGAN = 'offers_build_began_timestamp_seconds'
const RUN = 'offers_build_run_timestamp_seconds'

t.test('a build reports the time of its success', async (t) => {
  const root = t.testdir({})
  const path = join(root, 'textfile/offers.prom')
  const { code } = await runBuild(source, join(root, 'out'), '--metrics', path)
  t.equal(code, 0)
  const text = readFileSync(path, 'utf8')
  t.equal(sampleOf(text, SUCCESS), NOW / 1000)
  t.equal(sampleOf(text, RUN), NOW / 1000)
  t.equal(sampleOf(text, 'offers_build_failed{code="broken-issuer"}'), 0)
  t.equal(sampleOf(text, BEGAN), NOW / 1000)
  t.equal(sampleOf(text, 'offers_build_records{state="read"}'), 12)
  t.equal(sampleOf(text, 'offers_build_records{state="rejected"}'), 0)
  t.equal(sampleOf(text, 'offers_build_changes{change="added"}'), 12)
  t.equal(statSync(path).mode & 0o777, 0o644, 'node_exporter may read it')
})

t.test(
  'a build reports how many of the listed offers it withdraws, without those that have ended',
  async (t) => {
    const root = t.testdir({ before: {}, after: {} })
    const path = join(root, 'offers.prom')
    const ends = records(2, { valid_until: '2026-03-01' }, 12)
    const before = writeSource(join(root, 'before'), { offers: [...records(12), ...ends] })
    const data_as_of = '2026-03-02T10:00:00.000Z'
    const after = writeSource(join(root, 'after'), {
      catalogue: { ...CATALOGUE, data_as_of },
      offers: records(9),
    })
    const listed = (state: string) =>
      sampleOf(readFileSync(path, 'utf8'), `offers_build_listed_before{state="${state}"}`)
    const run = (from: string) => runBuild(from, join(root, 'out'), '--metrics', path)

    t.equal((await run(before)).code, 0)
    t.strictSame([listed('listed'), listed('withdrawn')], [0, 0])
    t.equal((await run(after)).code, 0)
    t.strictSame([listed('listed'), listed('withdrawn')], [14, 3])
    t.equal((await run(after)).code, 0)
    t.equal(listed('withdrawn'), undefined, 'nothing is published')
  },
)

t.test('a build that fails reports the reason, and the time of the last success', async (t) => {
  const root = t.testdir({ empty: {} })
  const path = join(root, 'offers.prom')
  const out = join(root, 'out')
  const empty = join(root, 'empty')
  const failing = ['run', '--source', empty, '--out', out, '--threads', '0', '--metrics', path]
  t.equal((await offersBuild(failing)).code, 1)
  t.equal(sampleOf(readFileSync(path, 'utf8'), SUCCESS), undefined, 'none, if there never was one')

  await runBuild(source, out, '--metrics', path)
  // An operator may have removed the permission to read it.
  chmodSync(path, 0o600)
  t.equal((await offersBuild(failing, NOW + 86_400_000)).code, 1)
  const text = readFileSync(path, 'utf8')
  t.equal(sampleOf(text, SUCCESS), NOW / 1000)
  t.equal(sampleOf(text, RUN), NOW / 1000 + 86_400)
  t.equal(sampleOf(text, 'offers_build_failed{code="bad-source"}'), 1)
  t.equal(sampleOf(text, 'offers_build_failed{code="system"}'), 0)
  t.equal(statSync(path).mode & 0o777, 0o644)
})

t.test(
  'a build that is killed has reported that it began, and the result of the one before stays',
  async (t) => {
    const path = join(t.testdir({}), 'offers.prom')
    const report = { ...emptyReport(), failure: new OperatorError('bad-source', '') }
    await writeMetricsReport(path, report, NOW)
    await writeBegan(path, NOW + 3_600_000)
    await writeBegan(path, NOW + 7_200_000)
    const text = readFileSync(path, 'utf8')
    t.equal(sampleOf(text, BEGAN), NOW / 1000 + 7200)
    t.equal(sampleOf(text, RUN), NOW / 1000)
    t.equal(sampleOf(text, 'offers_build_failed{code="bad-source"}'), 1)
    if (!withoutPrometheus) t.equal(await checkMetrics(text), '')
  },
)

t.test('a build without changes counts as a success', async (t) => {
  const root = t.testdir({})
  const [path, out] = [join(root, 'offers.prom'), join(root, 'out')]
  await runBuild(source, out)
  const again = ['run', '--source', source, '--out', out, '--threads', '0', '--metrics', path]
  t.equal((await offersBuild(again, NOW + 5000)).code, 0)
  t.equal(sampleOf(readFileSync(path, 'utf8'), SUCCESS), NOW / 1000 + 5)
})

t.test('a build that is refused by the lock does not touch the file', async (t) => {
  const root = t.testdir({ out: { '.build': {} }, 'offers.prom': 'as it was\n' })
  const owner = { pid: 1, host: 'ci-17', started_at: '2026-09-04T10:20:04.000Z', process_start: null }
  symlinkSync(JSON.stringify(owner), join(root, 'out/.build/lock'))
  const path = join(root, 'offers.prom')
  t.match(await runBuild(source, join(root, 'out'), '--metrics', path), {
    code: 1,
    stderr: 'ci-17',
  })
  t.equal(readFileSync(path, 'utf8'), 'as it was\n')
})

t.test('an output folder that cannot be written is a failure that is reported as well', async (t) => {
  const root = t.testdir({ file: 'no folder' })
  const path = join(root, 'offers.prom')
  t.equal((await runBuild(source, join(root, 'file/out'), '--metrics', path)).code, 1)
  t.equal(sampleOf(readFileSync(path, 'utf8'), 'offers_build_failed{code="system"}'), 1)
})

t.test('a file that cannot be written is an error, and does not hide why a build was refused', async (t) => {
  const root = t.testdir({ file: 'no folder', empty: {} })
  const path = join(root, 'file/offers.prom')
  const published = await runBuild(source, join(root, 'out'), '--metrics', path)
  t.match(published, { code: 1, stdout: /^Published /m, stderr: /offers\.prom: not a folder|file: / })
  const refused = await runBuild(join(root, 'empty'), join(root, 'out'), '--metrics', path)
  t.match(refused.stderr, 'not a source folder')
})

t.test('the last success is read from the earlier file, even among other text', async (t) => {
  const root = t.testdir({ empty: {} })
  const path = join(root, 'offers.prom')
  for (const [text, expected] of [
    [`${SUCCESS} 123.5\n`, 123.5],
    [`# HELP ${SUCCESS} x\n${SUCCESS} soon\n`, undefined],
    ['\0\0\0', undefined],
  ] as const) {
    writeFileSync(path, text)
    await runBuild(join(root, 'empty'), join(root, 'out'), '--metrics', path)
    t.equal(sampleOf(readFileSync(path, 'utf8'), SUCCESS), expected)
  }
})

t.test('promtool accepts the metrics', { skip: withoutPrometheus }, async (t) => {
  const report = { ...emptyReport(), failure: new OperatorError('system', '') }
  t.equal(await checkMetrics(await metricsText(report, { now: NOW, lastSuccess: 1 })), '')
})
