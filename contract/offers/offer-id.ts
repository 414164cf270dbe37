// The name an offer keeps for ever.

import { base32 } from '../lib/base32.ts'
import { sha256 } from '../lib/digest.ts'

/** `off_` + the first 16 characters of base32(SHA-256(issuer slug, line feed, ref)). */
export function mintOfferId(issuerSlug: string, ref: string): string {
  const digest = Buffer.from(sha256(`${issuerSlug}\n${ref}`), 'hex')
  // 16 characters hold 80 bits: the first 10 bytes.
  return `off_${base32(digest.subarray(0, 10))}`
}
