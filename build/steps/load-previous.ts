// Step: what is known of the days before: the release that stands in the output folder, and the memory that
// the new one continues, which may come from elsewhere.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError, systemCode } from '../../contract/lib/errors.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { memoryPath } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { LineStore } from '../catalogue/line-store.ts'
import { type Memory, NO_PREVIOUS_STATE, readState } from '../previous-state/read-state.ts'

export interface Previous {
  /** The release that stands in the output folder, if any. */
  standing: ReleaseManifest | null
  memory: Memory
}

/**
 * @param out the output folder
 * @param previous another output folder, or a memory file alone; without it, the standing release continues
 * @throws {OperatorError} `no-release` where `previous` holds none, `bad-release` where one is damaged
 */
export async function recall(out: string, previous: string | undefined, lines: LineStore): Promise<Previous> {
  const standing = await currentManifest(out)
  if (previous !== undefined) return { standing, memory: await recallFrom(previous, lines) }
  return { standing, memory: standing === null ? NO_PREVIOUS_STATE : await memoryOf(out, standing, lines) }
}

async function recallFrom(previous: string, lines: LineStore): Promise<Memory> {
  if (!(await isFolder(previous))) return readState(previous, null, lines)
  const manifest = await currentManifest(previous)
  if (manifest === null)
    throw new OperatorError('no-release', `${previous}: no release was ever published there`)
  return memoryOf(previous, manifest, lines)
}

async function currentManifest(root: string): Promise<ReleaseManifest | null> {
  const reader = folderReader(root)
  const pointer = await reader.pointer()
  return pointer ? reader.manifest(pointer) : null
}

function memoryOf(root: string, manifest: ReleaseManifest, lines: LineStore): Promise<Memory> {
  return readState(join(root, memoryPath(manifest.id)), manifest.memory, lines)
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (cause) {
    if (systemCode(cause) !== 'ENOENT') throw cause
    throw new OperatorError('no-release', `${path}: there is no such folder or file`, { cause })
  }
}
