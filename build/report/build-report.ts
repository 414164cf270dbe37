// The report of a build: what its steps have found, also until it was refused.

import type { OperatorError } from '../../lib/errors.ts'
import { prettyJson } from '../../lib/json/json.ts'
import type { Verdict } from '../day/broken-issuer.ts'
import { countKept, type Offers } from '../day/catalogue-offer.ts'
import type { ChangeReport } from '../day/changes.ts'
import type { ReleaseDate } from '../day/day.ts'
import type { Previous } from '../day/memory.ts'
import type { BuiltManifest } from '../day/release-draft.ts'
import { type Faults, NO_FAULTS, RefusedSource } from '../source/faults.ts'
import type { Intake } from '../steps/read/read-offers.ts'

export interface BuildReport {
  /** The last two are for `check`, which publishes nothing. */
  outcome: 'published' | 'unchanged' | 'mended' | 'refused' | 'would publish' | 'would refuse'
  failure?: OperatorError
  data_as_of?: string
  /** The current release after the build. */
  release?: string
  verdict?: Verdict
  /** Offers kept as last known. */
  kept_offers?: number
  changes?: ChangeReport
  rejects: Faults
  /** Only if a release was written. */
  manifest?: BuiltManifest
}

/** The results of the steps that a report is made from. A refused build has only a part of them. */
export type StepResults = Partial<AllResults>

interface AllResults {
  previous: Previous
  date: ReleaseDate
  intake: Intake
  verdict: Verdict
  offers: Offers
  changes: ChangeReport
  manifest: BuiltManifest
}

/** The report of a build that has not begun: refused, unless the build succeeds. */
export function emptyReport(): BuildReport {
  return { outcome: 'refused', rejects: NO_FAULTS }
}

export function reportOf(
  results: StepResults,
  outcome: BuildReport['outcome'],
  failure?: OperatorError,
): BuildReport {
  const { previous, date, intake, verdict, offers, changes, manifest } = results
  const release = manifest?.id ?? (failure ? undefined : previous?.current?.id)
  const faults = failure instanceof RefusedSource ? failure.faults : NO_FAULTS
  return {
    outcome,
    ...(failure && { failure }),
    ...(date && { data_as_of: date.data_as_of }),
    ...(release !== undefined && { release }),
    ...(verdict && { verdict }),
    ...(offers && { kept_offers: countKept(offers.values()) }),
    ...(changes && { changes }),
    rejects: intake ? intake.rejected.faults() : faults,
    ...(manifest && !failure && { manifest }),
  }
}

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
