// Step: reads the manifest of the current release of the output folder, and the memory that the new release continues, which
// may come from elsewhere.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { memoryPath } from '../../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../../contract/release/manifest.ts'
import type { ReleaseTrust } from '../../../contract/release/signature.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { files } from '../../../lib/files/file-access.ts'
import { ifMissing } from '../../../lib/files/file-errors.ts'
import type { LineStore } from '../../day/line-store.ts'
import { type Memory, NO_MEMORY, type Previous, readMemory } from '../../day/memory.ts'
import { currentManifest, readPointer } from '../../releases/list-releases.ts'

/** Where the release is that a new one continues, and what is required of it. */
export interface PreviousPlaces {
  /** The output folder; undefined for a check with a memory file. */
  out: string | undefined
  /** Another output folder, or a memory file; undefined continues the current release of `out`. */
  previous: string | undefined
  /** Keys, one of which must have signed the continued release; undefined checks no signature. */
  trust: ReleaseTrust | undefined
  /** Whether a release to continue is required. */
  mustContinue: boolean
}

/**
 * @param places undefined for a first release
 * @param lines gets the rendered offers of the memory
 * @throws {OperatorError} `no-release` if `previous` has no release or a required one is missing, `bad-release` if a
 *   release is damaged, `bad-signature` if no trusted key signed it
 */
export async function loadPrevious(places: PreviousPlaces | undefined, lines: LineStore): Promise<Previous> {
  if (places === undefined) return { current: null, memory: NO_MEMORY }
  const { out, previous, trust, mustContinue } = places
  const isFirst = out === undefined || !(await readPointer(out))
  if (previous !== undefined) {
    const current = isFirst ? null : await currentManifest(out)
    return { current, memory: await memoryAt(previous, trust, lines) }
  }
  if (!isFirst) {
    const current = await currentManifest(out, trust)
    return { current, memory: await memoryOf(out, current, lines) }
  }
  if (mustContinue) {
    throw new OperatorError(
      'no-release',
      `${out}: no release is current, so there is nothing to continue; ` +
        'restore the folder, or use its backup as --previous; to start over, run once without --must-continue (the daily job: FIRST=1)',
    )
  }
  return { current: null, memory: NO_MEMORY }
}

async function memoryAt(path: string, trust: ReleaseTrust | undefined, lines: LineStore): Promise<Memory> {
  const facts = await ifMissing(
    files.call(path, () => stat(path)),
    null,
  )
  if (!facts) throw new OperatorError('no-release', `${path}: there is no such folder or file`)
  if (facts.isDirectory()) return memoryOf(path, await currentManifest(path, trust), lines)
  if (!trust) return readMemory(path, null, lines)
  // SECURITY: a memory file is not signed, but its content would be signed with the next release.
  throw new OperatorError(
    'bad-signature',
    `${path}: a memory file alone is not signed; use the folder with latest.json and releases/ as --previous`,
  )
}

function memoryOf(root: string, manifest: ReleaseManifest, lines: LineStore): Promise<Memory> {
  return readMemory(join(root, memoryPath(manifest.id)), manifest.memory, lines)
}
