// Compares the target table of a release with the naive model.

import { isDeepStrictEqual } from 'node:util'
import type { Test } from 'tap'
import { HOME_FILES, HOME_ROUTE } from '../../contract/api/home.ts'
import { routeOf, splitTarget } from '../../contract/api/request-target.ts'
import type { TargetTable } from '../../contract/release/target-table.ts'
import { sha256 } from '../../lib/digest.ts'
import { type NaiveCatalogue, naiveAnswers } from './naive-model.ts'

/** Checks that a table has each answer of the model, to the byte, and no others but those that the model leaves out. */
export function expectSameAnswers(t: Test, table: TargetTable, model: NaiveCatalogue): void {
  const others = new Set(Array.from(table, ({ target }) => target))
  const faults: string[] = []
  for (const { target, total, body } of naiveAnswers(model)) {
    others.delete(target)
    const entry = { size: Buffer.byteLength(body), total, type: 'application/json', storage: 'gzip' }
    if (!isDeepStrictEqual(table.find(target), { digest: sha256(body), ...entry })) faults.push(target)
  }
  t.same(faults.slice(0, 20), [])
  const ofTheApi = [...others].filter((target) => routeOf(splitTarget(target).path)?.route !== HOME_ROUTE)
  t.same(ofTheApi, ['/beta/openapi.json', '/beta/snapshot?kind=demo', '/beta/snapshot?kind=named'])
  t.equal(others.size, ofTheApi.length + HOME_FILES.length)
}
