// Step: is the moment of the release its own? Clients tell releases by their moments, and ask for the changes since one.
// If two releases had one moment, nobody could say what changed since: the second is dated a millisecond later.

import { folderReader } from '../../../contract/release/folder-reader.ts'
import { isReleaseOf } from '../../../contract/release/layout.ts'
import { OperatorError } from '../../../lib/errors.ts'
import type { ReleaseDate } from '../../day/release-date.ts'
import { listReleases } from '../../releases/chain.ts'
import type { Previous } from '../read/load-previous.ts'

/**
 * Whether no other release has the moment: neither the one that is continued, nor one in the folder, even if it was
 * rolled back.
 * @param digest the fingerprint of the release in the making
 */
export async function claimMoment(
  out: string,
  digest: string,
  { date, previous }: { date: ReleaseDate; previous: Previous },
): Promise<boolean> {
  const { header } = previous.memory
  if (header?.data_as_of === date.data_as_of && header.fingerprint !== digest) return false
  const ofTheMoment = (await listReleases(out)).filter((id) => isReleaseOf(id, date.data_as_of))
  const prints = await Promise.all(ofTheMoment.map((id) => fingerprintOf(out, id)))
  return prints.every((each) => each === undefined || each === digest)
}

/** Undefined of what is no whole release: an interrupted build left it, and no client ever saw it. */
async function fingerprintOf(out: string, id: string): Promise<string | undefined> {
  try {
    return (await folderReader(out).manifestOf(id)).fingerprint
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'bad-release') return undefined
    throw error
  }
}
