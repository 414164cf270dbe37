// The stages of a release in the making: the day, and the parts that each half of the pipeline adds.

import type { DescribedDay } from '../../contract/api/description/described-day.ts'
import type { DocumentName } from '../../contract/api/resources.ts'
import type { CategoryWithCount, ComunaWithCount, IssuerWithCount } from '../../contract/api/responses.ts'
import type { VersionName } from '../../contract/api/versions.ts'
import type { KeyKind, SnapshotContent } from '../../contract/keys/kinds.ts'
import type { FileFacts, History, ReleaseManifest } from '../../contract/release/manifest.ts'
import type { HomeFile } from '../home/home-files.ts'
import type { BrokenIssuer, Verdict } from './broken-issuer.ts'
import type { CatalogueOffer } from './catalogue-offer.ts'
import type { ChangeReport } from './changes.ts'
import type { FormerPackage } from './client-packages.ts'
import type { Day } from './day.ts'
import type { PlannedAnswer } from './planned-answer.ts'

/** The offers of a release, in each order that its answers and its memory need. */
export interface OrderedOffers {
  /** The listed offers in catalogue order: `updated_at` descending, then `id` ascending. */
  listed: readonly CatalogueOffer[]
  /** All readable offers, in the order of their ids. */
  readable: readonly CatalogueOffer[]
  /** All readable offers in catalogue order: the most recently changed come first. */
  byChange: readonly CatalogueOffer[]
}

/** The values of the filters, each with the number of its listed offers. */
export interface CountedValues {
  issuers: readonly IssuerWithCount[]
  categories: readonly CategoryWithCount[]
  comunas: readonly ComunaWithCount[]
}

/** The answers about the whole catalogue that have no pages, rendered. */
export interface Documents {
  /** One for each version of the API that the release holds, oldest first. */
  bodies: ReadonlyMap<VersionName, Readonly<Record<DocumentName, Buffer>>>
  counted: CountedValues
  /** The described day in the latest version of the API. */
  described: DescribedDay
}

/** Everything that a release is made from, before any file is written. */
export interface PlannedRelease extends Day, OrderedOffers {
  documents: Documents
  history: History
  /** The packages of the client that the release hands out, the present one first. */
  packages: readonly FormerPackage[]
  /** The files of home, the page for people. */
  home: readonly HomeFile[]
  /** A digest of everything that the release is made from. */
  fingerprint: string
}

/** The number of lists of a release, without the changes, and of their addresses. */
export interface Reach {
  /** Combinations of filters with at least one offer, including the unfiltered list. */
  lists: number
  /** Addresses of pages. Lists with the same offers share their pages, but not the addresses. */
  pages: number
  /** Lists with more offers than a named key can page to. */
  beyond: number
}

/** All answers of a release but the snapshots, in the order in which they are rendered. */
export interface AnswerPlan {
  answers: readonly PlannedAnswer[]
  reach: Reach
}

/** A body on disk. Sizes are in bytes. */
export interface StoredBody {
  /** SHA-256 and size of the body for clients: uncompressed, except for snapshots. */
  digest: string
  size: number
  /** The size of the object on disk. */
  storedBytes: number
}

/** The long files of a release, on disk. */
export interface StoredLongFiles {
  /** The same for all versions of the API. */
  storedSnapshots: Readonly<Record<SnapshotContent, StoredBody>>
  /** The staged file with the compressed lines of `memory.gz`, without its header. */
  memoryLinesPath: string
}

/** A release with all bodies on disk. */
export interface RenderedRelease extends PlannedRelease, AnswerPlan, StoredLongFiles {
  /** The body of each answer. */
  bodies: ReadonlyMap<PlannedAnswer, StoredBody>
  /** The offers of each snapshot. */
  snapshots: Readonly<Record<SnapshotContent, readonly CatalogueOffer[]>>
}

/** `release.json` as the build writes it. Contains no clock time, so that equal input gives equal manifests. */
export interface BuiltManifest extends ReleaseManifest {
  history: History
  country: string
  time_zone: string
  /** The size of all objects on disk, in bytes. */
  stored_bytes: number
  reach: Reach
  snapshots: Record<KeyKind, FileFacts & { offers: number }>
  changes: ChangeReport
  /** The number of records of the source, and of the rejected ones. */
  source: Pick<Verdict, 'records' | 'rejected'>
  /** The number of offers that are kept as last known. */
  kept_offers: number
  broken_issuers: BrokenIssuer[]
}
