// Step: reads the packages of the client that the continued release hands out. One that cannot be had is left out, and never
// stops a build.

import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { objectPath } from '../../../contract/release/layout.ts'
import { sha256 } from '../../../lib/digest.ts'
import { files } from '../../../lib/files/file-access.ts'
import type { FormerPackage, PackageEntry } from '../../day/client-packages.ts'
import type { PreviousPlaces } from './load-previous.ts'

export interface FormerPackages {
  packages: readonly FormerPackage[]
  /** Those that cannot be had. */
  lost: readonly PackageEntry[]
}

/** @param places where the objects of the continued release may be */
export async function readPackages(
  entries: readonly PackageEntry[],
  places: PreviousPlaces | undefined,
): Promise<FormerPackages> {
  const roots = [places?.previous, places?.out].filter((root) => root !== undefined)
  const packages: FormerPackage[] = []
  const lost: PackageEntry[] = []
  for (const entry of entries) {
    const body = await bodyOf(entry, roots)
    if (body) packages.push({ version: entry.version, body, entry })
    else lost.push(entry)
  }
  return { packages, lost }
}

/** The first whole one. */
async function bodyOf({ digest, size }: PackageEntry, roots: readonly string[]): Promise<Buffer | undefined> {
  for (const root of roots) {
    try {
      const stored = await files.read(join(root, objectPath(digest, 'gzip')))
      const body = gunzipSync(stored, { maxOutputLength: Math.max(size, 1) })
      if (body.length === size && sha256(body) === digest) return body
    } catch {
      // Missing, cut off or damaged there.
    }
  }
  return undefined
}

/** A line of the summary. */
export function describeLostPackage({ version, digest, last }: PackageEntry): string {
  return `The package of client ${version} (${digest.slice(0, 12)}, until ${last}) cannot be read, and is no longer published: lock files that name it fail`
}
