// The kinds of API keys, a row each. Everything that differs by kind (limits, snapshots, the form of a key, headers,
// metrics, log redaction, documentation) reads this table.

import { rowsByName } from '../../lib/record-of.ts'

/** A kind of key. */
export interface KeyKindRow {
  name: string
  /** Part of the key itself: `offers_<word>_…`. Lower-case letters. */
  word: string
  /** The largest page a request may ask for, in offers. */
  maxLimit: number
  /** The largest number of offers a request may skip. */
  maxOffset: number
  /** Requests in any `RATE_WINDOW_SECONDS`, for keys that have no other number. */
  requests: number
  /** Whether requests are counted by key or by client address. */
  countedBy: 'address' | 'key'
  /** The content of its snapshot. */
  snapshot: SnapshotContent
}

export const SNAPSHOT_CONTENTS = ['full', 'sample'] as const
export type SnapshotContent = (typeof SNAPSHOT_CONTENTS)[number]

const ROWS = [
  {
    name: 'demo',
    word: 'demo',
    maxLimit: 25,
    maxOffset: 100,
    requests: 30,
    countedBy: 'address',
    snapshot: 'sample',
  },
  {
    name: 'named',
    word: 'live',
    maxLimit: 100,
    maxOffset: 10_000,
    requests: 300,
    countedBy: 'key',
    snapshot: 'full',
  },
] as const satisfies readonly KeyKindRow[]

export type KeyKind = (typeof ROWS)[number]['name']

export const KEY_KINDS: readonly KeyKind[] = ROWS.map(({ name }) => name)

/** The row of each kind. */
export const KEY_LIMITS: Readonly<Record<KeyKind, KeyKindRow>> = rowsByName(ROWS)

/** The kind with the widest bounds. Pages beyond its bounds are not prebuilt. */
export const WIDEST_KIND: KeyKind = 'named'
export const WIDEST_LIMITS: KeyKindRow = KEY_LIMITS[WIDEST_KIND]

/** The words of all kinds as a regular expression: `demo|live`. */
export const KEY_WORDS: string = ROWS.map(({ word }) => word).join('|')

/** The seconds for which an admitted request counts. */
export const RATE_WINDOW_SECONDS = 60

/** How long a cache may treat a key as good, in milliseconds. So a revocation takes effect within this time. */
export const KEY_TRUST_MS = 60_000

/** The `limit` of a request without one; also the size of the small prebuilt pages. */
export const DEFAULT_LIMIT = 25

/** The size of the large prebuilt pages, from which every other window is cut. */
export const LARGE_PAGE_SIZE = 100

/** The offers in a sample snapshot. */
export const SAMPLE_SIZE = 100
