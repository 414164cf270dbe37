// The look of an API key: `offers_<word>_<32 characters><7 characters of checksum>`.
//
// Secret scanners spot a leak by the prefix; the checksum refuses typos and foreign tokens without a look-up. The
// checksum is no proof: a key is good only if the key store has its digest.

import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sha256 } from '../../lib/digest.ts'
import { base32 } from '../../lib/text/base32.ts'
import { KEY_KINDS, KEY_LIMITS, KEY_WORDS, type KeyKind } from './kinds.ts'

// In base32, 20 bytes are 32 characters, and the 4 bytes of the checksum 7.
const RANDOM_BYTES = 20
const CHECKSUM_CHARACTERS = 7
const SHAPE = new RegExp(`^offers_(${KEY_WORDS})_[a-z2-7]{32}([a-z2-7]{${CHECKSUM_CHARACTERS}})$`)

/** The beginning of every key. SECURITY: logs redact words that begin with it, and request ids may not contain it. */
export const KEY_PREFIX_PATTERN = `offers_(?:${KEY_WORDS})_`

const KEY_IN_TEXT = new RegExp(`(${KEY_PREFIX_PATTERN})[a-z2-7]+`, 'gi')

/** SECURITY: a text of a client, or of a log, in which each key, in any letter case, is cut to `offers_live_…`. */
export function withoutKeys(text: string): string {
  return text.replace(KEY_IN_TEXT, '$1…')
}

/**
 * The public demo key that a new key store starts with, so that anyone can evaluate the API. It is a key like any
 * other and can be revoked.
 */
export const PUBLISHED_DEMO_KEY = formatKey('demo', 'tryoffersnowtryoffersnowtryoffer')

function checksum(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return base32(bytes)
}

function formatKey(kind: KeyKind, random: string): string {
  const text = `offers_${KEY_LIMITS[kind].word}_${random}`
  return text + checksum(text)
}

/** A new key with 160 random bits. It is shown once; only `keyDigest` of it is ever stored. */
export function createKey(kind: KeyKind): string {
  return formatKey(kind, base32(randomBytes(RANDOM_BYTES)))
}

/** The kind that a well-formed key claims; undefined for anything else, typos included. */
export function keyKindOf(key: string): KeyKind | undefined {
  const [, word, sum] = SHAPE.exec(key) ?? []
  if (word === undefined || checksum(key.slice(0, -CHECKSUM_CHARACTERS)) !== sum) return undefined
  return KEY_KINDS.find((kind) => KEY_LIMITS[kind].word === word)
}

/** The form of a key in a key store: SHA-256 in hexadecimal. */
export const keyDigest: (key: string) => string = sha256

/** The public name of a key, from 80 bits of its digest. Safe in logs and lists: the key cannot be derived from it. */
export function keyIdOf(digest: string): string {
  return `key_${base32(Buffer.from(digest, 'hex').subarray(0, 10))}`
}
