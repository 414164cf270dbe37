// The look of an API key: `offers_<demo|live>_<32 characters><7 characters of checksum>`.
//
// The prefix lets secret scanners spot a leak; the checksum refuses typos and foreign tokens before any
// look-up. The checksum is no secret and no proof: only the digest in the key store says that a key is good.

import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base32 } from '../lib/base32.ts'
import { sha256 } from '../lib/digest.ts'
import type { KeyKind } from './kinds.ts'

const WORD_BY_KIND: Readonly<Record<KeyKind, string>> = { demo: 'demo', named: 'live' }
const RANDOM_BYTES = 20
const SHAPE = /^offers_(demo|live)_([a-z2-7]{32})([a-z2-7]{7})$/

/**
 * The demo key that a new key store starts with: public, published for everyone to evaluate the API with.
 * It is a key like any other and can be revoked.
 */
export const PUBLISHED_DEMO_KEY = formatKey('demo', 'tryoffersnowtryoffersnowtryoffer')

function checksum(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return base32(bytes)
}

function formatKey(kind: KeyKind, random: string): string {
  const text = `offers_${WORD_BY_KIND[kind]}_${random}`
  return text + checksum(text)
}

/** A new key with 160 random bits. It is shown once; only `keyDigest` of it is ever stored. */
export function createKey(kind: KeyKind): string {
  return formatKey(kind, base32(randomBytes(RANDOM_BYTES)))
}

/** The kind that a well-formed key claims to be, or undefined for anything else, a typo included. */
export function keyKindOf(key: string): KeyKind | undefined {
  const match = SHAPE.exec(key)
  if (!match) return undefined
  if (checksum(key.slice(0, -7)) !== match[3]) return undefined
  return match[1] === 'demo' ? 'demo' : 'named'
}

/** What a key store knows a key by: SHA-256, in hexadecimal. */
export function keyDigest(key: string): string {
  return sha256(key)
}

/** The public name of a key, safe in logs and lists: it tells nothing about the key itself. */
export function keyIdOf(digest: string): string {
  return `key_${base32(Buffer.from(digest, 'hex').subarray(0, 10))}`
}
