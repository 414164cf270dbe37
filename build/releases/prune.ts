// Removes old releases, and the objects that only they need.

import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { objectPath, releaseFolder } from '../../contract/release/layout.ts'
import { ReleaseWriter } from '../../contract/release/writer.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { currentManifest } from './find-release.ts'
import { chainOf, listReleases } from './list-releases.ts'
import { listObjects } from './objects.ts'

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
  const chain = await chainOf(root, await currentManifest(root), keep)
  const wanted = new Set(chain.map(({ id }) => id))
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
