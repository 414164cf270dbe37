// Lists the objects of a folder.

import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { OBJECTS_FOLDER, objectPath } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { TargetEntry, TargetTable } from '../../contract/release/target-table.ts'
import { systemCode } from '../../lib/errors.ts'

/** The paths of objects that the table names but the folder lacks. */
export async function missingObjects(root: string, routes: Iterable<TargetEntry>): Promise<string[]> {
  const present = new Set(await listObjects(root))
  const missing = new Set<string>()
  for (const { digest, storage } of routes) {
    const path = objectPath(digest, storage)
    if (!present.has(path)) missing.add(path)
  }
  return [...missing]
}

/**
 * Whether a folder has every object that the table of a release names, with the bytes that its manifest counts in all.
 * It reads none of them.
 */
export function isWhole(
  root: string,
  { stored_bytes }: Pick<ReleaseManifest, 'stored_bytes'>,
  routes: TargetTable,
): boolean {
  const paths = new Set<string>()
  for (const { digest, storage } of routes.entries()) paths.add(objectPath(digest, storage))
  let bytes = 0
  for (const path of paths) {
    const facts = statSync(join(root, path), { throwIfNoEntry: false })
    if (!facts?.isFile()) return false
    bytes += facts.size
  }
  return stored_bytes === null || bytes === stored_bytes
}

/** The paths of all objects in the folder, relative to it. */
export async function listObjects(root: string): Promise<string[]> {
  const prefixes = (await names(join(root, OBJECTS_FOLDER))).map((prefix) => `${OBJECTS_FOLDER}/${prefix}`)
  const objects = prefixes.map(async (prefix) =>
    (await names(join(root, prefix))).map((name) => `${prefix}/${name}`),
  )
  return (await Promise.all(objects)).flat()
}

/** Empty if there is no such folder, or a file in its place. */
async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return []
    throw error
  }
}
