// Metrics of a program that ends, as a text file for node_exporter. A run that fails writes it as well; when the last
// good one was is then taken over from the file before, for that is what an alert asks for.

import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { files } from './files/file-access.ts'
import { ifMissing } from './files/file-errors.ts'
import { replaceFile } from './files/replace-file.ts'

/** node_exporter runs as another user, whatever the umask of this one is. */
const MODE = 0o644

/** More than we ever wrote. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Replaces the file as a whole: node_exporter may read it at any moment.
 * @param success the metric that says when a run last ended well
 * @param textOf the new text, by the seconds since the epoch that this metric had, if it was there
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

/** Undefined if a text says nothing of it. */
function valueIn(text: string, metric: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${metric} `))
  const value = line?.slice(metric.length + 1) ?? ''
  return value === '' || Number.isNaN(Number(value)) ? undefined : Number(value)
}
