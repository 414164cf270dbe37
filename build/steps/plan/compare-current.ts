// Step: compares with the current release. If that was made from the same, there is nothing to do, unless the release is
// damaged: then its objects are written again.

import type { SecretKey } from '../../../lib/minisign/keys.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Previous } from '../../day/memory.ts'
import { faultOfObjects } from '../../releases/objects.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import { isSignedBy } from '../../releases/signing.ts'

interface Work {
  output: OutputFolder
  sign: SecretKey | undefined
  clock: Clock
}

/** Whether the current release is made from the same, and then whether it only lacks objects. */
export async function compareCurrent(
  { fingerprint, previous: { current } }: { fingerprint: string; previous: Previous },
  { output, sign, clock }: Work,
): Promise<'other' | 'whole' | 'damaged'> {
  if (current?.fingerprint !== fingerprint) return 'other'
  // A build signs only releases that it made itself, so one without this signature is built again.
  if (sign && !(await isSignedBy(output.path, current.id, sign, clock))) return 'other'
  const routes = await output.reader.routes(current)
  return faultOfObjects(output.path, current, routes) === undefined ? 'whole' : 'damaged'
}
