// The paths of a test's release, and ways to damage its files.

import { join } from 'node:path'
import type { Test } from 'tap'
import { objectPath } from '../../../contract/release/layout.ts'
import type { TargetEntry } from '../../../contract/release/target-table.ts'

/** An empty folder in a new folder. */
export function publicFolder(t: Test): string {
  return join(t.testdir({ public: {} }), 'public')
}

export function fileOf(root: string, { digest, storage }: TargetEntry): string {
  return join(root, objectPath(digest, storage))
}

/** The same length, one bit in the middle different. */
export function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const middle = copy.length >> 1
  copy.writeUInt8(copy.readUInt8(middle) ^ 1, middle)
  return copy
}
