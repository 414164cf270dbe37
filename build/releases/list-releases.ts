// Finds releases in an output folder: the current one, one by its id, all of them, and those that one continues.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isListed, OFFER_STATUSES } from '../../contract/offers/offer.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { RELEASE_ID, RELEASES_FOLDER } from '../../contract/release/layout.ts'
import type { Pointer, ReleaseManifest } from '../../contract/release/manifest.ts'
import type { ReleaseTrust } from '../../contract/release/signature.ts'
import { OperatorError } from '../../lib/errors.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { compareText } from '../../lib/lists.ts'

/**
 * Reads the pointer.
 * @returns undefined if no release is current
 * @throws {OperatorError} `bad-release` if it is damaged, with the command that writes it again
 */
export async function readPointer(root: string): Promise<Pointer | undefined> {
  try {
    return await folderReader(root).pointer()
  } catch (cause) {
    if (!(cause instanceof OperatorError) || cause.code !== 'bad-release') throw cause
    const way = `\`rollback --to RELEASE\` writes it again, for a RELEASE of ${join(root, RELEASES_FOLDER)}`
    throw new OperatorError(cause.code, `${cause.message}; ${way}`, { cause })
  }
}

/** The pointer; undefined if it is missing or damaged. */
export async function usablePointer(root: string): Promise<Pointer | undefined> {
  try {
    return await readPointer(root)
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'bad-release') return undefined
    throw error
  }
}

/** The ids of all releases in a folder, oldest data first: an id begins with its moment. */
export async function listReleases(root: string): Promise<string[]> {
  const names = await ifMissing(readdir(join(root, RELEASES_FOLDER)), [])
  return names.filter((name) => RELEASE_ID.test(name)).sort()
}

/** A release of a folder, for its operator. */
export interface DescribedRelease {
  release: string
  /** Whether the pointer names it. */
  current: boolean
  /** Its manifest; null if it cannot be read. */
  manifest: ReleaseManifest | null
  /** The reason why its manifest cannot be read; null if it can. */
  damage: string | null
}

/**
 * All releases, newest data first, also damaged ones, and the one that the pointer names even if it is missing.
 * @throws {OperatorError} `no-release` if there is none, `bad-release` if the pointer is damaged
 */
export async function describeReleases(root: string): Promise<DescribedRelease[]> {
  const reader = folderReader(root)
  const pointer = await readPointer(root)
  const ids = await listReleases(root)
  if (ids.length === 0 && !pointer) {
    throw new OperatorError('no-release', `${root}: no release was published there`)
  }
  const described: DescribedRelease[] = []
  for (const id of new Set([...(pointer ? [pointer.release] : []), ...ids])) {
    // The pointer has a digest of its manifest, which is checked as well.
    const read = () => (id === pointer?.release ? reader.manifestAt(pointer) : reader.manifestById(id))
    described.push({ release: id, current: id === pointer?.release, ...(await readManifest(read)) })
  }
  return described.sort((a, b) => compareText(b.release, a.release))
}

async function readManifest(
  read: () => Promise<ReleaseManifest>,
): Promise<Pick<DescribedRelease, 'manifest' | 'damage'>> {
  try {
    return { manifest: await read(), damage: null }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return { manifest: null, damage: error.message }
  }
}

/** The number of offers of a release that its lists have: scheduled and active ones. */
export function countListedOffers({ counts }: ReleaseManifest): number {
  return OFFER_STATUSES.filter(isListed).reduce((sum, status) => sum + (counts.offers[status] ?? 0), 0)
}

/** A release and those that it continues, newest first: at most `max`, and only those in the folder. */
export async function chainOf(
  root: string,
  newest: ReleaseManifest,
  max: number,
): Promise<ReleaseManifest[]> {
  const chain = [newest]
  // Each release once, because a chain with a loop would never end.
  const remaining = new Set(await listReleases(root))
  remaining.delete(newest.id)
  let id = newest.previous
  while (id !== null && remaining.has(id) && chain.length < max) {
    remaining.delete(id)
    const manifest = await folderReader(root).manifestById(id)
    chain.push(manifest)
    id = manifest.previous
  }
  return chain
}

/** @throws {OperatorError} `no-release` if no release is current, `bad-release` if the pointer is damaged */
export async function currentPointer(root: string): Promise<Pointer> {
  const pointer = await readPointer(root)
  if (pointer) return pointer
  throw new OperatorError(
    'no-release',
    `${root}: no release is current; \`releases\` lists the existing ones`,
  )
}

/**
 * The manifest of the current release.
 * @param trust the keys, one of which must have signed it; without them, signatures are not checked
 * @throws {OperatorError} `no-release` if no release is current, `bad-release` if it is missing or damaged,
 *   `bad-signature` if no trusted key signed it
 */
export async function currentManifest(root: string, trust?: ReleaseTrust): Promise<ReleaseManifest> {
  return folderReader(root, trust).manifestAt(await currentPointer(root))
}

/**
 * The manifest of a release in the folder.
 * @param option the option that names the release, e.g. `--release`, for messages
 * @throws {OperatorError} `usage` if it is not an id, `no-release` if there is no such release, `bad-release` if it is
 *   damaged, `bad-signature` if no trusted key signed it
 */
export async function namedManifest(
  root: string,
  id: string,
  { option, trust }: { option: string; trust?: ReleaseTrust | undefined },
): Promise<ReleaseManifest> {
  if (!RELEASE_ID.test(id)) {
    throw new OperatorError('usage', `${option}: not a release id: ${id}; \`releases\` lists them`)
  }
  if (!(await listReleases(root)).includes(id)) {
    throw new OperatorError('no-release', `${root}: there is no release ${id}; \`releases\` lists them`)
  }
  return folderReader(root, trust).manifestById(id)
}
