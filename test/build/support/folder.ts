// Whole folders as values, to be compared byte for byte.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The SHA-256 of every file below a folder, by its path in it. */
export function folderDigests(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return Object.fromEntries(
    paths.map((path) => [
      relative(root, path),
      createHash('sha256').update(readFileSync(path)).digest('hex'),
    ]),
  )
}
