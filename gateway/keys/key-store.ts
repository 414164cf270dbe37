// Where keys are kept. A store holds only digests: a key itself is shown once, when it is issued.

import type { KeyKind } from '../../contract/keys/kinds.ts'

/** A key as stored. Instants are ISO 8601 UTC with milliseconds. */
export interface KeyRecord {
  /** The public name of the key, `key_…`. */
  id: string
  kind: KeyKind
  /** The name of its holder, for people. */
  name: string
  /** Where its holder can be reached, such as a mailbox; null if that is not stated. */
  contact: string | null
  /** SHA-256 of the key, 64 hexadecimal characters. */
  digest: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  /** Who revoked it: a login name and a host, `ana@machine-7`; null if it is not revoked, or by an earlier version. */
  revoked_by: string | null
  /** How many requests it may make in a rate window; null stands for the number of its kind. */
  requests: number | null
}

/** Days, `YYYY-MM-DD` in UTC, by ids of keys. */
export type KeyDays = ReadonlyMap<string, string>

/** What is wrong with a store though it answers. */
export interface KeyStoreCondition {
  /** Whether it refuses changes, so that no key can be issued or revoked, e.g. a replica. */
  isReadOnly: boolean
  /** The faults of bad lines in a key file, each with its place. */
  badLines: readonly string[]
  /** How it may disclose what it holds, in a sentence. */
  risk: string | undefined
}

/** What a store reports without being asked. */
export interface KeyStoreEvents {
  /** A connection is lost, an attempt at a new one failed, or a file cannot be read. */
  onError?: ((error: unknown) => void) | undefined
  /** What is wrong with the store though it answers, in sentences; empty if nothing is. */
  onFaults?: ((faults: readonly string[]) => void) | undefined
  /** The server is another one than before, or was restarted. */
  onMoved?: (() => void) | undefined
}

/**
 * Implemented by a file and by Redis; one contract suite runs against both. Every method but `condition` and `close`
 * rejects with an `OperatorError` `key-store-unavailable` if the store can't answer: "unknown key" and "no answer" must
 * never be mixed up. Changes of a file may also reject with `locked`, and those of keys with `bad-keys` while it has bad
 * lines. An answer is never older than the call; `KeyCache` caches it.
 */
export interface KeyStore {
  /** The record of a digest, expired and revoked ones included; undefined if it was never issued. */
  find(digest: string): Promise<KeyRecord | undefined>
  /** Adds all keys or none. Rejects with `OperatorError` `bad-keys` if an id or digest is known. */
  add(records: readonly KeyRecord[]): Promise<void>
  /** All records, by `created_at`, then `id`. */
  list(): AsyncIterable<KeyRecord>
  /** Revokes a key; a second call changes nothing. Returns its record; undefined if the id is unknown. */
  revoke(id: string, revokedAt: string, revokedBy?: string | null): Promise<KeyRecord | undefined>
  /** Stores the day on which each key was used, unless it has a later one. */
  storeUses(days: KeyDays): Promise<void>
  /** The day on which each key was last used; keys without a known use are left out. */
  lastUses(ids: readonly string[]): Promise<KeyDays>
  /** What is wrong with the store though it answers. Never rejects. */
  condition(): Promise<KeyStoreCondition>
  close(): Promise<void>
}
