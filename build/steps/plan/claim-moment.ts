// Step: checks that the moment of the release is free. Clients identify releases by their moments and ask for the
// changes since one, so a second release of the same moment is dated a millisecond later.

import { isReleaseOf } from '../../../contract/release/layout.ts'
import { OperatorError } from '../../../lib/errors.ts'
import type { PlannedRelease } from '../../day/release-draft.ts'
import type { Ending } from '../../day/step-list.ts'
import { listReleases } from '../../releases/list-releases.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'

/**
 * Ends the build as `taken` if another release has the moment: the continued one, or any in the folder, even if it was
 * rolled back.
 */
export async function claimMoment(
  output: OutputFolder,
  { date, previous, fingerprint }: Pick<PlannedRelease, 'date' | 'previous' | 'fingerprint'>,
): Promise<Ending> {
  const { header } = previous.memory
  if (header?.data_as_of === date.data_as_of && header.fingerprint !== fingerprint)
    return { outcome: 'taken' }
  const ofTheMoment = (await listReleases(output.path)).filter((id) => isReleaseOf(id, date.data_as_of))
  const others = await Promise.all(ofTheMoment.map((id) => fingerprintOf(output, id)))
  const isFree = others.every((each) => each === undefined || each === fingerprint)
  return isFree ? {} : { outcome: 'taken' }
}

/** Undefined for an incomplete release: an interrupted build left it, and no client has seen it. */
async function fingerprintOf({ reader }: OutputFolder, id: string): Promise<string | undefined> {
  try {
    return (await reader.manifestOf(id)).fingerprint
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'bad-release') return undefined
    throw error
  }
}
