// The packages of the client that releases had: a lock file names one by its address, so a release hands out those of
// earlier releases as well.

import { type ClientPackage, packageTarget } from '../../contract/api/home.ts'
import { sha256 } from '../../lib/digest.ts'

/** The most packages that a release has. */
export const MAX_PACKAGES = 50

/** A package, as the memory lists it. */
export interface PackageEntry {
  version: string
  /** SHA-256 of the file. */
  digest: string
  /** In bytes. */
  size: number
  /** The last day on which it was the one that pages name, `YYYY-MM-DD`. */
  last: string
}

/** A package of an earlier release. */
export interface FormerPackage extends ClientPackage {
  entry: PackageEntry
}

/** The packages of a release: that of the day, then the earlier ones, those that were replaced last first. */
export function packagesOf(
  present: ClientPackage,
  former: readonly FormerPackage[],
  day: string,
): FormerPackage[] {
  const { version, body } = present
  const entry = { version, digest: sha256(body), size: body.length, last: day }
  const target = packageTarget(present)
  const others = former.filter((each) => packageTarget(each) !== target)
  return [{ ...present, entry }, ...others].slice(0, MAX_PACKAGES)
}
