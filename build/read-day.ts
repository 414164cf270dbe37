// The first half of a build, which `check` shares: the steps up to the verdict on the source. It writes nothing.

import { expectSourceFolder } from '../contract/offers/source-files.ts'
import { OperatorError } from '../lib/errors.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { BrokenPolicy } from './day/broken-policy.ts'
import type { Reference } from './day/day.ts'
import { LineStore } from './day/line-store.ts'
import { type KnownOf, StepList, type StepResults } from './day/step-list.ts'
import { type BuildReport, reportOf } from './report/build-report.ts'
import { RefusedSource } from './source/faults.ts'
import { carryOver } from './steps/judge/carry-over.ts'
import { enforceVerdict } from './steps/judge/enforce-verdict.ts'
import { judgeSource } from './steps/judge/judge-source.ts'
import { reportChanges } from './steps/judge/report-changes.ts'
import { chooseMoment } from './steps/read/choose-moment.ts'
import { dateRelease } from './steps/read/date-release.ts'
import { loadPrevious, type PreviousPlaces } from './steps/read/load-previous.ts'
import { readOffers, validateOffers } from './steps/read/read-offers.ts'
import { readReference } from './steps/read/read-reference.ts'

export interface DaySettings {
  /** The source folder. */
  source: string
  /** The moment of the release as typed; undefined takes it from the catalogue. */
  asOf: string | undefined
  policy: BrokenPolicy
  /** The release that the day continues; undefined for a first day. */
  continued: PreviousPlaces | undefined
}

interface DayWork extends DaySettings {
  clock: Clock
  /** The earliest moment to try, if the requested one is taken. */
  notBefore: string | undefined
  /** For the rendered offers of yesterday and today. */
  lines: LineStore
}

/** The last one throws `OperatorError` if the day is refused. */
export const READ_DAY = StepList.given<DayWork>()
  .step(async ({ continued, lines }) => ({ previous: await loadPrevious(continued, lines) }))
  .step(async (day) => {
    await expectSourceFolder(day.source)
    return orAllFaults(day, async () => ({ reference: await readReference(day.source) }))
  })
  .step((day) =>
    orAllFaults(day, () => ({ asked: chooseMoment(day.asOf, day.reference.catalogue, day.clock()) })),
  )
  .step((day) =>
    orAllFaults(day, () => ({
      date: dateRelease(day.reference, day.asked, day.previous, day.notBefore),
      known: day.previous.memory.offers,
    })),
  )
  .step(async (day) => ({ intake: await readOffers(day.source, day) }))
  .step(({ intake, known, previous, reference, date, policy }) => {
    const brokenBefore = previous.memory.header?.broken ?? []
    const { issuers } = reference
    return { verdict: judgeSource(intake, { known, brokenBefore, issuers, day: date.day, policy }) }
  })
  .step(({ intake, verdict, known, policy: { keepDays }, date, lines }) => {
    const context = { known, rejected: intake.rejected.offers, broken: verdict.broken_issuers, keepDays }
    return { offers: carryOver(intake.offers, { ...context, date, lines }) }
  })
  .step(({ known, offers, intake }) => ({
    changes: reportChanges(known, offers, intake.rejected),
  }))
  .step(({ verdict, offers, date, policy: { onBroken } }) => {
    enforceVerdict(verdict, { offers, day: date.day, onBroken })
    return {}
  })

/** If a small file is bad, the records are still checked, so that all faults are reported at once. */
async function orAllFaults<T>(
  { source, reference }: { source: string; reference?: Reference },
  read: () => T | Promise<T>,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    throw await withFaults(error, source, reference)
  }
}

async function withFaults(
  error: OperatorError,
  source: string,
  reference: Reference | undefined,
): Promise<OperatorError> {
  try {
    return new RefusedSource(error, await validateOffers(source, reference))
  } catch (more) {
    if (!(more instanceof OperatorError)) throw more
    return new OperatorError(error.code, `${error.message}\n${more.message}`)
  }
}

/** Reads a day without publishing it. @returns the report, with the failure that `run` would end with */
export async function checkSource(settings: DaySettings, clock: Clock): Promise<BuildReport> {
  const found: StepResults<KnownOf<typeof READ_DAY>> = {}
  const work = { ...settings, clock, notBefore: undefined, lines: new LineStore() }
  try {
    await READ_DAY.run(work, found)
    return reportOf(found, 'would publish')
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code === 'usage') throw error
    return reportOf(found, 'would refuse', error)
  }
}
