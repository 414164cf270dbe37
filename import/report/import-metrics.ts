// The result of an import as a text file for node_exporter, also of a refused one.

import { OPERATOR_ERROR_CODES, type OperatorError } from '../../lib/errors.ts'
import { formatMetrics, gauge, type Metric, samplesBy } from '../../lib/metrics.ts'
import { writeMetricsFile } from '../../lib/metrics-file.ts'
import type { ImportReport } from './import-report.ts'

const SUCCESS = 'offers_import_success_timestamp_seconds'

export interface EndedImport {
  report: ImportReport
  failure: OperatorError | undefined
  /** Milliseconds since the epoch. */
  now: number
}

export function writeImportMetrics(path: string, ended: EndedImport): Promise<void> {
  return writeMetricsFile(path, SUCCESS, (lastSuccess) => formatMetrics(metricsOf(ended, lastSuccess)))
}

function metricsOf({ report, failure, now }: EndedImport, lastSuccess: number | undefined): Metric[] {
  const seconds = now / 1000
  const { rows, offers, rejected, causes, more } = report
  const unread = causes
    .filter(({ effect }) => effect === 'null')
    .reduce((sum, { count }) => sum + count, more)
  return [
    gauge(
      'offers_import_run_timestamp_seconds',
      'The time when the last import ended, whatever its result.',
      seconds,
    ),
    gauge(SUCCESS, 'The time when an import last succeeded.', failure ? lastSuccess : seconds),
    gauge(
      'offers_import_failed',
      '1 for the reason why the last import was refused.',
      samplesBy(
        'code',
        OPERATOR_ERROR_CODES.map((code) => [code, code === failure?.code ? 1 : 0]),
      ),
    ),
    gauge(
      'offers_import_rows',
      'Rows of the last import, by result.',
      samplesBy('state', Object.entries({ offers, rejected, skipped: rows - offers - rejected })),
    ),
    gauge('offers_import_cells_not_understood', 'Cells that the last import did not understand.', unread),
  ].filter(({ values }) => values.length > 0)
}
