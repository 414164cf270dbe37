// The whole build, as a list of steps: a source folder in, a release out.

import type { RunSettings } from './cli/run-settings.ts'
import type { BuildContext } from './context.ts'
import { gatherDay } from './day.ts'
import { makeRelease } from './make-release.ts'
import { stepTimer } from './report/step-timer.ts'
import { fingerprint } from './steps/fingerprint.ts'
import { order } from './steps/order-offers.ts'
import { sample } from './steps/pick-sample.ts'
import { select } from './steps/plan-pages.ts'
import { describe } from './steps/render-documents.ts'

/**
 * Builds a release and makes it the one that stands. Needs the lock of the output folder.
 * @throws {OperatorError} where the build is refused; the release that stood before still does
 */
export async function build(settings: RunSettings, context: BuildContext): Promise<void> {
  const { report, clock } = context
  const step = stepTimer(report.steps, clock)
  // recall, reference, date, read + validate + identify, guard, settle
  const day = await gatherDay(settings, context, step)
  const ordered = await step('order', () => order(day.offers))
  const described = await step('describe', () => describe(ordered.listed, day))
  const print = await step('compare', () => fingerprint(ordered.readable, day.lines, described))
  const { standing } = day.recalled
  if (standing && standing.fingerprint === print) {
    report.outcome = 'unchanged'
    report.release = standing.id
    return
  }
  const selection = await step('select', () => select(ordered.listed))
  const sampled = await step('sample', () => sample(ordered.listed))
  const contents = { ordered, selection, sampled, described, fingerprint: print }
  // render, tabulate, write, check, publish
  const manifest = await makeRelease(day, contents, { settings, context, step })
  report.outcome = 'published'
  report.release = manifest.id
  report.manifest = manifest
}
