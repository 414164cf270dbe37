// Writes the result of a build as a text file for node_exporter, whether it publishes or not. A build that fails takes
// the time of the last success over from the file before, for alerts.

import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OPERATOR_ERROR_CODES } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { formatMetrics, gauge, samplesBy } from '../../lib/metrics.ts'
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
  { outcome, failure }: BuildReport,
  { now, lastSuccess }: { now: number; lastSuccess: number | undefined },
): Promise<string> {
  const seconds = now / 1000
  const success = outcome === 'refused' ? lastSuccess : seconds
  const help = 'The time when a build last ended well: published, or nothing to do.'
  return formatMetrics([
    gauge(
      'offers_build_run_timestamp_seconds',
      'The time when the last build ended, whatever its result.',
      seconds,
    ),
    ...(success === undefined ? [] : [gauge(SUCCESS, help, success)]),
    gauge(
      'offers_build_failed',
      '1 for the reason why the last build did not publish.',
      samplesBy(
        'code',
        OPERATOR_ERROR_CODES.map((code) => [code, code === failure?.code ? 1 : 0]),
      ),
    ),
  ])
}
