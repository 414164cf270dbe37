// What a request can be answered with, once it is known to be allowed: either a page held in memory or a file
// that is streamed. Both have entity tags before any byte of the body is touched, so a 304 costs no reading.

import type { Coding } from '../http/accept-encoding.ts'
import type { Page } from './page.ts'
import type { SnapshotFile } from './snapshot-file.ts'

/** The strong entity tag in each content coding. */
export type Tags = Readonly<Record<Coding, string>>

export type Representation = Page | SnapshotFile
