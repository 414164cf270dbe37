// Step: reads the release back from disk, like a gateway, before it becomes the current one. It is cheap: it checks all
// routes but few bodies. `verify` checks all of them.

import { isDeepStrictEqual } from 'node:util'
import { HOME_TARGET } from '../../../contract/api/home.ts'
import { targetsIn } from '../../../contract/api/request-target.ts'
import { RESOURCES } from '../../../contract/api/resources.ts'
import { PUBLISHED_SCHEMAS, type PublishedSchemaName } from '../../../contract/api/responses.ts'
import { type Version, versionsIn } from '../../../contract/api/versions.ts'
import { DEFAULT_LIMIT, KEY_KINDS, WIDEST_KIND } from '../../../contract/keys/kinds.ts'
import { refTo } from '../../../contract/offers/offer.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { compileCheck, type Violation } from '../../../lib/json/validator.ts'
import type { BuiltManifest } from '../../day/built-manifest.ts'
import { missingObjects } from '../../releases/objects.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'

const FIRST = { limit: DEFAULT_LIMIT, offset: 0 }

const DESCRIBED_DOCUMENTS = RESOURCES.flatMap(({ kind, name, success: { schema } }) =>
  kind === 'document' && schema !== null ? [{ name, schema }] : [],
)

/** The checked bodies and their schemas. */
function checkedBodies(version: Version) {
  const { list, changes, paths } = targetsIn(version)
  return [
    [list(FIRST), 'OfferList'],
    [changes({ since: null, ...FIRST }), 'ChangeList'],
    ...DESCRIBED_DOCUMENTS.map(({ name, schema }) => [paths[name], schema] as const),
  ] as const
}

/** @throws {OperatorError} `not-verified`, or `bad-release` if a file cannot be read */
export async function checkRelease({ path, reader }: OutputFolder, made: BuiltManifest): Promise<void> {
  const manifest = await reader.manifestOf(made.id)
  const routes = await reader.routes(manifest)
  expect(isDeepStrictEqual(manifest.counts, made.counts), 'release.json has other counts')
  expect(routes.count === made.counts.routes, `it has ${routes.count} routes, not ${made.counts.routes}`)
  const missing = await missingObjects(path, routes.entries())
  expect(missing.length === 0, `${missing.length} objects are missing, e.g. ${missing[0]}`)

  expect(routes.find(HOME_TARGET) !== undefined, `${HOME_TARGET}: not in the target table`)
  for (const version of versionsIn(made.data_as_of)) {
    const targets = targetsIn(version)
    for (const kind of KEY_KINDS) {
      const digest = routes.find(targets.snapshot(kind))?.digest
      expect(digest === made.snapshots[kind].digest, `the ${kind} snapshot is a different one`)
    }
    const total = routes.find(targets.list(FIRST))?.total
    expect(total === made.snapshots[WIDEST_KIND].offers, `the list of all offers has the total ${total}`)

    for (const [target, schema] of checkedBodies(version)) {
      const entry = routes.find(target)
      if (!entry) return expect(false, `${target}: not in the target table`)
      const { body } = await reader.object(entry)
      const [violation] = compilePublishedCheck(schema)(JSON.parse(body.toString('utf8')))
      expect(!violation, `${target}: ${JSON.stringify(violation)}`)
    }
  }
}

function expect(holds: boolean, otherwise: string): void {
  if (holds) return
  throw new OperatorError('not-verified', `the new release is wrong and is not published: ${otherwise}`)
}

const API_SCHEMA_ID = 'offers:api'

/** Compiles a check of a body, or of a part of it, by the name of its schema. The check returns the faults. */
function compilePublishedCheck(name: PublishedSchemaName): (value: unknown) => readonly Violation[] {
  const { $ref } = refTo(name)
  const api = { $id: API_SCHEMA_ID, components: { schemas: PUBLISHED_SCHEMAS } }
  const check = compileCheck({ $ref: `${API_SCHEMA_ID}${String($ref)}` }, api)
  return (value) => {
    const checked = check(value)
    return 'violations' in checked ? checked.violations : []
  }
}
