// What an allowed request can be answered with: a page held in memory, or a file that is streamed. Both know their
// entity tags before any byte of the body is read, so a 304 costs no reading.

import type { Page } from './page.ts'
import type { SnapshotFile } from './snapshot-file.ts'

export type Representation = Page | SnapshotFile
