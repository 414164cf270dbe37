// The digest of a file, computed without the code of the programs.

import { createHash } from 'node:crypto'

/** The value of `Repr-Digest` for these bytes (RFC 9530, section 3). */
export function reprDigestOf(bytes: Buffer): string {
  return `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`
}
