// Step: what is known of the days before: the release that stands in the output folder, and the memory that
// the new one continues, which may come from elsewhere.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError, systemCode } from '../../contract/lib/errors.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { memoryPath } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { LineStore } from '../catalogue/line-store.ts'
import { type Memory, NOTHING_KNOWN, readMemory } from '../memory/read-memory.ts'

export interface Recalled {
  /** The release that stands in the output folder, if any. */
  standing: ReleaseManifest | null
  memory: Memory
}

/**
 * @param out the output folder
 * @param previous another output folder, or a memory file alone; without it, the standing release continues
 * @throws {OperatorError} `no-release` where `previous` holds none, `bad-release` where one is damaged
 */
export async function recall(out: string, previous: string | undefined, lines: LineStore): Promise<Recalled> {
  const standing = await standingManifest(out)
  if (previous !== undefined) return { standing, memory: await recallFrom(previous, lines) }
  return { standing, memory: standing === null ? NOTHING_KNOWN : await memoryOf(out, standing, lines) }
}

async function recallFrom(previous: string, lines: LineStore): Promise<Memory> {
  if (!(await isFolder(previous))) return readMemory(previous, null, lines)
  const manifest = await standingManifest(previous)
  if (manifest === null)
    throw new OperatorError('no-release', `${previous}: no release was ever published there`)
  return memoryOf(previous, manifest, lines)
}

async function standingManifest(root: string): Promise<ReleaseManifest | null> {
  const reader = folderReader(root)
  const pointer = await reader.pointer()
  return pointer ? reader.manifest(pointer) : null
}

function memoryOf(root: string, manifest: ReleaseManifest, lines: LineStore): Promise<Memory> {
  return readMemory(join(root, memoryPath(manifest.id)), manifest.memory, lines)
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (cause) {
    if (systemCode(cause) !== 'ENOENT') throw cause
    throw new OperatorError('no-release', `${path}: there is no such folder or file`, { cause })
  }
}
