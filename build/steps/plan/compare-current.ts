// Step: compares with the current release. If that was made from the same, there is nothing to do, unless the release is
// damaged: then its objects are written again.

import type { SecretKey } from '../../../lib/minisign/keys.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Previous } from '../../day/memory.ts'
import type { Ending } from '../../day/step-list.ts'
import { faultOfObjects } from '../../releases/objects.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import { isSignedBy } from '../../releases/signing.ts'

interface Planned {
  fingerprint: string
  previous: Previous
  output: OutputFolder
  sign: SecretKey | undefined
  clock: Clock
}

/** @returns `mends`: whether the current release only lacks objects */
export async function compareCurrent({
  fingerprint,
  previous: { current },
  output,
  sign,
  clock,
}: Planned): Promise<Ending & { mends: boolean }> {
  if (current?.fingerprint !== fingerprint) return { mends: false }
  // A build signs only releases that it made itself, so one without this signature is built again.
  if (sign && !(await isSignedBy(output.path, current.id, sign, clock))) return { mends: false }
  const routes = await output.reader.routes(current)
  const fault = faultOfObjects(output.path, current, routes)
  return fault === undefined ? { mends: false, outcome: 'unchanged' } : { mends: true }
}
