// Writes the result of a build as a text file for node_exporter, whether it publishes or not. A build that fails takes
// the time of the last success over from the file before, for alerts.

import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OPERATOR_ERROR_CODES } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { gauge, type Metric, metricsOf } from '../../lib/metrics.ts'
import { CHANGE_COLUMNS } from '../day/changes.ts'
import type { BuildReport } from './build-report.ts'

const SUCCESS = 'offers_build_success_timestamp_seconds'
const BEGAN = 'offers_build_began_timestamp_seconds'

/** node_exporter runs as another user; the umask must not lock it out. */
const MODE = 0o644

/** 16 MiB, far larger than any file that we write. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Reports that a build begins. The result of the previous build stays in the file.
 * @param now milliseconds since the epoch
 */
export async function writeBegan(path: string, now: number): Promise<void> {
  // Without the metric of the previous begin, and its comments, which name it as well.
  const kept = (await textIn(path)).split('\n').filter((line) => line !== '' && !line.includes(BEGAN))
  const text = await metricsOf(BEGAN_METRICS, { began: now / 1000 })()
  await replaceMetrics(path, `${kept.map((line) => `${line}\n`).join('')}${text}`)
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

/** Replaces the file as a whole, because node_exporter may read it at any moment. */
async function replaceMetrics(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await replaceFile(path, text, { preserve: true })
  await chmod(path, MODE)
}

/** The time that a metric has in a text, in seconds since the epoch; undefined if it has none. */
function secondsIn(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  const value = line?.slice(name.length + 1) ?? ''
  return value === '' || Number.isNaN(Number(value)) ? undefined : Number(value)
}

interface Times {
  /** Milliseconds since the epoch. */
  now: number
  /** When a build last succeeded, and when this one began: seconds since the epoch; undefined if the file does not say. */
  lastSuccess?: number | undefined
  began?: number | undefined
}

const BEGAN_METRICS: readonly Metric<Pick<Times, 'began'>>[] = [
  gauge(BEGAN, [], 'The time when the last build began.', ({ began }) => began),
]

const METRICS: readonly Metric<BuildReport & Times>[] = [
  ...BEGAN_METRICS,
  gauge(
    'offers_build_run_timestamp_seconds',
    [],
    'The time when the last build ended, whatever its result.',
    ({ now }) => now / 1000,
  ),
  gauge(
    SUCCESS,
    [],
    'The time when a build last ended well: published, or nothing to do.',
    ({ outcome, lastSuccess, now }) => (outcome === 'refused' ? lastSuccess : now / 1000),
  ),
  gauge(
    'offers_build_failed',
    ['code'],
    '1 for the reason why the last build did not publish.',
    ({ failure }) => OPERATOR_ERROR_CODES.map((code) => [code, Number(code === failure?.code)]),
  ),
  gauge(
    'offers_build_records',
    ['state'],
    'Records of the source, read and rejected.',
    ({ verdict }) => verdict && Object.entries({ read: verdict.records, rejected: verdict.rejected }),
  ),
  gauge(
    'offers_build_changes',
    ['change'],
    'Offers by their change.',
    ({ changes }) => changes && CHANGE_COLUMNS.map((change) => [change, changes[change]]),
  ),
  gauge(
    'offers_build_listed_before',
    ['state'],
    'Offers that the release before listed, and those of them that are withdrawn though they have not ended. Absent if nothing was published.',
    ({ manifest, listedBefore }) => manifest && listedBefore && Object.entries(listedBefore),
  ),
]

export function metricsText(report: BuildReport, times: Times): Promise<string> {
  return metricsOf(METRICS, { ...report, ...times })()
}
