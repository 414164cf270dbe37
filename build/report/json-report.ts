// The summary for programs.

import { prettyJson } from '../../lib/json/json.ts'
import type { BuildReport } from './build-report.ts'

/** Facts that are unknown because the build ended early are null. */
export function jsonReport(report: BuildReport, rejectsFile: string | null): string {
  const { manifest, rejects, failure } = report
  return prettyJson({
    outcome: report.outcome,
    failure: failure ? { code: failure.code, message: failure.message } : null,
    data_as_of: report.data_as_of ?? null,
    release: report.release ?? null,
    previous: manifest?.previous ?? null,
    counts: manifest?.counts ?? null,
    stored_bytes: manifest?.stored_bytes ?? null,
    reach: manifest?.reach ?? null,
    snapshots: manifest?.snapshots ?? null,
    changes: report.changes ?? null,
    source: report.verdict ? { records: report.verdict.records, rejected: report.verdict.rejected } : null,
    kept_offers: report.kept_offers ?? null,
    broken_issuers: report.verdict?.broken_issuers ?? null,
    rejects: { count: rejects.count, file: rejectsFile, causes: rejects.causes },
  })
}
