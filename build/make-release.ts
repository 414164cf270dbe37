// The second half of a build: from what is known of today to the release that stands.

import { ReleaseWriter } from '../contract/release/writer.ts'
import type { RunSettings } from './cli/run-settings.ts'
import type { BuildContext } from './context.ts'
import type { Day } from './day.ts'
import { withPhase } from './progress/progress.ts'
import { draftManifest } from './release/draft-manifest.ts'
import type { BuiltManifest } from './report/build-report.ts'
import type { TimeStep } from './report/step-timer.ts'
import { putDescribed, renderedRoutes } from './steps/build-route-table.ts'
import { checkRelease } from './steps/check-release.ts'
import { type Contents, countBodies, render } from './steps/render-responses.ts'
import { tabulate, writeRelease } from './steps/write-release.ts'

export interface MakeContext {
  settings: RunSettings
  context: BuildContext
  step: TimeStep
}

/** @throws {OperatorError} `not-verified` where what was written does not read back right */
export async function makeRelease(
  day: Day,
  contents: Contents,
  { settings, context, step }: MakeContext,
): Promise<BuiltManifest> {
  const { progress, clock } = context
  const { today, lines } = day
  const writer = new ReleaseWriter(settings.out)
  await step('prepare', () => writer.prepare())
  const rendered = await step('render', () =>
    withPhase(progress.begin('rendering', countBodies(contents), 'responses'), ({ reach }) =>
      render(contents, { writer, today, lines, threads: settings.threads, onFinished: reach }),
    ),
  )
  return withPhase(progress.begin('writing', 4, 'steps'), async ({ reach }) => {
    const described = await step('describe', () => putDescribed(contents.described, writer))
    const routes = [...renderedRoutes(contents, rendered.ledger), ...described.routes]
    const table = await step('table', () => tabulate(today.data_as_of, routes))
    reach(1)
    const draft = draftManifest({ day, contents, table, routes, made: [rendered, described] })
    const { manifest, digest } = await step('write', () =>
      writeRelease(draft, table, { writer, memoryPath: rendered.memoryPath }),
    )
    reach(2)
    await step('check', () => checkRelease(settings.out, manifest))
    reach(3)
    const leaving = day.recalled.standing?.id ?? null
    await step('publish', () => writer.publish({ release: manifest.id, manifest: digest }, leaving, clock()))
    reach(4)
    return manifest
  })
}
