// What a build knows of the days before it: the current release, and what the last one remembers.

import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { BrokenBefore } from './broken-issuer.ts'
import type { Offers } from './catalogue-offer.ts'
import type { PastShares } from './rewritten.ts'

/** The first line of a memory file. */
export interface MemoryHeader {
  format: 1
  /** The release that the file is of, and the one before. */
  release: string
  previous: string | null
  data_as_of: string
  fingerprint: string
  /** The lines that follow. */
  offers: number
  reach: Reach
  /** The issuers that were broken. */
  broken: BrokenBefore[]
  /** The moments that changes can be asked for, newest first; none in files of builds that knew no changes. */
  history: readonly string[]
  /** How many offers were rewritten on the last days; none in files of builds that did not count them. */
  rewritten: PastShares
}

export interface Memory {
  header: MemoryHeader | null
  offers: Offers
}

/** Before the first release nothing is known. */
export const NO_MEMORY: Memory = { header: null, offers: new Map() }

export interface Previous {
  /** The current release of the output folder, if any. */
  current: ReleaseManifest | null
  memory: Memory
}

/** How far the pages of a release reach. */
export interface Reach {
  /** Combinations of filters that hold an offer, the unfiltered list among them. */
  lists: number
  pages: number
  /** Lists with more offers than a named key can page to. */
  beyond: number
}
