// A remote origin on a fake one that can be made to misbehave.

import type { ServerResponse } from 'node:http'
import type { Test } from 'tap'
import { objectPath } from '../../../contract/release/layout.ts'
import type { TargetEntry } from '../../../contract/release/target-table.ts'
import { remoteOrigin } from '../../../gateway/origin/remote-origin.ts'
import { listTarget, snapshotTarget } from '../../helpers/current-targets.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'
import { type Fault, fakeOrigin } from './fake-origin.ts'
import { publicFolder } from './release-files.ts'

export const PAGE = listTarget({ limit: 25, offset: 0 })
export const SNAPSHOT = snapshotTarget('named')

/** Longer files are not read; in bytes. */
export const MAX_BYTES = 100_000

/** Open until the end of the test. */
export async function faultyOrigin(t: Test, idleTimeoutMs = 5_000) {
  const root = publicFolder(t)
  const release = publishTinyRelease(root)
  const fake = await fakeOrigin(t, root)
  const origin = remoteOrigin(fake.url, { limits: { idleTimeoutMs, wholeMs: 30_000, maxBytes: MAX_BYTES } })
  t.teardown(() => origin.close())
  return {
    release,
    fake,
    origin,
    page: release.entry(PAGE),
    snapshot: release.entry(SNAPSHOT),
    /** From now on the fault answers requests for the body of an entry. */
    misbehave: (entry: TargetEntry, fault: Fault) => fake.faults.set(nameOf(entry), fault),
  }
}

export function nameOf({ digest, storage }: TargetEntry): string {
  return objectPath(digest, storage)
}

export const half = (file: Buffer) => file.subarray(0, file.length >> 1)

/** Sends half of a file, then nothing more. */
export const stall: Fault = (res, file) => {
  res.writeHead(200, { 'Content-Length': file.length }).write(half(file))
}

/** Sends bytes, then breaks the connection. */
export function breakAfter(res: ServerResponse, bytes: Buffer): void {
  res.write(bytes, () => res.destroy())
}
