// A release on disk that is not current yet, made by the steps of a build.

import { join } from 'node:path'
import type { PlannedAnswer } from '../../../build/day/planned-answer.ts'
import type { RenderedRelease } from '../../../build/day/release-draft.ts'
import { prepareDay } from '../../../build/prepare-day.ts'
import { OutputFolder } from '../../../build/releases/output-folder.ts'
import { WorkerPool } from '../../../build/render/worker-pool.ts'
import { pickSample } from '../../../build/steps/plan/pick-sample.ts'
import { planAnswers } from '../../../build/steps/plan/plan-answers.ts'
import { planRelease } from '../../../build/steps/plan/plan-release.ts'
import { buildTargetTable, type ReleaseTable } from '../../../build/steps/write/build-target-table.ts'
import { renderAnswers, renderLongFiles, startRendering } from '../../../build/steps/write/render-answers.ts'
import { noProgress } from '../../../lib/command-line/progress.ts'
import { NOW } from './program.ts'
import { type SourceFiles, writeSource } from './source.ts'

export interface Rendered {
  output: OutputFolder
  release: RenderedRelease
  table: ReleaseTable
}

/** @param change changes the list of answers, as a mistake in the plan would */
export async function renderRelease(
  root: string,
  files: SourceFiles,
  change = (answers: readonly PlannedAnswer[]) => answers,
): Promise<Rendered> {
  const source = writeSource(join(root, 'source'), files)
  const output = new OutputFolder(join(root, 'out'))
  const onBroken = { otherwise: 'keep' as const, byIssuer: new Map() }
  const policy = { maxRejected: { percent: 5 }, onBroken, keepDays: 7 }
  const { day, error } = await prepareDay(
    { source, policy, asOf: undefined, continued: undefined },
    () => NOW,
  )
  if (!day) throw error
  const planned = await planRelease(day, [], output)
  const snapshots = { full: planned.listed, sample: pickSample(planned.listed) }
  const work = { output, pool: new WorkerPool(0), progress: noProgress }
  await startRendering(planned, work)
  const longFiles = await renderLongFiles({ ...planned, snapshots }, work)
  const plan = planAnswers(planned)
  const answers = change(plan.answers)
  const bodies = await renderAnswers(answers, work)
  const release = { ...planned, ...plan, ...longFiles, answers, snapshots, bodies }
  return { output, release, table: buildTargetTable(release) }
}
