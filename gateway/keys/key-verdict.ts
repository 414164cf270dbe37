// Whether a key is good, and which keys end soon.

import { KEY_LIMITS, type KeyKind } from '../../contract/keys/kinds.ts'
import { recordOf } from '../../lib/record-of.ts'
import { DAY_MS } from '../../lib/time/clock.ts'
import type { KeyRecord, KeyStore } from './key-store.ts'
import type { KeyUse } from './key-uses.ts'

/** A key, as operators know it. */
export interface KeyHolder {
  readonly id: string
  readonly kind: KeyKind
}

/** The holder of a good key. */
export interface Caller extends KeyHolder {
  /** How many requests it may make in a rate window. */
  readonly requests: number
}

/** Why a request is refused for its key. Operators see it, clients do not. */
export const KEY_REFUSALS = ['missing', 'malformed', 'unknown', 'expired', 'revoked'] as const

export type KeyRefusal = (typeof KEY_REFUSALS)[number]

/** A key that is not good now. */
export class RefusedKey {
  readonly reason: KeyRefusal
  /** The counts of the key; undefined unless the store knows it. */
  readonly use: KeyUse | undefined
  /** The key; undefined unless the store knows it. */
  readonly holder: KeyHolder | undefined

  constructor(reason: KeyRefusal, known?: { use: KeyUse; holder: KeyHolder }) {
    this.reason = reason
    this.use = known?.use
    this.holder = known?.holder
  }
}

/** The holder of a key that is good now, or why the key is refused. */
export type KeyVerdict = (Caller & { readonly use: KeyUse }) | RefusedKey

/** How many requests a key may make in a rate window. */
export function requestsOf({ kind, requests }: KeyRecord): number {
  return requests ?? KEY_LIMITS[kind].requests
}

export const KEY_STATES = ['good', 'expired', 'revoked'] as const

export type KeyState = (typeof KEY_STATES)[number]

/** Whether a key would be accepted now, and if not, why. */
export function stateOf(record: KeyRecord, now: number): KeyState {
  if (record.revoked_at !== null) return 'revoked'
  return now >= endOf(record) ? 'expired' : 'good'
}

/** When a key expires, in milliseconds since the epoch. */
export function endOf({ expires_at }: KeyRecord): number {
  return expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at)
}

/** How long before the end of a key its operator is warned. */
export const ENDS_SOON_DAYS = 14

const ENDS_SOON_MS = ENDS_SOON_DAYS * DAY_MS

/** Whether a key is good now, and not in `ENDS_SOON_DAYS` days. */
function endsSoon(record: KeyRecord, now: number): boolean {
  return stateOf(record, now) === 'good' && endOf(record) <= now + ENDS_SOON_MS
}

/** The keys of a store, counted. */
export interface KeyCounts {
  readonly states: Readonly<Record<KeyState, number>>
  /** How many of the good ones end soon. */
  readonly endingSoon: number
}

/** Counts the keys of a store; rejects if it does not answer. `now` is in milliseconds since the epoch. */
export async function countKeys(store: KeyStore, now: number): Promise<KeyCounts> {
  const states = recordOf(KEY_STATES, () => 0)
  let endingSoon = 0
  for await (const record of store.list()) {
    states[stateOf(record, now)] += 1
    if (endsSoon(record, now)) endingSoon += 1
  }
  return { states, endingSoon }
}
