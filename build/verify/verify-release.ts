// Checks a whole release for consistency: every object by its digest, every answer by the offers. Only reads, so it may
// run while a gateway serves and while a build is at work.

import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { memoryPath } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import { countByStatus } from '../catalogue/catalogue-offer.ts'
import { LineStore } from '../catalogue/line-store.ts'
import { readState } from '../previous-state/read-state.ts'
import type { Progress } from '../progress/progress.ts'
import { checkChanges } from './check-changes.ts'
import { checkDetails } from './check-details.ts'
import { checkDocuments } from './check-documents.ts'
import { checkHome } from './check-home.ts'
import { checkLists } from './check-lists.ts'
import { checkSnapshots } from './check-snapshots.ts'
import { Findings } from './findings.ts'
import { hashObjects } from './hash-objects.ts'
import { createReadBody } from './read-body.ts'
import type { Verification } from './verification.ts'

/**
 * @throws {OperatorError} `not-verified` with all findings; `bad-release` if the table or memory.gz is so damaged that
 *   there is nothing to compare with
 */
export async function verifyRelease(
  root: string,
  manifest: ReleaseManifest,
  progress: Progress,
): Promise<void> {
  const routes = await folderReader(root).routes(manifest)
  const lines = new LineStore()
  const state = await readState(join(root, memoryPath(manifest.id)), manifest.memory, lines)
  const findings = new Findings()
  const readBody = createReadBody(root, findings)
  const bodyAt = (target: string) => {
    const entry = routes.find(target)
    if (entry) return readBody(entry)
    findings.add(`${target}: not in the route table`)
    return undefined
  }
  const verification: Verification = { manifest, routes, findings, bodyAt }

  const objects = hashObjects(verification, readBody, progress)
  const listed = checkSnapshots(verification)
  checkLists(listed, verification)
  checkChanges(state, lines, verification)
  checkDetails(state, lines, listed, verification)
  checkDocuments(listed, verification)
  checkHome(verification)
  const offers = countByStatus(state.offers.values())
  const { issuers } = manifest.counts
  const counts = { offers, issuers, routes: routes.count, objects }
  findings.expect(isDeepStrictEqual(manifest.counts, counts), 'release.json has other counts')
  findings.enforce(manifest.id)
}
