// Holds a whole release against itself: every object against its digest, every answer against the offers. Only
// reads, so it may run while a gateway serves and while a build is at work.

import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { snapshotTarget } from '../../contract/api/request-target.ts'
import { PATHS } from '../../contract/api/resources.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { memoryPath } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import { countByStatus } from '../catalogue/catalogue-offer.ts'
import { LineStore } from '../catalogue/line-store.ts'
import { readState } from '../previous-state/read-state.ts'
import type { Progress } from '../progress/progress.ts'
import { checkDetails } from './check-details.ts'
import { checkIssuers } from './check-issuers.ts'
import { checkLists } from './check-lists.ts'
import { checkOrder, checkSample, type PublishedOffer, readSnapshot } from './check-snapshots.ts'
import { Findings } from './findings.ts'
import { hashObjects } from './hash-objects.ts'
import { createReadBody, type ReadBody } from './read-body.ts'
import type { Verification } from './verification.ts'

/**
 * @throws {OperatorError} `not-verified` with all findings; `bad-release` where the table or the memory is so damaged that
 *   there is nothing to hold anything against
 */
export async function verifyRelease(
  root: string,
  manifest: ReleaseManifest,
  progress: Progress,
): Promise<void> {
  const routes = await folderReader(root).routes(manifest)
  const lines = new LineStore()
  const memory = await readState(join(root, memoryPath(manifest.id)), manifest.memory, lines)
  const findings = new Findings()
  const verification = { manifest, routes, findings }
  const readBody = createReadBody(root, findings)

  const objects = hashObjects(verification, readBody, progress)
  const bodyAt = createBodyAt(verification, readBody)
  const listed = checkSnapshots(bodyAt, verification)
  checkLists(listed, verification)
  checkDetails(memory, lines, listed, verification)
  const issuers = checkIssuers(bodyAt(PATHS.issuers), listed, findings)
  bodyAt(PATHS.openapi)
  const offers = countByStatus(memory.offers.values())
  const counts = { offers, issuers, routes: routes.count, objects }
  findings.expect(isDeepStrictEqual(manifest.counts, counts), 'release.json counts something else')
  findings.enforce(manifest.id)
}

/** The body under a target that must be there. */
type BodyAt = (target: string) => Buffer | undefined

function createBodyAt({ routes, findings }: Verification, readBody: ReadBody): BodyAt {
  return (target) => {
    const entry = routes.find(target)
    if (entry) return readBody(entry)
    findings.add(`${target} leads nowhere`)
    return undefined
  }
}

/** @returns the offers of the full snapshot */
function checkSnapshots(bodyAt: BodyAt, { manifest, findings }: Verification): PublishedOffer[] {
  const offers = readSnapshot(bodyAt(snapshotTarget('named')), manifest, findings)
  const sampled = readSnapshot(bodyAt(snapshotTarget('demo')), manifest, findings)
  checkOrder(offers, findings)
  checkSample(sampled, offers, findings)
  return offers
}
