// Makes an earlier release the current one again.

import { join } from 'node:path'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { manifestPath } from '../../contract/release/layout.ts'
import { ReleaseTrust } from '../../contract/release/signature.ts'
import { ReleaseWriter } from '../../contract/release/writer.ts'
import { sha256 } from '../../lib/digest.ts'
import { OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import type { PublicKey, SecretKey } from '../../lib/minisign/keys.ts'
import type { Progress } from '../../lib/progress/progress.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { verifyRelease } from '../verify/verify-release.ts'
import { currentManifest, currentPointer, isWithdrawn, requireReleaseId } from './find-release.ts'
import { listReleases } from './list-releases.ts'
import { missingObjects } from './objects.ts'
import { putSignature, signedAt } from './signing.ts'

export interface RollbackSettings {
  root: string
  /** The release to go back to, or `none`; without it, the one that the current release continues. */
  to: string | undefined
  /** Signs that release anew, so that gateways take it though it is older. */
  sign: SecretKey | undefined
  /** Who else may have signed it before. */
  trusted: readonly PublicKey[]
  /** Where the verification of that release tells how far it is; null leaves it at looking whether it is all there. */
  verifying: Progress | null
  clock: Clock
}

/** What to go back to where the very first release is the wrong one. */
export const NO_RELEASE = 'none'

/**
 * The release that a rollback leaves; null if none is current, from where only a named one leads back.
 * @throws {OperatorError} `no-release` if there is none to leave nor to go back to
 */
export async function releaseToLeave(root: string, to: RollbackSettings['to']): Promise<string | null> {
  const isNamed = to !== undefined && to !== NO_RELEASE
  return isNamed && (await isWithdrawn(root)) ? null : (await currentPointer(root)).release
}

/**
 * Needs the lock of the folder. With a named release it helps if the current one is damaged or withdrawn, too.
 * @returns the release that is current now; null if there is none
 * @throws {OperatorError} `no-release` if there is none to go back to, `bad-release` if it is not whole, `not-verified`
 *   if it is not right, `bad-signature` if it must be signed anew and is not by anybody who is trusted, or nobody signs it
 */
export async function rollBackRelease(settings: RollbackSettings): Promise<string | null> {
  const { root, to, sign, trusted, clock } = settings
  const leaving = await releaseToLeave(root, to)
  if (to === NO_RELEASE) {
    if (leaving !== null) await new ReleaseWriter(root).withdraw(leaving, clock())
    return null
  }
  const id = to ?? (await releaseBefore(root))
  requireReleaseId(id, '--to')
  // SECURITY: else whoever can write into the folder, or the store that it was copied from, gets signed what he likes.
  const trust = sign && new ReleaseTrust([sign, ...trusted], clock)
  if (!sign) await expectUnsigned(root, leaving ?? id)
  const reader = folderReader(root, trust)
  const manifest = await reader.manifestOf(id)
  const routes = await reader.routes(manifest)
  const missing = await missingObjects(root, routes.entries())
  if (missing.length > 0) {
    throw new OperatorError('bad-release', `${id}: ${missing.length} objects are missing, e.g. ${missing[0]}`)
  }
  if (settings.verifying) await verifyRelease(root, manifest, settings.verifying)
  if (id === leaving && !sign) return id
  const writer = new ReleaseWriter(root)
  writer.prepare()
  // Of releases that were withdrawn gateways may hold any.
  const after = leaving === null ? await listReleases(root) : [leaving]
  if (sign) await putSignature(id, sign, { writer, clock, after })
  const pointer = { release: id, manifest: sha256(await files.read(join(root, manifestPath(id)))) }
  await writer.publish(pointer, leaving, clock())
  return id
}

/** A signed release is followed by none that was signed before it, so a gateway that asks for signatures would stay. */
async function expectUnsigned(root: string, release: string): Promise<void> {
  if ((await signedAt(root, release)) === undefined) return
  throw new OperatorError(
    'bad-signature',
    `${release} is signed: gateways follow it only with a later signature; roll back with --sign`,
  )
}

async function releaseBefore(root: string): Promise<string> {
  const { id, previous } = await currentManifest(root)
  if (previous === null)
    throw new OperatorError(
      'no-release',
      `${id} is the first release: there is none before. To publish anew, as if it had never been: --to ${NO_RELEASE}`,
    )
  return previous
}
