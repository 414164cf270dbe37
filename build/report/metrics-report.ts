// Writes the result of a build as a text file for node_exporter, whether it publishes or not.

import { OPERATOR_ERROR_CODES } from '../../lib/errors.ts'
import { writeMetricsFile } from '../../lib/files/metrics-file.ts'
import { formatMetrics, gauge, type Metric, type MetricValue, samplesBy } from '../../lib/metrics.ts'
import { VERSION } from '../../lib/version.ts'
import { CHANGE_COLUMNS } from '../day/changes.ts'
import type { BuildReport } from './build-report.ts'

const SUCCESS = 'offers_build_success_timestamp_seconds'

/** @param now milliseconds since the epoch */
export function writeMetricsReport(path: string, report: BuildReport, now: number): Promise<void> {
  return writeMetricsFile(path, SUCCESS, (lastSuccess) => metricsText(report, { now, lastSuccess }))
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
