// New key records, and records to text and back.

import { createKey, keyDigest, keyIdOf, PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import { KEY_KINDS, type KeyKind } from '../../contract/keys/kinds.ts'
import { messageOf } from '../../lib/errors.ts'
import { asCount, asNullable, asRecord, asString, jsonLine } from '../../lib/json/json.ts'
import { compareText } from '../../lib/lists.ts'
import { DIGEST, INSTANT } from '../../lib/text/patterns.ts'
import type { KeyRecord } from './key-store.ts'

const KEY_ID = /^key_[a-z2-7]{16}$/

/** The name of a key, or the address of its holder: 1 to 200 characters that fit on one line of a list or a log. */
export const KEY_NAME = /^[^\p{Cc}\u2028\u2029]{1,200}$/u

/** The most requests in 60 s that a new key may be allowed, more than a gateway answers: each admitted one takes memory. */
export const MAX_NEW_REQUESTS = 100_000

/** The most that a record may allow, as keys of version 0.3 do. */
export const MAX_REQUESTS = 9_999_999

/** The operator's decisions about a new key. `expires_at` is ISO 8601 UTC with milliseconds. */
export type KeyRequest = Pick<KeyRecord, 'kind' | 'name' | 'contact' | 'expires_at' | 'requests'>

/** A key and its record. `now` is in milliseconds since the epoch. */
export function newKey(request: KeyRequest, now: number): { key: string; record: KeyRecord } {
  const key = createKey(request.kind)
  return { key, record: recordFor(key, request, now) }
}

/** The record of the demo key that a new store starts with. */
export function demoKeyRecord(now: number): KeyRecord {
  const request: KeyRequest = {
    kind: 'demo',
    name: 'Published demo key',
    contact: null,
    expires_at: null,
    requests: null,
  }
  return recordFor(PUBLISHED_DEMO_KEY, request, now)
}

function recordFor(key: string, request: KeyRequest, now: number): KeyRecord {
  const { kind, name, contact, expires_at, requests } = request
  const digest = keyDigest(key)
  const created_at = new Date(now).toISOString()
  return {
    id: keyIdOf(digest),
    kind,
    name,
    contact,
    digest,
    created_at,
    expires_at,
    revoked_at: null,
    revoked_by: null,
    requests,
  }
}

/**
 * A record as one line of JSON without its line end, members in fixed order. `requests` is a member only if the key has a
 * number other than that of its kind, `revoked_by` and `contact` only if they are known. Earlier versions ignore the members
 * that they do not know, and a change by one of them loses these.
 */
export function keyRecordLine(record: KeyRecord): string {
  const { id, kind, name, digest, created_at, expires_at, revoked_at, revoked_by, requests, contact } = record
  const by = revoked_by === null ? {} : { revoked_by }
  const ownRequests = requests === null ? {} : { requests }
  const reached = contact === null ? {} : { contact }
  const known = { ...by, ...ownRequests, ...reached }
  return jsonLine({ id, kind, name, digest, created_at, expires_at, revoked_at, ...known })
}

/** @throws {TypeError} with the place, what was expected and what was found */
export function parseKeyRecord(value: unknown, where: string): KeyRecord {
  try {
    return checkedRecord(value)
  } catch (cause) {
    // Added only here, so that good records cost no text.
    throw new TypeError(`${where}: ${messageOf(cause)}`, { cause })
  }
}

function checkedRecord(value: unknown): KeyRecord {
  const record = asRecord(value, 'key')
  const {
    id,
    kind,
    name,
    digest,
    created_at,
    expires_at,
    revoked_at,
    requests = null,
    revoked_by = null,
    contact = null,
  } = record
  return {
    id: asString(id, 'id', KEY_ID),
    kind: asKind(kind, 'kind'),
    name: asString(name, 'name', KEY_NAME),
    contact: asNullable(contact, 'contact', (address, where) => asString(address, where, KEY_NAME)),
    digest: asString(digest, 'digest', DIGEST),
    created_at: asInstant(created_at, 'created_at'),
    expires_at: asNullable(expires_at, 'expires_at', asInstant),
    revoked_at: asNullable(revoked_at, 'revoked_at', asInstant),
    revoked_by: asNullable(revoked_by, 'revoked_by', (by, where) => asString(by, where, KEY_NAME)),
    requests: asNullable(requests, 'requests', asRequests),
  }
}

function asKind(value: unknown, where: string): KeyKind {
  const kind = KEY_KINDS.find((known) => known === value)
  if (!kind) throw new TypeError(`${where}: expected one of ${KEY_KINDS.join(', ')}`)
  return kind
}

function asInstant(value: unknown, where: string): string {
  const text = asString(value, where, INSTANT)
  // SECURITY: an instant that is not a number would always compare as "not yet expired".
  if (Number.isNaN(Date.parse(text))) throw new TypeError(`${where}: expected an instant, found ${text}`)
  return text
}

function asRequests(value: unknown, where: string): number {
  const requests = asCount(value, where)
  if (requests < 1 || requests > MAX_REQUESTS) {
    throw new TypeError(`${where}: expected a number from 1 to ${MAX_REQUESTS}, found ${requests}`)
  }
  return requests
}

/** The order of every list of keys: by `created_at`, then `id`. */
export function byCreation(a: KeyRecord, b: KeyRecord): number {
  return compareText(a.created_at, b.created_at) || compareText(a.id, b.id)
}
