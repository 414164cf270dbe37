// A body on its way to disk: hashed, compressed, stored under its digest.

import type { ReleaseWriter } from '../../contract/release/writer.ts'
import { gzip } from '../../lib/compression.ts'
import { sha256 } from '../../lib/digest.ts'
import type { StoredBody } from '../day/release-draft.ts'

export function storeBody(body: Uint8Array, writer: ReleaseWriter): StoredBody {
  const digest = sha256(body)
  const stored = gzip(body)
  writer.putObject(digest, 'gzip', stored)
  return { digest, size: body.length, storedBytes: stored.length }
}
