// A folder that is prepared once in a process, for all its suites, and copied for each test.

import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * @param prepare fills a folder, at the first copy
 * @returns a function that copies what is in that folder into another one, and returns the path of that one. Folders
 *   without files are left out: a release has up to 256, which a build makes again
 */
export function keptFolder(prepare: (root: string) => Promise<void>): (root: string) => Promise<string> {
  let kept: Promise<string> | undefined
  return async (root) => {
    kept ??= prepareFolder(prepare)
    cpSync(await kept, root, { recursive: true, filter: isFilled })
    return root
  }
}

async function prepareFolder(prepare: (root: string) => Promise<void>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kept-folder-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  await prepare(folder)
  return folder
}

const isFilled = (path: string) => !statSync(path).isDirectory() || readdirSync(path).length > 0
