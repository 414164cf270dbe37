// The objects of a folder, as a whole.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../../contract/lib/errors.ts'
import { OBJECTS_FOLDER, objectPath } from '../../contract/release/layout.ts'
import type { RouteEntry } from '../../contract/release/route-table.ts'

/** Paths of objects that routes lead to and that are not in the folder. */
export async function missingObjects(root: string, routes: Iterable<RouteEntry>): Promise<string[]> {
  const present = new Set(await listObjects(root))
  const needed = new Set(Array.from(routes, ({ digest, storage }) => objectPath(digest, storage)))
  return [...needed].filter((path) => !present.has(path))
}

/** Paths of all objects in the folder, relative to it. */
export async function listObjects(root: string): Promise<string[]> {
  const objects: string[] = []
  for (const prefix of await names(join(root, OBJECTS_FOLDER))) {
    for (const name of await names(join(root, OBJECTS_FOLDER, prefix))) {
      objects.push(`${OBJECTS_FOLDER}/${prefix}/${name}`)
    }
  }
  return objects
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return []
    throw error
  }
}
