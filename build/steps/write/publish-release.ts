// Step: reads the release back from disk; signs it, so that gateways trust it wherever they read it from; and makes it the
// current one. If only objects of the current release were damaged, only flushes the written ones.

import type { Pointer } from '../../../contract/release/manifest.ts'
import type { SecretKey } from '../../../lib/minisign/keys.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Previous } from '../../day/memory.ts'
import { faultOfObjects } from '../../releases/objects.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import { putSignature } from '../../releases/signing.ts'
import type { ReleaseTable } from './build-target-table.ts'
import { type Checkable, checkAnswers, notPublished } from './read-back.ts'

/**
 * @throws {OperatorError} `not-verified` if an object is missing or cut off, or an answer is not that of its target;
 *   `bad-release` if the manifest or the table is missing or damaged
 */
export async function publishRelease(
  pointer: Pointer,
  { previous: { current }, ...release }: Checkable & { previous: Previous },
  { output, clock, sign }: { output: OutputFolder; clock: Clock; sign: SecretKey | undefined },
): Promise<void> {
  const { path, reader, writer } = output
  const { manifest, table } = await reader.load(pointer)
  // Reads no objects. `verify` reads all of them.
  const fault = faultOfObjects(path, manifest, table)
  if (fault) throw notPublished(fault)
  await checkAnswers(table, reader, release)
  if (sign) await putSignature(pointer.release, sign, { writer, clock, after: current ? [current.id] : [] })
  // The previous release gets the present as its date, because gateways could load it until now.
  await writer.publish(pointer, current?.id ?? null, clock())
}

interface Rendered {
  previous: Previous
  table: ReleaseTable
}

/**
 * Ends the repair of a current release that `compareCurrent` found `damaged`: only objects were missing or damaged, and
 * they are written by now. If the new table is the same, the files of the release, its id and its signature stay.
 * @returns false if it has another table, so that the release must be written as a whole
 */
export async function repairCurrent(
  { previous, table }: Rendered,
  { writer }: OutputFolder,
): Promise<boolean> {
  if (previous.current?.routes.digest !== table.facts.digest) return false
  await writer.finish()
  return true
}
