// What answers an allowed request. Both know their entity tags before a body is read: a 304 costs no reading.

import type { CachedAnswer } from './cached-answer.ts'
import type { SnapshotFile } from './snapshot-file.ts'

export type Representation = CachedAnswer | SnapshotFile
