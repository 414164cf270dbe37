// What each kind of key may do. Gateway, API description and pages for people all read it here.

export const KEY_KINDS = ['demo', 'named'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

export interface KeyLimits {
  /** The largest page a request may ask for, in offers. */
  maxLimit: number
  /** The largest number of offers a request may skip. */
  maxOffset: number
  /** Requests in one rate window. */
  requests: number
  /** What the requests are counted by. */
  countedBy: 'address' | 'key'
  /** What the snapshot holds. */
  snapshot: 'sample' | 'full'
}

export const KEY_LIMITS: Readonly<Record<KeyKind, Readonly<KeyLimits>>> = {
  demo: { maxLimit: 25, maxOffset: 100, requests: 30, countedBy: 'address', snapshot: 'sample' },
  named: { maxLimit: 100, maxOffset: 10_000, requests: 300, countedBy: 'key', snapshot: 'full' },
}

/** The length of a rate window, in seconds. */
export const RATE_WINDOW_SECONDS = 60

/** How long any cache may believe that a key is good, in milliseconds: the promise made for revocation. */
export const KEY_TRUST_MS = 60_000

/** `limit` where a request names none; also the size of the small prebuilt pages. */
export const DEFAULT_LIMIT = 25

/** The size of the large prebuilt pages, from which every other window is cut. */
export const LARGEST_LIMIT = 100

/** The offers in a demo key's snapshot. */
export const SAMPLE_SIZE = 100
