// Signatures of the releases in a folder.

import { join } from 'node:path'
import { folderReader } from '../../contract/release/folder-reader.ts'
import {
  MAX_MANIFEST_BYTES,
  MAX_SIGNATURE_BYTES,
  manifestPath,
  signaturePath,
} from '../../contract/release/layout.ts'
import { claimedTime, ReleaseTrust, signManifest } from '../../contract/release/signature.ts'
import type { ReleaseWriter } from '../../contract/release/writer.ts'
import { OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import type { SecretKey } from '../../lib/minisign/keys.ts'
import type { Clock } from '../../lib/time/clock.ts'

interface Signing {
  writer: ReleaseWriter
  clock: Clock
  /** Releases that gateways may have loaded: the new signature is later than theirs, whatever the clock says. */
  after: readonly string[]
}

/** Signs a release in the folder of the writer, or signs it again. */
export async function putSignature(
  id: string,
  key: SecretKey,
  { writer, clock, after }: Signing,
): Promise<void> {
  const manifest = await files.read(join(writer.root, manifestPath(id)), MAX_MANIFEST_BYTES)
  const nowSeconds = Math.floor(clock() / 1000)
  const earlier = await Promise.all([id, ...after].map((each) => signedAt(writer.root, each)))
  const seconds = Math.max(nowSeconds, ...earlier.map((at) => (at === undefined ? 0 : at + 1)))
  await writer.putSignature(id, signManifest(manifest, id, key, seconds))
}

/** The unverified time of the signature of a release, in seconds since the epoch; undefined if it is not signed. */
export async function signedAt(root: string, id: string): Promise<number | undefined> {
  const file = await ifMissing(files.read(join(root, signaturePath(id)), MAX_SIGNATURE_BYTES), undefined)
  return file && claimedTime(file)
}

/** Whether a release in a folder has a valid signature by this key. */
export async function isSignedBy(root: string, id: string, key: SecretKey, clock: Clock): Promise<boolean> {
  try {
    await folderReader(root, new ReleaseTrust([key], clock)).manifestById(id)
    return true
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'bad-signature') return false
    throw error
  }
}
