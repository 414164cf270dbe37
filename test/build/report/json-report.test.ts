import t from 'tap'
import { emptyReport, jsonReport } from '../../../build/report/build-report.ts'
import { builtManifest } from '../support/manifest.ts'

t.test('unknown facts are null, but the file of rejects is always named', async (t) => {
  t.same(JSON.parse(jsonReport(emptyReport(), '/out/rejects.ndjson')), {
    outcome: 'refused',
    failure: null,
    data_as_of: null,
    release: null,
    previous: null,
    counts: null,
    stored_bytes: null,
    reach: null,
    snapshots: null,
    changes: null,
    refs: null,
    renamed_issuers: null,
    lost_packages: null,
    source: null,
    kept_offers: null,
    broken_issuers: null,
    missing_in_catalogue: null,
    rejects: { count: 0, file: '/out/rejects.ndjson', causes: [] },
  })
})

t.test('the facts of a release are those of its manifest', async (t) => {
  const { previous, counts, stored_bytes, reach, snapshots } = builtManifest
  const report = { ...emptyReport(), manifest: builtManifest }
  t.match(JSON.parse(jsonReport(report, 'x')), { previous, counts, stored_bytes, reach, snapshots })
})
