// The release of a preview depends on the source alone, not on earlier states of it.

import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { buildPreview } from '../../../build/preview/preview-release.ts'
import { silent } from '../../../lib/progress/progress.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { readPublished } from '../support/published.ts'
import { CATALOGUE, record, records, type SourceFiles, writeSource } from '../support/source.ts'

t.setTimeout(BUSY_MS)

const NOW = Date.parse('2026-03-05T12:00:00.000Z')

function previewOf(t: Test) {
  const root = t.testdir({})
  const [source, out] = [join(root, 'source'), join(root, 'deep', 'out')]
  const policy = {
    maxRejected: { percent: 5 },
    onBroken: { otherwise: 'keep' as const, byIssuer: new Map() },
    keepDays: 7,
  }
  const build = (files: SourceFiles, asOf?: string) => {
    rmSync(source, { recursive: true, force: true })
    writeSource(source, files)
    return buildPreview({ source, out, asOf, policy, threads: 0 }, { clock: () => NOW, progress: silent })
  }
  const total = async () =>
    (await readPublished(out)).list({ limit: 25, offset: 0 }).then(({ meta }) => meta.total)
  return { build, total, out }
}

t.test('a removed offer is gone, nothing is kept, and the same moment may be used again', async (t) => {
  const { build, total, out } = previewOf(t)
  t.match(await build({ offers: records(60) }), { outcome: 'published' })
  t.equal(await total(), 60)
  for (const offers of [
    records(2),
    [record(), record({ ref: '', title: 'Bad' })],
    records(60),
    records(60),
  ]) {
    const report = await build({ offers })
    t.match(report, { outcome: 'published', kept_offers: 0, data_as_of: /^2026-03-01T10:00:00/ })
    t.equal(await total(), offers.length - report.rejects.count)
  }
  t.ok(readdirSync(join(out, 'releases')).length <= 2, 'the folder does not grow')
})

t.test('the moment may be set back', async (t) => {
  const { build, out } = previewOf(t)
  await build({})
  const report = await build({ catalogue: { ...CATALOGUE, data_as_of: '2025-01-01T00:00:00Z' } })
  t.match(report, { outcome: 'published', data_as_of: '2025-01-01T00:00:00.000Z' })
  t.equal((await readPublished(out)).manifest.data_as_of, '2025-01-01T00:00:00.000Z')
})

t.test('the moment is that of the option, of the catalogue, or the present', async (t) => {
  const { build } = previewOf(t)
  const { data_as_of: _, ...catalogue } = CATALOGUE
  t.match(await build({ catalogue }), { data_as_of: '2026-03-05T12:00:00.000Z' })
  t.match(await build({}), { data_as_of: CATALOGUE.data_as_of })
  t.match(await build({}, '2026-02-02T00:00:00Z'), { data_as_of: '2026-02-02T00:00:00.000Z' })
})

t.test(
  'if run would refuse the source, all faults are reported, and the last good release stays',
  async (t) => {
    const { build, total } = previewOf(t)
    const cases: [name: string, files: SourceFiles, failure: object][] = [
      [
        'bad reference files',
        { issuers: [{}], comunas: 'x' },
        { code: 'bad-source', message: /issuers.*comunas/s },
      ],
      ['no offers', { offers: null }, { code: 'bad-source', message: /offers\.ndjson: missing/ }],
      ['no good record', { offers: ['x', 'y'] }, { code: 'broken-source' }],
      ['no record', { offers: [] }, { code: 'broken-source', message: /no offer to list/ }],
      [
        'a moment in the future',
        { catalogue: { ...CATALOGUE, data_as_of: '2062-01-01' } },
        { code: 'in-the-future' },
      ],
    ]
    for (const [name, files, failure] of cases) {
      t.match(await build(files), { outcome: 'would refuse', failure }, `${name}, before there is a release`)
    }
    await build({ offers: records(7) })
    for (const [name, files, failure] of cases) {
      t.match(await build(files), { outcome: 'would refuse', failure }, name)
      t.equal(await total(), 7, name)
    }
  },
)
