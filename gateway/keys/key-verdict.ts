// Whether a key is good, as the gateway sees it.

import type { KeyKind } from '../../contract/keys/kinds.ts'
import type { Subject } from '../limits/subject.ts'
import type { KeyRecord } from './key-store.ts'

/** What the gateway may know of a key in use, which is also what its requests are counted by. Safe in logs. */
export interface KnownKey extends Subject {
  readonly id: string
  readonly kind: KeyKind
  readonly name: string
}

/** A key that is good now. Malformed, unknown, expired and revoked ones are all the same: undefined. */
export type KeyVerdict = KnownKey | undefined

/** Why a request got no further than its key, for those who count it; clients are not told. `missing`: none was sent. */
export const KEY_REFUSALS = ['missing', 'malformed', 'unknown', 'expired', 'revoked'] as const

export type KeyRefusal = (typeof KEY_REFUSALS)[number]

/** Why the key of a record, or of none, is not good. */
export function refusalOf(record: KeyRecord | undefined): KeyRefusal {
  if (!record) return 'unknown'
  return record.revoked_at === null ? 'expired' : 'revoked'
}

/** What a record, or the lack of one, means at a moment; `now` in milliseconds since the epoch. */
export function verdictOf(record: KeyRecord | undefined, now: number): KeyVerdict {
  if (!record || record.revoked_at !== null || now >= endOf(record)) return undefined
  const { id, kind, name } = record
  return { id, kind, name, countedAs: id }
}

/** When a key ends by itself, in milliseconds since the epoch. */
export function endOf({ expires_at }: KeyRecord): number {
  return expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at)
}
