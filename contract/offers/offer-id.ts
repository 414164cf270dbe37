// The permanent id of an offer. Apart from `offer.ts`, whose types the script of the page uses: it is compiled without the
// types of Node, which SHA-256 needs.

import { sha256 } from '../../lib/digest.ts'
import { base32 } from '../../lib/text/base32.ts'

/** `off_` + the first 16 characters of base32(SHA-256(issuer slug, line feed, ref)). */
export function mintOfferId(issuerSlug: string, ref: string): string {
  const digest = Buffer.from(sha256(`${issuerSlug}\n${ref}`), 'hex')
  // 16 characters hold 80 bits: the first 10 bytes.
  return `off_${base32(digest.subarray(0, 10))}`
}
