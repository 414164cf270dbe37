// Step: the release as a reader would find it, read back from disk before it is made the one that stands. Cheap:
// all routes are looked at, few bodies are; `verify` looks at all.

import { isDeepStrictEqual } from 'node:util'
import { compilePublishedCheck } from '../../contract/api/published-check.ts'
import { listTarget, snapshotTarget } from '../../contract/api/request-target.ts'
import { PATHS } from '../../contract/api/resources.ts'
import { DEFAULT_LIMIT, KEY_KINDS } from '../../contract/keys/kinds.ts'
import { OperatorError } from '../../contract/lib/errors.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { missingObjects } from '../release/objects.ts'
import type { BuiltManifest } from '../report/build-report.ts'

/** @throws {OperatorError} `not-verified`, or `bad-release` where a file does not even read */
export async function checkRelease(root: string, made: BuiltManifest): Promise<void> {
  const reader = folderReader(root)
  const manifest = await reader.manifestOf(made.id)
  const routes = await reader.routes(manifest)
  expect(isDeepStrictEqual(manifest.counts, made.counts), 'release.json reads back otherwise')
  expect(routes.count === made.counts.routes, `it has ${routes.count} routes, not ${made.counts.routes}`)
  const missing = await missingObjects(root, routes)
  expect(missing.length === 0, `${missing.length} objects are missing, e.g. ${missing[0]}`)

  for (const kind of KEY_KINDS) {
    const digest = routes.find(snapshotTarget(kind))?.digest
    expect(digest === made.snapshots[kind].digest, `the ${kind} snapshot is another one`)
  }
  const firstPage = listTarget({ limit: DEFAULT_LIMIT, offset: 0 })
  const total = routes.find(firstPage)?.total
  expect(total === made.snapshots.named.offers, `the list of all offers has the total ${total}`)

  for (const [target, schema] of [
    [firstPage, 'OfferList'],
    [PATHS.issuers, 'IssuerList'],
  ] as const) {
    const entry = routes.find(target)
    if (!entry) return expect(false, `${target} leads nowhere`)
    const { body } = await reader.object(entry)
    const [violation] = compilePublishedCheck(schema)(JSON.parse(body.toString('utf8')))
    expect(!violation, `${target}: ${JSON.stringify(violation)}`)
  }
}

function expect(holds: boolean, otherwise: string): void {
  if (holds) return
  throw new OperatorError('not-verified', `the new release is not right and not published: ${otherwise}`)
}
