// Metrics of a program that ends, as a text file for node_exporter. A failed run writes it, too, and takes the time of the
// last success over from the file before, for alerts.

import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { files } from './file-access.ts'
import { ifMissing } from './file-errors.ts'
import { replaceFile } from './replace-file.ts'

/** node_exporter runs as another user; the umask must not lock it out. */
const MODE = 0o644

/** Far larger than any file that we write. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Replaces the file as a whole: node_exporter may read it at any moment.
 * @param success the metric with the time of the last success
 * @param textOf makes the new text; gets the former value of that metric, in seconds since the epoch, if there was one
 */
export async function writeMetricsFile(
  path: string,
  success: string,
  textOf: (lastSuccess: number | undefined) => Promise<string>,
): Promise<void> {
  const before = (await ifMissing(files.read(path, MAX_BYTES), Buffer.alloc(0))).toString()
  await mkdir(dirname(path), { recursive: true })
  await replaceFile(path, await textOf(valueIn(before, success)), { preserve: true })
  await chmod(path, MODE)
}

function valueIn(text: string, metric: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${metric} `))
  const value = line?.slice(metric.length + 1) ?? ''
  return value === '' || Number.isNaN(Number(value)) ? undefined : Number(value)
}
