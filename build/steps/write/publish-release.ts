// Step: signs the release, so that gateways trust it wherever they read it from, and makes it the current one.

import type { Pointer } from '../../../contract/release/manifest.ts'
import type { SecretKey } from '../../../lib/minisign/keys.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Previous } from '../../day/memory.ts'
import type { Ending } from '../../day/step-list.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import { putSignature } from '../../releases/signing.ts'

export async function publishRelease(
  pointer: Pointer,
  { current }: Previous,
  { output: { writer }, clock, sign }: { output: OutputFolder; clock: Clock; sign: SecretKey | undefined },
): Promise<Ending> {
  if (sign) await putSignature(pointer.release, sign, { writer, clock, after: current ? [current.id] : [] })
  // Until now gateways could load the previous release.
  await writer.publish(pointer, current?.id ?? null, clock())
  return { outcome: 'published' }
}
