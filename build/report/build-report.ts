// The report of a build: the results of its steps. That of a refused build has those of the steps before.

import type { OperatorError } from '../../lib/errors.ts'
import { prettyJson } from '../../lib/json/json.ts'
import type { Verdict } from '../day/broken-issuer.ts'
import { countKept, type Offers } from '../day/catalogue-offer.ts'
import type { ChangeReport } from '../day/changes.ts'
import type { PackageEntry } from '../day/client-packages.ts'
import type { Reference, ReleaseDate } from '../day/day.ts'
import type { Previous } from '../day/memory.ts'
import type { BuiltManifest } from '../day/release-draft.ts'
import { type Faults, NO_FAULTS, RefusedSource } from '../source/faults.ts'
import type { RefChange } from '../source/ref-changes.ts'
import type { RenamedIssuer } from '../steps/judge/renamed-issuers.ts'
import type { ListedBefore } from '../steps/judge/report-changes.ts'
import type { Intake } from '../steps/read/read-offers.ts'
import { type AdvisedMember, missingMembers } from './advice.ts'

export interface BuildReport {
  /** The last two are for `check`, which publishes nothing. */
  outcome: 'published' | 'unchanged' | 'repaired' | 'refused' | 'would publish' | 'would refuse'
  failure?: OperatorError
  /** The moment of the release, or the requested one if there is none; left out if the build was refused without. */
  data_as_of?: string
  /** The current release. Left out if the build was refused. */
  release?: string
  verdict?: Verdict
  /** The number of offers that are kept as last known. */
  kept_offers?: number
  changes?: ChangeReport
  listedBefore?: ListedBefore
  /** The refs that name another offer than in the previous release. */
  refs?: readonly RefChange[]
  /** Issuers that seem to have another slug. */
  renamed?: readonly RenamedIssuer[]
  /** Packages of the client that the release no longer has, as they cannot be read. */
  lostPackages?: readonly PackageEntry[]
  /** The members of catalogue.json that are advised and missing; left out if that file could not be read. */
  missing?: readonly AdvisedMember[]
  rejects: Faults
  /** Only if a release was published. */
  manifest?: BuiltManifest
}

/** The results of the steps that a report is made from. A refused build has only a part of them. */
export type StepResults = Partial<AllResults>

interface AllResults {
  previous: Previous
  reference: Reference
  date: ReleaseDate
  intake: Intake
  verdict: Verdict
  offers: Offers
  changes: ChangeReport
  listedBefore: ListedBefore
  refs: readonly RefChange[]
  renamed: readonly RenamedIssuer[]
  lostPackages: readonly PackageEntry[]
  manifest: BuiltManifest
}

/** The report until a build returns one: if the build never does, it was refused. */
export function emptyReport(): BuildReport {
  return { outcome: 'refused', rejects: NO_FAULTS }
}

export function reportOf(
  results: StepResults,
  outcome: BuildReport['outcome'],
  failure?: OperatorError,
): BuildReport {
  const {
    previous,
    reference,
    date,
    intake,
    verdict,
    offers,
    changes,
    listedBefore,
    refs,
    renamed,
    lostPackages,
    manifest,
  } = results
  const release = failure ? undefined : (manifest?.id ?? previous?.current?.id)
  const faults = failure instanceof RefusedSource ? failure.faults : NO_FAULTS
  return {
    outcome,
    ...(failure && { failure }),
    ...(date && { data_as_of: date.data_as_of }),
    ...(release !== undefined && { release }),
    ...(verdict && { verdict }),
    ...(offers && { kept_offers: countKept(offers.values()) }),
    ...(changes && { changes }),
    ...(listedBefore && { listedBefore }),
    ...(refs && { refs }),
    ...(renamed && { renamed }),
    ...(lostPackages && { lostPackages }),
    ...(reference && { missing: missingMembers(reference.catalogue) }),
    rejects: intake ? intake.rejected.faults() : faults,
    ...(manifest && !failure && { manifest }),
  }
}

/** The report as JSON. Facts that are unknown because the build ended early are null. */
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
    refs: report.refs ?? null,
    renamed_issuers: report.renamed ?? null,
    lost_packages: report.lostPackages ?? null,
    missing_in_catalogue: report.missing ?? null,
    source: report.verdict ? { records: report.verdict.records, rejected: report.verdict.rejected } : null,
    kept_offers: report.kept_offers ?? null,
    broken_issuers: report.verdict?.broken_issuers ?? null,
    rejects: { count: rejects.count, file: rejectsFile, causes: rejects.causes },
  })
}
