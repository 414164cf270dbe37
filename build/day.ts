// The first half of a build: everything that is known of today, before a single byte is written.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Offers } from './catalogue/catalogue-offer.ts'
import type { IdentifyContext } from './catalogue/identify-offer.ts'
import { LineStore } from './catalogue/line-store.ts'
import type { RunSettings } from './cli/run-settings.ts'
import type { BuildContext } from './context.ts'
import { withPhase } from './progress/progress.ts'
import type { Guards } from './report/build-report.ts'
import type { TimeStep } from './report/step-timer.ts'
import { OFFERS_FILE } from './source/reject.ts'
import { settle } from './steps/carry-over.ts'
import { dateRelease } from './steps/date-release.ts'
import { enforceRejects, judgeRejects } from './steps/guard-rejects.ts'
import { enforceShrink, judgeShrink, refuseEmpty, type Shrinkage } from './steps/guard-shrink.ts'
import { type Previous, recall } from './steps/load-previous.ts'
import { type Intake, readOffers } from './steps/read-offers.ts'
import { type Reference, readReference } from './steps/read-reference.ts'
import { type ChangeReport, reportChanges } from './steps/report-changes.ts'
import type { ReleaseDate } from './today.ts'

export interface Day {
  recalled: Previous
  reference: Reference
  today: ReleaseDate
  /** All that can be read today, by id. */
  offers: Offers
  /** Their rendered lines. */
  lines: LineStore
  changes: ChangeReport
  guards: Guards
}

/** @throws {OperatorError} where the source is bad or a guard trips */
export async function gatherDay(settings: RunSettings, context: BuildContext, step: TimeStep): Promise<Day> {
  const { report } = context
  const lines = new LineStore()
  const recalled = await step('recall', () => recall(settings.out, settings.previous, lines))
  const reference = await step('reference', () => readReference(settings.source))
  const today = dateRelease(reference, settings.asOf, recalled)
  report.data_as_of = today.data_as_of
  if (recalled.memory.header) report.reach_before = recalled.memory.header.reach
  const known = recalled.memory.offers

  const intake = await step('read', () => read(settings, context, { reference, today, known, lines }))
  const { rejected } = intake
  report.rejects = rejected.rejects
  const shrinkages = judgeShrink(known, intake.offers, today.day, settings.onShrink)
  const rejects = judgeRejects(intake.records, rejected.records, settings.maxRejected)
  const guards = { rejects, shrink: shrinkages.map(shrinkFacts) }
  report.guards = guards

  const offers = await step('settle', () => settle(intake.offers, { known, today, shrinkages, lines }))
  const changes = reportChanges(known, offers, rejected)
  report.changes = changes
  enforceRejects(rejects)
  enforceShrink(shrinkages)
  refuseEmpty(offers, settings.onShrink)
  return { recalled, reference, today, offers, lines, changes, guards }
}

function shrinkFacts({ missing, ...facts }: Shrinkage): Guards['shrink'][number] {
  return { ...facts, kept: facts.decision === 'keep' ? missing.length : 0 }
}

async function read(
  { source }: RunSettings,
  { progress }: BuildContext,
  identify: IdentifyContext,
): Promise<Intake> {
  const phase = progress.begin('reading', await sizeOf(join(source, OFFERS_FILE)), 'bytes')
  let bytes = 0
  return withPhase(phase, ({ reach }) =>
    readOffers(source, identify, (more) => {
      bytes += more
      reach(bytes)
    }),
  )
}

/** 0 where there is no such file: the step that reads it says so. */
async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}
