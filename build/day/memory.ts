// The memory of a build: the current release, and its offers.

import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { BrokenBefore } from './broken-issuer.ts'
import type { Offers } from './catalogue-offer.ts'

/** The first line of a memory file. */
export interface MemoryHeader {
  format: 1
  /** The release that wrote the file, and the one before. */
  release: string
  previous: string | null
  data_as_of: string
  fingerprint: string
  /** The number of lines that follow. */
  offers: number
  /** The issuers that were broken. */
  broken: BrokenBefore[]
  /** The moments that a client can ask changes for, newest first; missing in files of builds without changes. */
  history: readonly string[]
}

export interface Memory {
  header: MemoryHeader | null
  offers: Offers
}

/** The memory before the first release. */
export const NO_MEMORY: Memory = { header: null, offers: new Map() }

export interface Previous {
  /** The current release of the output folder, if any. */
  current: ReleaseManifest | null
  memory: Memory
}

/** The extent of the pages of a release. */
export interface Reach {
  /** Combinations of filters with at least one offer, including the unfiltered list. */
  lists: number
  pages: number
  /** Lists with more offers than a named key can page to. */
  beyond: number
}
