// A release in the making: the day, and what each half of the pipeline adds to it.

import type { DescribedDay } from '../../contract/api/description/described-day.ts'
import type { DocumentName } from '../../contract/api/resources.ts'
import type { CategoryWithCount, ComunaWithCount, IssuerWithCount } from '../../contract/api/responses.ts'
import type { VersionName } from '../../contract/api/versions.ts'
import type { SnapshotContent } from '../../contract/keys/kinds.ts'
import type { History } from '../../contract/release/manifest.ts'
import type { HomeFile } from '../../home/home-files.ts'
import type { CatalogueOffer } from './catalogue-offer.ts'
import type { Day } from './day.ts'
import type { Reach } from './memory.ts'

export interface OrderedOffers {
  /** What lists hold, in catalogue order: `updated_at` descending, then `id` ascending. */
  listed: readonly CatalogueOffer[]
  /** All that can be read by id, by id. */
  readable: readonly CatalogueOffer[]
  /** All that can be read by id, in catalogue order: the most recently changed come first. */
  byChange: readonly CatalogueOffer[]
}

/** What offers can be filtered by, with the number of listed offers. */
export interface CountedThings {
  issuers: readonly IssuerWithCount[]
  categories: readonly CategoryWithCount[]
  comunas: readonly ComunaWithCount[]
}

export interface Documents {
  /** Of each version of the API that the release holds, oldest first. */
  bodies: ReadonlyMap<VersionName, Readonly<Record<DocumentName, Buffer>>>
  counted: CountedThings
  /** The day as it is described in the version that newcomers use. */
  described: DescribedDay
}

/** Everything that a release is made from, before a byte of it is written. */
export interface PlannedRelease extends Day, OrderedOffers {
  documents: Documents
  history: History
  /** The page for people, and what goes with it. */
  home: readonly HomeFile[]
  /** The digest of everything that the release is made from. */
  fingerprint: string
}

export interface PlannedList {
  /** The addresses of its pages, from behind the base path up to `limit=`: they are the same in all versions of the API. */
  prefixes: string[]
  /** The line numbers of its offers, in the order of the catalogue. */
  lines: readonly number[]
  /** Whether it is the list of changes, whose pages say since when. */
  ofChanges: boolean
}

export interface PlannedPage {
  list: PlannedList
  limit: number
  offset: number
}

export interface PagePlan {
  pages: readonly PlannedPage[]
  reach: Reach
}

/** A body that is on disk. */
export interface StoredBody {
  /** SHA-256 and size of the body as clients see it: uncompressed, but for snapshots. */
  digest: string
  size: number
  /** The size of the object on disk. */
  storedBytes: number
}

export interface StoredVersion {
  documents: Readonly<Record<DocumentName, StoredBody>>
  /** One for each planned page, in their order. */
  pages: readonly StoredBody[]
  /** One for each readable offer, in their order. */
  details: readonly StoredBody[]
}

export interface StoredResponses {
  /** One for each file of `home`, in their order. */
  storedHome: readonly StoredBody[]
  /** Of each version of the API that the release holds. */
  storedVersions: ReadonlyMap<VersionName, StoredVersion>
}

export interface StoredSnapshots {
  /** The same for all versions of the API. */
  storedSnapshots: Readonly<Record<SnapshotContent, StoredBody>>
  /** Where the lines of memory.gz are, compressed. */
  memoryPath: string
}

/** A release whose bodies are on disk. */
export interface RenderedRelease extends PlannedRelease, PagePlan, StoredResponses, StoredSnapshots {
  /** The offers of each snapshot. */
  snapshots: Readonly<Record<SnapshotContent, readonly CatalogueOffer[]>>
}
