// The objects of a folder, as a whole.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { OBJECTS_FOLDER, objectPath } from '../../contract/release/layout.ts'
import type { TargetEntry } from '../../contract/release/target-table.ts'
import { systemCode } from '../../lib/errors.ts'

/** Paths of objects that routes lead to and that are not in the folder. */
export async function missingObjects(root: string, routes: Iterable<TargetEntry>): Promise<string[]> {
  const present = new Set(await listObjects(root))
  const missing = new Set<string>()
  for (const { digest, storage } of routes) {
    const path = objectPath(digest, storage)
    if (!present.has(path)) missing.add(path)
  }
  return [...missing]
}

/** Paths of all objects in the folder, relative to it. */
export async function listObjects(root: string): Promise<string[]> {
  const prefixes = (await names(join(root, OBJECTS_FOLDER))).map((prefix) => `${OBJECTS_FOLDER}/${prefix}`)
  const objects = prefixes.map(async (prefix) =>
    (await names(join(root, prefix))).map((name) => `${prefix}/${name}`),
  )
  return (await Promise.all(objects)).flat()
}

/** None if there is no such folder, or a file that does not belong there. */
async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return []
    throw error
  }
}
