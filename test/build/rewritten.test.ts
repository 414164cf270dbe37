// Mornings that rewrite most offers at once: these are published and reported.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { sampleOf } from '../helpers/prometheus.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { offersBuild, runBuild } from './support/program.ts'
import { readPublished } from './support/published.ts'
import { records, writeSource } from './support/source.ts'

t.setTimeout(SLOW_MS)

const SAID = /(\d+) of 30 offers were rewritten \(([\d.]+ %)\), far more than on the last days \([\d.]+ %\)/

/** The first quiet days of February, 30 offers of three issuers; one of them gets another title each day. */
async function quietDays(t: Test, days: number) {
  const root = t.testdir({})
  const [source, out, prom] = ['source', 'out', 'offers.prom'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  const offers = records(30)
  const write = () => writeSource(source, { offers })
  const build = async (day: number) => {
    const ended = await runBuild(write(), out, '--as-of', `2026-02-${day}T10:00:00Z`, '--metrics', prom)
    const { manifest } = await readPublished(out)
    return { ...ended, manifest, metrics: readFileSync(prom, 'utf8') }
  }
  const rewrite = (count: number, title: string) => {
    for (const offer of offers.slice(0, count)) offer.title = title
  }
  for (let day = 10; day < 10 + days; day++) {
    rewrite(1, `of day ${day}`)
    t.notMatch(await build(day), { stderr: SAID })
  }
  return { build, rewrite, write, source, out }
}

t.test(
  'if most offers are rewritten after quiet days, all reports name it, and they are published',
  async (t) => {
    const { build, rewrite, source, out, write } = await quietDays(t, 8)
    rewrite(24, 'rewritten')
    write()
    const check = await offersBuild(['check', '--source', source, '--previous', out, '--as-of', '2026-02-18'])
    t.match(check, { code: 0, stdout: SAID })
    const day = await build(18)
    t.match(day, { code: 0, stdout: SAID, stderr: SAID })
    t.same(day.manifest.rewritten, { offers: 24, of: 30, usual: 0.0333, unusual: true })
    t.same(day.manifest.broken_issuers, [])
    t.match(day.manifest, { kept_offers: 0, changes: { changed: 24 } })
    t.equal(sampleOf(day.metrics, 'offers_build_unusual_rewrites'), 24)

    const again = await build(18)
    t.match(again.stdout, 'Nothing to do')
    t.same(again.manifest, day.manifest)
    rewrite(1, 'as on other days')
    const next = await build(19)
    t.notMatch(next, { stderr: SAID })
    t.same(next.manifest.rewritten, { offers: 1, of: 30, usual: 0.0333, unusual: false })
    t.equal(sampleOf(next.metrics, 'offers_build_unusual_rewrites'), 0)
  },
)

t.test('in the first week nothing is usual yet', async (t) => {
  const { build, rewrite } = await quietDays(t, 7)
  rewrite(30, 'rewritten')
  const day = await build(17)
  t.notMatch(day, { stderr: SAID })
  t.match(day.manifest.rewritten, { offers: 30, usual: null, unusual: false })
})
