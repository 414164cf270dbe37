import t from 'tap'
import type { BuildReport } from '../../build/report/build-report.ts'
import { summarise } from '../../build/report/summarise.ts'
import { FaultLog, type Faults, NO_FAULTS, type Reject } from '../../build/source/faults.ts'
import { OperatorError } from '../../lib/errors.ts'
import { formatBytes, formatCount } from '../../lib/text/format-numbers.ts'
import { builtManifest, changeCounts } from './support/manifest.ts'

function faultsOf(rejects: readonly Reject[]): Faults {
  const log = new FaultLog()
  for (const { pointer, found, expected, ...record } of rejects)
    log.add([{ pointer, found, expected }], record)
  return log.faults()
}

const report: BuildReport = {
  outcome: 'published',
  release: 'the-id',
  data_as_of: '2026-03-01T10:00:00.000Z',
  manifest: builtManifest,
  changes: { ...changeCounts, by_issuer: { 'banco-x': changeCounts } },
  verdict: {
    records: 1206,
    rejected: 1,
    broken_issuers: [
      {
        issuer: 'banco-x',
        since: '2026-02-27',
        days: 3,
        keep_days: 7,
        decision: 'keep',
        records: 1,
        rejected: 0,
        listed: 20,
        gone: 19,
        kept: 19,
        withdrawn: 0,
      },
    ],
    cut_at: undefined,
    broken_source: undefined,
    came: new Map(),
  },
  kept_offers: 19,
  rejects: faultsOf([{ file: 'offers.ndjson', line: 7, pointer: '/title', found: '7', expected: 'string' }]),
}

t.test('the text summary is aligned', async (t) => {
  t.equal(
    summarise(report, '/out/rejects.ndjson'),
    `records  1,206 read, 1 rejected
kept     19 offers as last known
offers   1,201 listed (1 scheduled, 1,200 active, 3 expired, 0 withdrawn)
objects  3,000 for 4,000 routes, 4.5 MB
rejects  /out/rejects.ndjson

issuer   added  changed  withdrawn  returned  expired  rejected
banco-x  1,200        2          0         0        3         1
all      1,200        2          0         0        3         1

rejected:
  1 × /title: expected string, e.g. 7 (line 7)

banco-x is broken (day 3 of 7): 19 of its 20 listed offers are gone; 19 offers are kept as last known
Published the-id, data of 2026-03-01T10:00:00.000Z
`,
  )
})

t.test('the summary leaves out unknown facts', async (t) => {
  const refused: BuildReport = {
    outcome: 'refused',
    failure: new OperatorError('bad-source', 'why'),
    rejects: NO_FAULTS,
  }
  t.equal(summarise(refused, 'x'), 'Refused (bad-source): nothing is published, the current release stays\n')
})

t.test('of many rejects the first are listed, and the number of further ones', async (t) => {
  const rejects = Array.from({ length: 1500 }, (_, n) => ({
    file: 'offers.ndjson',
    line: n + 1,
    pointer: `/member-${n}`,
    found: 'x',
    expected: 'a y',
  }))
  const [, listed = ''] = summarise({ ...report, rejects: faultsOf(rejects) }, 'x').split('rejected:\n')
  const lines = (listed.split('\n\n')[0] ?? '').split('\n')
  t.equal(lines.length, 21)
  t.equal(lines[0], '  1 × /member-0: not a y, e.g. x (line 1)')
  t.equal(lines.at(-1), '  … and 1,480 more faults')
})

t.test('numbers and sizes are formatted for people', async (t) => {
  t.same([0, 999, 1000, 100_000, 1_234_567].map(formatCount), ['0', '999', '1,000', '100,000', '1,234,567'])
  t.same([0, 999, 1000, 253_500_000, 1.2e9].map(formatBytes), [
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '253.5 MB',
    '1.2 GB',
  ])
  t.equal(formatBytes(2e15), '2000.0 TB', 'there is no larger unit')
})
