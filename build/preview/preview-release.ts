// Builds the release of a preview from a source alone, as a first release.

import { mkdir } from 'node:fs/promises'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { OperatorError } from '../../lib/errors.ts'
import type { Progress } from '../../lib/progress/progress.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { BrokenPolicy } from '../day/broken-policy.ts'
import { build } from '../pipeline.ts'
import { checkSource } from '../read-day.ts'
import { OutputFolder } from '../releases/output-folder.ts'
import { pruneReleases } from '../releases/prune.ts'
import { type BuildReport, emptyReport } from '../report/build-report.ts'
import { readReference } from '../steps/read/read-reference.ts'

export interface PreviewSettings {
  source: string
  /** The output folder, which only the preview uses. */
  out: string
  /** As typed; undefined takes it from the catalogue, or else the present. */
  asOf: string | undefined
  policy: BrokenPolicy
  /** As for `run`. */
  threads?: number
}

/**
 * Builds and publishes the source as it is now. If the source is refused, the last good release stays.
 * @returns the report, with the failure that `run` would end with
 */
export async function buildPreview(
  { source, out, asOf, policy, threads }: PreviewSettings,
  { clock, progress }: { clock: Clock; progress: Progress },
): Promise<BuildReport> {
  const moment = asOf ?? (await nowUnlessDated(source))
  const checked = emptyReport()
  // A preview has no previous day: it must not keep corrected offers, and its moment must not be too old.
  const settings = { source, asOf: moment, policy, continued: undefined }
  await checkSource(settings, { report: checked, clock })
  if (checked.failure) return checked
  await removeOld(out)
  const report = emptyReport()
  const output = new OutputFolder(out)
  await build({ ...settings, output, sign: undefined, threads }, { clock, progress, report })
  return report
}

/** Removes all releases except the served one. */
async function removeOld(out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  if (await folderReader(out).pointer())
    await pruneReleases({ root: out, keep: 1, graceBegan: Number.POSITIVE_INFINITY })
}

/** Undefined if the catalogue has it, or cannot be read: the check reports that. */
async function nowUnlessDated(source: string): Promise<string | undefined> {
  try {
    const { catalogue } = await readReference(source)
    return catalogue.data_as_of === undefined ? 'now' : undefined
  } catch (error) {
    if (error instanceof OperatorError) return undefined
    throw error
  }
}
