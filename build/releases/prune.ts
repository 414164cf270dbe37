// Removes what no release needs: old releases with the objects that only they need, from a folder or as a list for a store,
// and the leftovers of builds that failed.

import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { folderReader } from '../../contract/release/folder-reader.ts'
import {
  manifestPath,
  OBJECTS_FOLDER,
  RELEASE_ID,
  RELEASES_FOLDER,
  releaseFolder,
} from '../../contract/release/layout.ts'
import { ReleaseWriter } from '../../contract/release/writer.ts'
import { OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { chainOf, currentManifest, listReleases } from './list-releases.ts'
import { listObjects, objectPathsIn } from './objects.ts'
import type { OutputFolder } from './output-folder.ts'

interface PruneSettings {
  root: string
  /** The number of releases that stay: the current one, and those that it continues. */
  keep: number
  /** A running gateway may still read files that were in use later than this. Milliseconds since the epoch. */
  graceBegan: number
}

interface Pruned {
  /** The ids of the releases that stay, and of the removed ones. */
  kept: string[]
  removed: string[]
  /** The number of objects that the kept releases need. Others may stay as well, see `graceBegan`. */
  objectsKept: number
  objectsRemoved: number
}

/**
 * Removes old releases, and the objects that no remaining release needs. The caller must hold the lock of the folder,
 * because a build may be about to reuse unused files.
 * @throws {OperatorError} `no-release` if no release is current, `bad-release` if a release that stays is damaged, because
 *   its objects are unknown
 */
export async function pruneReleases({ root, keep, graceBegan }: PruneSettings): Promise<Pruned> {
  const wanted = await wantedReleases(root, keep)
  const kept: string[] = []
  const removed: string[] = []
  for (const id of await listReleases(root)) {
    // `publish` of the writer dates the folder when its release stops being the current one.
    const stays = wanted.has(id) || (await usedAfter(graceBegan, join(root, releaseFolder(id))))
    const group = stays ? kept : removed
    group.push(id)
  }
  const needed = await objectsOf(root, kept)
  // Releases first: after an interruption no release lacks objects.
  for (const id of removed) await rm(join(root, releaseFolder(id)), { recursive: true, force: true })
  // Removes the unfinished files of interrupted builds.
  new ReleaseWriter(root).prepare()
  let objectsRemoved = 0
  for (const path of await listObjects(root)) {
    if (needed.has(path) || (await usedAfter(graceBegan, join(root, path)))) continue
    await rm(join(root, path), { force: true })
    objectsRemoved += 1
  }
  return { kept, removed, objectsKept: needed.size, objectsRemoved }
}

/**
 * Removes the objects of a build that failed: those that no release names and that were written since it began. The
 * caller must hold the lock of the folder.
 * @param began the time on the disk's clock, in milliseconds since the epoch
 * @throws {OperatorError} `bad-release` if a release is damaged, because its objects are unknown; removes nothing then
 */
async function removeUnnamedObjects(root: string, began: number): Promise<void> {
  const named = await objectsOf(root, await listReleases(root))
  for (const path of await listObjects(root)) {
    // An object may have been written in the millisecond in which the build began. A folder in its place goes as well.
    if (named.has(path) || !(await usedAfter(began - 1, join(root, path)))) continue
    await rm(join(root, path), { force: true, recursive: true })
  }
  // Removes the unfinished files.
  new ReleaseWriter(root).prepare()
}

/**
 * The files of a store that no remaining release needs. Removes nothing: `root` only has the pointer, the manifests
 * and the tables of the store.
 * @param old the paths of all files below `objects/` and `releases/` of the store that are older than the grace period;
 *   a release is as old as its manifest
 * @returns paths, those of releases first
 * @throws {OperatorError} like `pruneReleases`
 */
export async function unneededFiles(
  { root, keep }: Pick<PruneSettings, 'root' | 'keep'>,
  old: readonly string[],
): Promise<string[]> {
  const wanted = await wantedReleases(root, keep)
  const needed = await objectsOf(root, [...wanted])
  const oldPaths = new Set(old)
  for (const id of await listReleases(root)) {
    if (wanted.has(id) || oldPaths.has(manifestPath(id))) continue
    // This release is newer than the grace period, so it stays: a gateway may still read it. But a failed upload may have
    // left a part of a release, which no gateway can have loaded. Then no objects are known, and its old files go.
    const objects = await objectsOf(root, [id]).catch(noneIfDamaged)
    if (objects.size > 0) wanted.add(id)
    for (const path of objects) needed.add(path)
  }
  const ofReleases = old.filter((path) => {
    const id = releaseIn(path)
    return id !== undefined && !wanted.has(id)
  })
  return [...ofReleases, ...old.filter((path) => path.startsWith(`${OBJECTS_FOLDER}/`) && !needed.has(path))]
}

/** What `prune --grace 0` would free, in bytes of the disk. */
export interface Room {
  keep: number
  bytes: number
}

/** How much room older releases take, by the number of releases that would stay; none if nothing would be freed. */
export async function roomOfReleases(root: string): Promise<Room[]> {
  const ids = await listReleases(root)
  const [objects, releases] = [await sizesOf(root, await listObjects(root)), new Map<string, number>()]
  for (const id of ids) {
    const files = await readdir(join(root, releaseFolder(id)))
    const sizes = await sizesOf(
      root,
      files.map((file) => join(releaseFolder(id), file)),
    )
    releases.set(id, sumOf(sizes.values()))
  }
  const all = sumOf(objects.values()) + sumOf(releases.values())
  const rooms: Room[] = []
  for (let keep = ids.length - 1; keep >= 1; keep--) {
    const wanted = [...(await wantedReleases(root, keep))]
    const kept = Array.from(await objectsOf(root, wanted), (path) => objects.get(path) ?? 0)
    const bytes = all - sumOf(kept) - sumOf(wanted.map((id) => releases.get(id) ?? 0))
    if (bytes > (rooms.at(-1)?.bytes ?? 0)) rooms.push({ keep, bytes })
  }
  return rooms
}

async function sizesOf(root: string, paths: readonly string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for (const path of paths) sizes.set(path, (await stat(join(root, path))).blocks * BLOCK_BYTES)
  return sizes
}

/** The unit of `blocks`, whatever the file system. */
const BLOCK_BYTES = 512

function sumOf(numbers: Iterable<number>): number {
  let sum = 0
  for (const number of numbers) sum += number
  return sum
}

/** The release that a file belongs to, by its path; undefined if there is none. */
function releaseIn(path: string): string | undefined {
  const [folder, id = ''] = path.split('/')
  return folder === RELEASES_FOLDER && RELEASE_ID.test(id) ? id : undefined
}

function noneIfDamaged(error: unknown): Set<string> {
  if (error instanceof OperatorError && error.code === 'bad-release') return new Set()
  throw error
}

/** The current release and those that it continues, if they exist. */
async function wantedReleases(root: string, keep: number): Promise<Set<string>> {
  const chain = await chainOf(root, await currentManifest(root), keep)
  return new Set(chain.map(({ id }) => id))
}

async function objectsOf(root: string, ids: readonly string[]): Promise<Set<string>> {
  const reader = folderReader(root)
  const paths = new Set<string>()
  for (const id of ids) {
    for (const path of objectPathsIn(await reader.table(await reader.manifestById(id)))) paths.add(path)
  }
  return paths
}

/** Whether a file or folder exists and was written after a moment, in milliseconds since the epoch. */
async function usedAfter(moment: number, path: string): Promise<boolean> {
  return (await ifMissing(stat(path), { mtimeMs: Number.NEGATIVE_INFINITY })).mtimeMs > moment
}

// A build that fails or is killed leaves objects that no release names. While a build writes, a mark file holds the time
// when it began. A build that fails removes these objects before it ends; after one that was killed, the next build finds
// the mark and removes them.

/** More than the digits of any time. */
const MAX_MARK_BYTES = 100

/** @param began the time on the disk's clock, in milliseconds since the epoch */
export async function markBegan({ beganPath }: OutputFolder, began: number): Promise<void> {
  await mkdir(dirname(beganPath), { recursive: true })
  await writeFile(beganPath, String(began))
}

export async function unmarkBegan({ beganPath }: OutputFolder): Promise<void> {
  await rm(beganPath, { force: true })
}

/**
 * Removes the objects that a failed build left, and the release that it wrote, unless that is the current one. The caller
 * must hold the lock of the folder. Never throws: if it fails, the mark stays.
 */
export async function removeLeftovers(output: OutputFolder, written?: string): Promise<void> {
  try {
    const pointer = written === undefined ? undefined : await output.reader.pointer()
    // Its folder would go on naming objects that no published release needs.
    if (written !== undefined && pointer?.release !== written) output.writer.removeRelease(written)
    const began = await ifMissing(files.read(output.beganPath, MAX_MARK_BYTES), undefined)
    if (began === undefined) return
    await removeUnnamedObjects(output.path, Number(began.toString()))
    await unmarkBegan(output)
  } catch {
    // The failure of the build is reported, not that of a folder that cannot be read.
  }
}
