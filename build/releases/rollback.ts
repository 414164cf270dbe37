// Makes an earlier release current again.

import { join } from 'node:path'
import { manifestPath } from '../../contract/release/layout.ts'
import { ReleaseTrust } from '../../contract/release/signature.ts'
import type { ShowProgress } from '../../lib/command-line/progress.ts'
import { sha256 } from '../../lib/digest.ts'
import { OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import type { PublicKey, SecretKey } from '../../lib/minisign/keys.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { verifyRelease } from '../verify/verify-release.ts'
import {
  currentManifest,
  currentPointer,
  listReleases,
  namedManifest,
  usablePointer,
} from './list-releases.ts'
import { faultOfObjects } from './objects.ts'
import type { OutputFolder } from './output-folder.ts'
import { putSignature, signedAt } from './signing.ts'

interface RollbackSettings {
  output: OutputFolder
  /** The release to return to; undefined for the one that the current release continues. */
  to: string | undefined
  /** The key that signs that release again, so that gateways accept an older one; undefined signs nothing. */
  sign: SecretKey | undefined
  /** Further keys that may have signed that release. */
  trusted: readonly PublicKey[]
  /** Whether to check only that all objects exist and have the total size that the manifest states. */
  unverified: boolean
  clock: Clock
  progress: ShowProgress
}

/**
 * The release that a rollback leaves: the current one. Null if there is none or the pointer is damaged, but `to` names
 * the release to return to.
 * @throws {OperatorError} `no-release` if there is no release to leave or to return to, `bad-release` if the pointer is
 *   damaged and no release is named
 */
export async function releaseToLeave(root: string, to: RollbackSettings['to']): Promise<string | null> {
  const mayBeNone = to !== undefined && (await listReleases(root)).length > 0
  const pointer = mayBeNone ? await usablePointer(root) : await currentPointer(root)
  return pointer?.release ?? null
}

/**
 * Verifies an earlier release, signs it again if there is a key, and makes it current. The caller must hold the lock of the
 * folder. A named release works even if the current one, or the pointer, is damaged or missing.
 * @returns the release that is now current
 * @throws {OperatorError} `usage` if `to` is no id, `no-release` if there is none to return to, `bad-release` if objects are
 *   missing or cut off, `not-verified` if the release is inconsistent, `bad-signature` if it must be signed again and no
 *   trusted key signed it, or `sign` is missing
 */
export async function rollBackRelease(settings: RollbackSettings): Promise<string> {
  const { output, to, sign, trusted, unverified, clock, progress } = settings
  const { path: root, reader, writer } = output
  const leaving = await releaseToLeave(root, to)
  const id = to ?? (await releaseBefore(root))
  // Without a pointer, gateways may have loaded any release of the folder.
  const mayBeLoaded = leaving === null ? await listReleases(root) : [leaving]
  // SECURITY: a release is signed again only if a trusted key has signed it. Otherwise anyone who can write to the folder,
  // or to the store it was copied from, gets their files signed.
  const trust = sign && new ReleaseTrust([sign, ...trusted], clock)
  if (!sign) await expectUnsigned(root, mayBeLoaded)
  const manifest = await namedManifest(root, id, { option: '--to', trust })
  if (unverified) {
    const fault = faultOfObjects(root, manifest, await reader.table(manifest))
    if (fault) throw new OperatorError('bad-release', `${id}: ${fault}`)
  } else {
    await verifyRelease(root, manifest, progress)
  }
  // It is current already, and gets no new signature.
  if (id === leaving && !sign) return id
  writer.prepare()
  if (sign) await putSignature(id, sign, { writer, clock, after: mayBeLoaded })
  const pointer = { release: id, manifest: sha256(await files.read(join(root, manifestPath(id)))) }
  await writer.publish(pointer, leaving, clock())
  return id
}

/**
 * Gateways with `--trust` never go back to an earlier signature, so they would keep their release.
 * @throws {OperatorError} `bad-signature` if one of the releases is signed
 */
async function expectUnsigned(root: string, releases: readonly string[]): Promise<void> {
  for (const release of releases) {
    if ((await signedAt(root, release)) === undefined) continue
    throw new OperatorError(
      'bad-signature',
      `${release} is signed, and gateways accept only a later signature; roll back with --sign`,
    )
  }
}

async function releaseBefore(root: string): Promise<string> {
  const { id, previous } = await currentManifest(root)
  if (previous === null)
    throw new OperatorError(
      'no-release',
      `${id} is the first release, so there is no previous one. To start over as if it had never been, remove latest.json`,
    )
  return previous
}
