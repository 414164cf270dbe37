// Step: makes the new release the current one.

import type { Pointer } from '../../../contract/release/manifest.ts'
import type { ReleaseWriter } from '../../../contract/release/writer.ts'
import type { Previous } from '../read/load-previous.ts'

/** @param now milliseconds since the epoch: until now gateways could take the release that was current */
export async function publishRelease(
  pointer: Pointer,
  { current }: Previous,
  { writer, now }: { writer: ReleaseWriter; now: number },
): Promise<void> {
  await writer.publish(pointer, current?.id ?? null, now)
}
