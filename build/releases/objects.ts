// The objects of a folder: lists them, and compares them with a release.

import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { OBJECTS_FOLDER, objectPath } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { TargetTable } from '../../contract/release/target-table.ts'
import { systemCode } from '../../lib/errors.ts'

/**
 * Compares the objects of a folder with the table of a release, and their total size with the one in its manifest.
 * Reads none of them.
 * @returns the fault, e.g. `2 objects are missing, e.g. objects/ab/cd….gz`; undefined if there is none
 */
export function faultOfObjects(
  root: string,
  { stored_bytes }: Pick<ReleaseManifest, 'stored_bytes'>,
  table: TargetTable,
): string | undefined {
  const missing: string[] = []
  let bytes = 0
  for (const path of objectPathsIn(table)) {
    const facts = statSync(join(root, path), { throwIfNoEntry: false })
    if (facts?.isFile()) bytes += facts.size
    else missing.push(path)
  }
  if (missing.length > 0) return `${missing.length} objects are missing, e.g. ${missing[0]}`
  if (bytes === stored_bytes) return undefined
  return `the objects have ${bytes} bytes, not ${stored_bytes}`
}

/** The paths of the objects that a table names. */
export function objectPathsIn(table: TargetTable): Set<string> {
  const paths = new Set<string>()
  for (const { digest, storage } of table.entries()) paths.add(objectPath(digest, storage))
  return paths
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
