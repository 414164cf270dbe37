// Checks that a release is whole: its table, its memory and all objects have their digests, and the manifest their numbers.
// Whether the answers are right, tests of the build show. It only reads, so it can run during a build and while gateways
// serve.

import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { routeOf, splitTarget } from '../../contract/api/request-target.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { memoryPath } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { TargetTable } from '../../contract/release/target-table.ts'
import { noProgress, type ShowProgress } from '../../lib/command-line/progress.ts'
import { countByStatus } from '../day/catalogue-offer.ts'
import { LineStore } from '../day/line-store.ts'
import { readMemory } from '../day/memory.ts'
import { Findings } from './findings.ts'
import { hashObjects } from './objects.ts'

/**
 * @throws {NotVerified} with the findings
 * @throws {OperatorError} `bad-release` if the table or memory.gz is missing or damaged
 */
export async function verifyRelease(
  root: string,
  manifest: ReleaseManifest,
  progress: ShowProgress = noProgress,
): Promise<void> {
  const shown = progress('Checking objects', manifest.counts.objects)
  await checkRelease(root, manifest, shown.add).finally(shown.end)
}

async function checkRelease(root: string, manifest: ReleaseManifest, onHashed: () => void): Promise<void> {
  const table = await folderReader(root).table(manifest)
  const memory = await readMemory(join(root, memoryPath(manifest.id)), manifest.memory, new LineStore())
  const findings = new Findings()
  const objects = hashObjects(root, table, { findings, onHashed })
  const strays = countStrays(table)
  findings.expect(strays === 0, `${strays} routes belong to nothing`)
  const offers = countByStatus(memory.offers.values())
  const counts = { ...manifest.counts, offers, routes: table.count, objects }
  findings.expect(isDeepStrictEqual(manifest.counts, counts), 'release.json has other counts')
  findings.enforce(manifest.id)
}

/** The number of targets that a gateway never answers, because no version of the API has their route. */
function countStrays(table: TargetTable): number {
  let strays = 0
  for (const { target } of table) if (!routeOf(splitTarget(target).path)) strays += 1
  return strays
}
