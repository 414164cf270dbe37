// Writes the result of a build as a text file for node_exporter, whether it publishes or not. A build that fails takes
// the time of the last success over from the file before, for alerts.

import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OPERATOR_ERROR_CODES } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { formatMetrics, gauge, type Metric, samplesBy } from '../../lib/metrics.ts'
import { CHANGE_COLUMNS } from '../day/changes.ts'
import type { BuildReport } from './build-report.ts'

const SUCCESS = 'offers_build_success_timestamp_seconds'
const BEGAN = 'offers_build_began_timestamp_seconds'

/** node_exporter runs as another user; the umask must not lock it out. */
const MODE = 0o644

/** Far larger than any file that we write. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Reports that a build begins; the result of the one before stays.
 * @param now milliseconds since the epoch
 */
export async function writeBegan(path: string, now: number): Promise<void> {
  const kept = (await textIn(path)).split('\n').filter((line) => line !== '' && !line.includes(BEGAN))
  await replaceMetrics(
    path,
    `${kept.map((line) => `${line}\n`).join('')}${await formatMetrics([begin(now / 1000)])}`,
  )
}

/** @param now milliseconds since the epoch */
export async function writeMetricsReport(path: string, report: BuildReport, now: number): Promise<void> {
  const before = await textIn(path)
  const times = { now, lastSuccess: secondsIn(before, SUCCESS), began: secondsIn(before, BEGAN) }
  await replaceMetrics(path, await metricsText(report, times))
}

async function textIn(path: string): Promise<string> {
  return (await ifMissing(files.read(path, MAX_BYTES), Buffer.alloc(0))).toString()
}

/** As a whole: node_exporter may read it at any moment. */
async function replaceMetrics(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await replaceFile(path, text, { preserve: true })
  await chmod(path, MODE)
}

/** In seconds since the epoch. */
function secondsIn(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  const value = line?.slice(name.length + 1) ?? ''
  return value === '' || Number.isNaN(Number(value)) ? undefined : Number(value)
}

function begin(seconds: number): Metric {
  return gauge(BEGAN, 'The time when the last build began.', seconds)
}

interface Times {
  /** Milliseconds since the epoch. */
  now: number
  /** Seconds since the epoch, if there was one. */
  lastSuccess?: number | undefined
  began?: number | undefined
}

export function metricsText(report: BuildReport, { now, lastSuccess, began }: Times): Promise<string> {
  const { outcome, failure, verdict, changes } = report
  const seconds = now / 1000
  const success = outcome === 'refused' ? lastSuccess : seconds
  const help = 'The time when a build last ended well: published, or nothing to do.'
  const codes = OPERATOR_ERROR_CODES.map((code) => [code, code === failure?.code ? 1 : 0] as const)
  const ofSource = verdict && Object.entries({ read: verdict.records, rejected: verdict.rejected })
  const ofOffers = changes && CHANGE_COLUMNS.map((change) => [change, changes[change]] as const)
  return formatMetrics([
    ...(began === undefined ? [] : [begin(began)]),
    gauge(
      'offers_build_run_timestamp_seconds',
      'The time when the last build ended, whatever its result.',
      seconds,
    ),
    ...(success === undefined ? [] : [gauge(SUCCESS, help, success)]),
    gauge(
      'offers_build_failed',
      '1 for the reason why the last build did not publish.',
      samplesBy('code', codes),
    ),
    ...(ofSource
      ? [
          gauge(
            'offers_build_records',
            'Records of the source, read and rejected.',
            samplesBy('state', ofSource),
          ),
        ]
      : []),
    ...(ofOffers
      ? [gauge('offers_build_changes', 'Offers by their change.', samplesBy('change', ofOffers))]
      : []),
  ])
}
