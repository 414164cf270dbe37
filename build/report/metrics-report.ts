// Writes the result of a build as a text file for node_exporter, whether it publishes or not. A build that fails takes
// the time of the last success over from the file before, for alerts.

import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OPERATOR_ERROR_CODES } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { formatMetrics, gauge, type Metric, type MetricValue, samplesBy } from '../../lib/metrics.ts'
import { VERSION } from '../../lib/version.ts'
import { CHANGE_COLUMNS } from '../day/changes.ts'
import type { BuildReport } from './build-report.ts'

const SUCCESS = 'offers_build_success_timestamp_seconds'

/** node_exporter runs as another user; the umask must not lock it out. */
const MODE = 0o644

/** Far larger than any file that we write. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Replaces the file as a whole: node_exporter may read it at any moment.
 * @param now milliseconds since the epoch
 */
export async function writeMetricsReport(path: string, report: BuildReport, now: number): Promise<void> {
  const before = (await ifMissing(files.read(path, MAX_BYTES), Buffer.alloc(0))).toString()
  const text = await metricsText(report, { now, lastSuccess: lastSuccessIn(before) })
  await mkdir(dirname(path), { recursive: true })
  await replaceFile(path, text, { preserve: true })
  await chmod(path, MODE)
}

/** In seconds since the epoch. */
function lastSuccessIn(text: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${SUCCESS} `))
  const value = line?.slice(SUCCESS.length + 1) ?? ''
  return value === '' || Number.isNaN(Number(value)) ? undefined : Number(value)
}

/** @param times `now` in milliseconds, `lastSuccess` in seconds since the epoch, if there was one */
export function metricsText(
  report: BuildReport,
  { now, lastSuccess }: { now: number; lastSuccess: number | undefined },
): Promise<string> {
  const { outcome, failure, verdict, changes } = report
  const metrics: Metric[] = []
  const add = (name: string, help: string, reading: MetricValue) => metrics.push(gauge(name, help, reading))
  const seconds = now / 1000

  add(
    'offers_build_info',
    'Always 1; the label names the version of the program.',
    samplesBy('version', [[VERSION, 1]]),
  )
  add(
    'offers_build_run_timestamp_seconds',
    'The time when the last build ended, whatever its result.',
    seconds,
  )
  const success = outcome === 'refused' ? lastSuccess : seconds
  if (success !== undefined)
    add(SUCCESS, 'The time when a build last ended well: published, or nothing to do.', success)
  add(
    'offers_build_failed',
    '1 for the reason why the last build did not publish.',
    samplesBy(
      'code',
      OPERATOR_ERROR_CODES.map((code) => [code, code === failure?.code ? 1 : 0]),
    ),
  )
  if (verdict)
    add(
      'offers_build_records',
      'Records of the source, read and rejected.',
      samplesBy('state', Object.entries({ read: verdict.records, rejected: verdict.rejected })),
    )
  if (changes)
    add(
      'offers_build_changes',
      'Offers by their change.',
      samplesBy(
        'change',
        CHANGE_COLUMNS.map((change) => [change, changes[change]]),
      ),
    )
  return formatMetrics(metrics)
}
