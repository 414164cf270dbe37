// Where keys are kept. A store knows keys by digest alone: a key itself is shown once, when it is issued.

import type { KeyKind } from '../../contract/keys/kinds.ts'

/** A key as stored. Instants are ISO 8601 UTC with milliseconds. */
export interface KeyRecord {
  /** The public name of the key, `key_…`. */
  id: string
  kind: KeyKind
  /** Who it was issued to, for people. */
  name: string
  /** SHA-256 of the key, 64 hexadecimal characters. */
  digest: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
}

/** What a store saw a moment ago, for callers who can live with that and have no time to wait. */
export interface RecentRecords {
  /** How old an answer may be, in milliseconds. */
  readonly ageMs: number
  /** The record of a digest, at once. Undefined tells nothing: `find` has to be asked. */
  find(digest: string): KeyRecord | undefined
  /** The same number for as long as no record has changed. Undefined tells nothing. */
  version(): number | undefined
}

/**
 * Implemented by a file and by Redis; one contract suite runs against both. Every method rejects with a
 * `OperatorError` `key-store-unavailable` where the store can not answer: "unknown" and "can't tell" must never be
 * mixed up. The answers are never older than the caller allows: caching is the business of `KeyCache`.
 */
export interface KeyStore {
  /** Left out where no answer is ever at hand. */
  readonly recent?: RecentRecords
  /** The record of a digest, expired and revoked ones included; undefined where it was never issued. */
  find(digest: string): Promise<KeyRecord | undefined>
  /** Adds keys, all or none. Rejects with `OperatorError` `bad-keys` where an id or digest is known already. */
  add(records: readonly KeyRecord[]): Promise<void>
  /** All records, by `created_at`, then `id`. */
  list(): AsyncIterable<KeyRecord>
  /** Marks a key as revoked; the first time stands. Returns its record, undefined where the id is unknown. */
  revoke(id: string, revokedAt: string): Promise<KeyRecord | undefined>
  close(): Promise<void>
}
