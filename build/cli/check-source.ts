// A check of a source: the first half of a build, and what it would refuse with. Nothing is written.

import { OperatorError } from '../../lib/errors.ts'
import { silent } from '../../lib/progress/progress.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { BuildSettings } from '../day/build-settings.ts'
import { readDay } from '../read-day.ts'
import { type BuildReport, stepTimer } from '../report/build-report.ts'

export type CheckSettings = Pick<BuildSettings, 'source' | 'asOf' | 'previous' | 'policy'>

/** Fills in the report: its failure is what `run` would refuse with. */
export async function checkSource(
  { previous, ...settings }: CheckSettings,
  { report, clock }: { report: BuildReport; clock: Clock },
): Promise<void> {
  const continued = previous === undefined ? undefined : { out: previous, previous, trust: undefined }
  const step = stepTimer(report.steps, clock)
  try {
    await readDay({ ...settings, continued }, { clock, progress: silent, report, step })
    report.outcome = 'would publish'
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code === 'usage') throw error
    report.outcome = 'would refuse'
    report.failure = { code: error.code, message: error.message }
  }
}
