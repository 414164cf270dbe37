// Step: reads the release back from disk, like a gateway; signs it, so that gateways trust it wherever they read it from;
// and makes it the current one. Or, if only objects of the current release were damaged, ends with these.

import type { Pointer } from '../../../contract/release/manifest.ts'
import { OperatorError } from '../../../lib/errors.ts'
import type { SecretKey } from '../../../lib/minisign/keys.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Previous } from '../../day/memory.ts'
import { faultOfObjects } from '../../releases/objects.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import { putSignature } from '../../releases/signing.ts'
import type { ReleaseTable } from './build-target-table.ts'

/** @throws {OperatorError} `not-verified` if an object is missing, `bad-release` if a file cannot be read */
export async function publishRelease(
  pointer: Pointer,
  { current }: Previous,
  { output, clock, sign }: { output: OutputFolder; clock: Clock; sign: SecretKey | undefined },
): Promise<void> {
  const { path, reader, writer } = output
  // It is cheap: it reads no objects. `verify` checks all of them.
  const { manifest, table } = await reader.load(pointer)
  const fault = faultOfObjects(path, manifest, table)
  if (fault) throw new OperatorError('not-verified', `the new release is not published: ${fault}`)
  if (sign) await putSignature(pointer.release, sign, { writer, clock, after: current ? [current.id] : [] })
  // Until now gateways could load the previous release.
  await writer.publish(pointer, current?.id ?? null, clock())
}

interface Rendered {
  previous: Previous
  table: ReleaseTable
}

/**
 * If only objects of the current release were missing or damaged, they are written by now, and that is all: its own files,
 * its id and its signature stay.
 * @returns false if the release has another table, so that it must be written as a whole
 */
export async function repairCurrent(
  { previous, table }: Rendered,
  { writer }: OutputFolder,
): Promise<boolean> {
  if (previous.current?.routes.digest !== table.facts.digest) return false
  await writer.finish()
  return true
}
