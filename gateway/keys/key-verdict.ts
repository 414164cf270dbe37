// Whether a key is good, as the gateway sees it.

import type { KeyKind } from '../../contract/key-kinds.ts'
import { type Subject, subjectOfKey } from '../limits/subject.ts'
import type { KeyRecord } from './key-store.ts'

/** What the gateway may know of a key in use. All of it is safe in logs. */
export interface KnownKey {
  readonly id: string
  readonly kind: KeyKind
  readonly name: string
  /** What its requests are counted by. */
  readonly subject: Subject
}

/** A key that is good now. Malformed, unknown, expired and revoked ones are all the same: undefined. */
export type KeyVerdict = KnownKey | undefined

/** What a record, or the lack of one, means at a moment; `now` in milliseconds since the epoch. */
export function verdictOf(record: KeyRecord | undefined, now: number): KeyVerdict {
  if (!record || record.revoked_at !== null || now >= endOf(record)) return undefined
  const { id, kind, name } = record
  return { id, kind, name, subject: subjectOfKey(id) }
}

/** When a key ends by itself, in milliseconds since the epoch. */
export function endOf({ expires_at }: KeyRecord): number {
  return expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at)
}
