// Removes old releases, and the objects that only they need: from a folder, or, as a list of what may go, from a store.

import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { folderReader } from '../../contract/release/folder-reader.ts'
import {
  OBJECTS_FOLDER,
  objectPath,
  RELEASE_ID,
  RELEASES_FOLDER,
  releaseFolder,
} from '../../contract/release/layout.ts'
import { ReleaseWriter } from '../../contract/release/writer.ts'
import { OperatorError } from '../../lib/errors.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { currentManifest } from './find-release.ts'
import { chainOf, listReleases } from './list-releases.ts'
import { listObjects } from './objects.ts'
import type { StoredFile } from './stored-files.ts'

export interface PruneSettings {
  root: string
  /** How many releases stay: the current one, and those that it continues. */
  keep: number
  /** What was in use later than this may still be read by a running gateway. Milliseconds since the epoch. */
  graceBegan: number
}

export interface Pruned {
  kept: string[]
  removed: string[]
  objectsKept: number
  objectsRemoved: number
}

/**
 * Needs the lock of the folder: a build may be about to reuse what looks unused.
 * @throws {OperatorError} `bad-release` if a release that stays is damaged, for it can not say which objects it needs
 */
export async function pruneReleases({ root, keep, graceBegan }: PruneSettings): Promise<Pruned> {
  const wanted = await wantedReleases(root, keep)
  const kept: string[] = []
  const removed: string[] = []
  for (const id of await listReleases(root)) {
    // The folder is dated when its release stops being the current one.
    const stays = wanted.has(id) || (await usedSince(graceBegan, join(root, releaseFolder(id))))
    const group = stays ? kept : removed
    group.push(id)
  }
  const needed = await objectsOf(root, kept)
  // Releases first: if this breaks off in between, none is left that lacks objects.
  for (const id of removed) await rm(join(root, releaseFolder(id)), { recursive: true, force: true })
  // Clears what interrupted builds left.
  new ReleaseWriter(root).prepare()
  let objectsRemoved = 0
  for (const path of await listObjects(root)) {
    if (needed.has(path) || (await usedSince(graceBegan, join(root, path)))) continue
    await rm(join(root, path), { force: true })
    objectsRemoved += 1
  }
  return { kept, removed, objectsKept: needed.size, objectsRemoved }
}

export interface ListingSettings extends PruneSettings {
  /** All files below `objects/` and `releases/` of the store. */
  stored: readonly StoredFile[]
}

/**
 * The files of a store that no release needs which stays. Nothing is removed: `root` holds no more of the store than its
 * pointer, and manifests and tables of its releases.
 * @returns paths, those of releases first; a release is dated by its newest file
 * @throws {OperatorError} as `pruneReleases`
 */
export async function unneededFiles(settings: ListingSettings): Promise<string[]> {
  const { root, keep, graceBegan, stored } = settings
  const wanted = await wantedReleases(root, keep)
  const recent = new Set<string>()
  for (const { path, storedAt } of stored) {
    const id = releaseIn(path)
    if (id !== undefined && storedAt > graceBegan && !wanted.has(id)) recent.add(id)
  }
  const needed = await objectsOf(root, [...wanted])
  for (const id of recent) {
    // An upload that broke off may have left a part of a release. No gateway can have taken that.
    const objects = await objectsOf(root, [id]).catch(noneIfDamaged)
    for (const path of objects) needed.add(path)
  }
  const unneeded = stored.filter(({ path, storedAt }) => {
    if (storedAt > graceBegan) return false
    const id = releaseIn(path)
    if (id !== undefined) return !wanted.has(id) && !recent.has(id)
    return path.startsWith(`${OBJECTS_FOLDER}/`) && !needed.has(path)
  })
  const isOfRelease = ({ path }: StoredFile) => releaseIn(path) !== undefined
  const inOrder = [...unneeded.filter(isOfRelease), ...unneeded.filter((file) => !isOfRelease(file))]
  return inOrder.map(({ path }) => path)
}

/** The release to which a file belongs, by its path; undefined if it is of none. */
function releaseIn(path: string): string | undefined {
  const [folder, id = ''] = path.split('/')
  return folder === RELEASES_FOLDER && RELEASE_ID.test(id) ? id : undefined
}

function noneIfDamaged(error: unknown): Set<string> {
  if (error instanceof OperatorError && error.code === 'bad-release') return new Set()
  throw error
}

/** The current release, and those that it continues, as far as they are there. */
async function wantedReleases(root: string, keep: number): Promise<Set<string>> {
  const chain = await chainOf(root, await currentManifest(root), keep)
  return new Set(chain.map(({ id }) => id))
}

async function objectsOf(root: string, ids: readonly string[]): Promise<Set<string>> {
  const reader = folderReader(root)
  const paths = new Set<string>()
  for (const id of ids) {
    const routes = await reader.routes(await reader.manifestOf(id))
    for (const { digest, storage } of routes.entries()) paths.add(objectPath(digest, storage))
  }
  return paths
}

async function usedSince(moment: number, path: string): Promise<boolean> {
  return (await ifMissing(stat(path), { mtimeMs: Number.NEGATIVE_INFINITY })).mtimeMs > moment
}
