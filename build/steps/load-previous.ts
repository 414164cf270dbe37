// Step: what is known of the days before: the current release of the output folder, and the state that the new one
// continues, which may come from elsewhere.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../contract/lib/errors.ts'
import { files } from '../../contract/lib/files/file-access.ts'
import { ifMissing } from '../../contract/lib/files/if-missing.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { memoryPath } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { ReleaseTrust } from '../../contract/release/signature.ts'
import type { LineStore } from '../catalogue/line-store.ts'
import { NO_PREVIOUS_STATE, type PreviousState, readState } from '../previous-state/read-state.ts'
import { currentManifest } from '../release/current-release.ts'

export interface Previous {
  /** The current release of the output folder, if any. */
  current: ReleaseManifest | null
  state: PreviousState
}

export interface PreviousPlaces {
  /** The output folder. */
  out: string
  /** Another output folder, or a memory file alone; without it, the current release of `out` is continued. */
  previous: string | undefined
  /** Who must have signed what is continued; without it, nobody. */
  trust: ReleaseTrust | undefined
}

/**
 * @param places undefined if nothing is to be continued
 * @throws {OperatorError} `no-release` if `previous` holds none, `bad-release` if one is damaged, `bad-signature` if
 *   nobody who is trusted signed it
 */
export async function loadPrevious(places: PreviousPlaces | undefined, lines: LineStore): Promise<Previous> {
  if (places === undefined) return { current: null, state: NO_PREVIOUS_STATE }
  const { out, previous, trust } = places
  const isFirst = !(await folderReader(out).pointer())
  if (previous !== undefined) {
    const current = isFirst ? null : await currentManifest(out)
    return { current, state: await stateAt(previous, trust, lines) }
  }
  const current = isFirst ? null : await currentManifest(out, trust)
  return { current, state: current ? await stateOf(out, current, lines) : NO_PREVIOUS_STATE }
}

async function stateAt(
  path: string,
  trust: ReleaseTrust | undefined,
  lines: LineStore,
): Promise<PreviousState> {
  const facts = await ifMissing(
    files.call(path, () => stat(path)),
    null,
  )
  if (!facts) throw new OperatorError('no-release', `${path}: there is no such folder or file`)
  if (facts.isDirectory()) return stateOf(path, await currentManifest(path, trust), lines)
  if (!trust) return readState(path, null, lines)
  // SECURITY: a memory file has no signature of its own, and what it says would be signed with the next release.
  throw new OperatorError(
    'bad-signature',
    `${path}: a memory file alone is not signed; give the folder with its latest.json and releases/ as --previous`,
  )
}

function stateOf(root: string, manifest: ReleaseManifest, lines: LineStore): Promise<PreviousState> {
  return readState(join(root, memoryPath(manifest.id)), manifest.memory, lines)
}
