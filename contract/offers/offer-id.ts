// The permanent id of an offer. Apart from `offer.ts`, whose types the script of the page uses: it is compiled without the
// types of Node, which SHA-256 needs.

import { sha256 } from '../../lib/digest.ts'
import { base32 } from '../../lib/text/base32.ts'

/** `off_` + the first 16 characters of base32(SHA-256(issuer slug, line feed, ref)). */
export function mintOfferId(issuerSlug: string, ref: string): string {
  return idFrom(`${issuerSlug}\n${ref}`)
}

/**
 * The id of an offer whose ref named another offer before: it is made from the name as well, so that the same night, built
 * again after a rollback, gives the same id.
 * @param name title and merchant, in plain letters
 * @param attempt from 1; a later one gives another id, if the first belongs to an offer already
 */
export function mintSeparateId(issuerSlug: string, ref: string, name: string, attempt: number): string {
  // No slug begins with a bracket, so no other id is made from this text.
  return idFrom(JSON.stringify(attempt === 1 ? [issuerSlug, ref, name] : [issuerSlug, ref, name, attempt]))
}

function idFrom(text: string): string {
  // 16 characters hold 80 bits: the first 10 bytes.
  return `off_${base32(Buffer.from(sha256(text), 'hex').subarray(0, 10))}`
}
