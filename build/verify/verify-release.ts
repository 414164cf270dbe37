// Checks a whole release for consistency: every object by its digest, every answer by the offers. It only reads, so it
// can run during a build and while gateways serve.

import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { routeOf, splitTarget, targetsIn } from '../../contract/api/request-target.ts'
import { editionIn } from '../../contract/api/responses.ts'
import { VERSIONS, type Version } from '../../contract/api/versions.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { memoryPath } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import { noProgress, type ShowProgress } from '../../lib/command-line/progress.ts'
import { countByStatus } from '../day/catalogue-offer.ts'
import { LineStore } from '../day/line-store.ts'
import { readMemory } from '../day/memory.ts'
import { checkDocuments, checkHome } from './check-documents.ts'
import { checkChanges, checkDetails, checkHistory, checkLists } from './check-lists.ts'
import { checkSnapshots } from './check-snapshots.ts'
import { createReadBody, hashObjects } from './objects.ts'
import { Findings, type Verification } from './verification.ts'

/**
 * @throws {OperatorError} `not-verified` with the findings; `bad-release` if the table or memory.gz is too damaged to
 *   compare
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
  const lines = new LineStore()
  const memory = await readMemory(join(root, memoryPath(manifest.id)), manifest.memory, lines)
  const findings = new Findings()
  const readBody = createReadBody(root, findings)
  const bodyAt = (target: string) => {
    const entry = table.find(target)
    if (entry) return readBody(entry)
    findings.add(`${target}: not in the target table`)
    return undefined
  }
  const release = { manifest, table, findings, bodyAt }

  const objects = hashObjects(table, readBody, onHashed)
  for (const version of versionsHeld(release)) {
    const targets = targetsIn(version)
    const verification: Verification = { targets, edition: editionIn(version, manifest), ...release }
    const listed = checkSnapshots(verification)
    checkLists(listed, verification)
    checkChanges(memory, lines, verification)
    checkDetails(memory, lines, listed, verification)
    checkDocuments(listed, verification)
  }
  checkHistory(memory, release)
  checkHome(release)
  const offers = countByStatus(memory.offers.values())
  const { issuers } = manifest.counts
  const counts = { offers, issuers, routes: table.count, objects }
  findings.expect(isDeepStrictEqual(manifest.counts, counts), 'release.json has other counts')
  findings.enforce(manifest.id)
}

/**
 * The versions of the API in a release: the one in its manifest, and those that it has targets of. A release built
 * before a version existed lacks that version.
 */
function versionsHeld({
  manifest,
  table,
  findings,
}: Pick<Verification, 'manifest' | 'table' | 'findings'>): Version[] {
  const held = new Set<Version>()
  let strays = 0
  for (const { target } of table) {
    const route = routeOf(splitTarget(target).path)
    if (route?.version) held.add(route.version)
    else if (!route) strays += 1
  }
  findings.expect(strays === 0, `${strays} routes belong to nothing`)
  return VERSIONS.filter((version) => held.has(version) || version.schemaVersion === manifest.schema_version)
}
