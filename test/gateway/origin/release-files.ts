// Where the files of a test's release lie, and how to damage them.

import { join } from 'node:path'
import type { Test } from 'tap'
import { objectPath } from '../../../contract/release/layout.ts'
import type { TargetEntry } from '../../../contract/release/target-table.ts'

/** An empty folder that has room for others beside it. */
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
