// Step: the table from canonical target to body.

import { listTarget, offerTarget, snapshotTarget } from '../../contract/api/request-target.ts'
import { PATHS } from '../../contract/api/resources.ts'
import { sha256 } from '../../contract/lib/digest.ts'
import type { TargetedRoute } from '../../contract/release/route-table.ts'
import type { ReleaseWriter } from '../../contract/release/writer.ts'
import { gzip } from '../render/gzip.ts'
import type { Ledger } from '../render/ledger.ts'
import {
  FIRST_PAGE_TASK,
  FULL_SNAPSHOT_TASK,
  firstDetailTask,
  SAMPLE_TASK,
  taskAt,
} from '../render/render-plan.ts'
import type { Made } from '../render/render-unit.ts'
import { totalOf } from './plan-pages.ts'
import type { Described } from './render-documents.ts'
import type { Contents } from './render-responses.ts'

/** The routes of all rendered bodies. */
export function renderedRoutes(contents: Contents, ledger: Ledger): TargetedRoute[] {
  return [
    snapshotRoute(snapshotTarget('named'), FULL_SNAPSHOT_TASK, ledger),
    snapshotRoute(snapshotTarget('demo'), SAMPLE_TASK, ledger),
    ...pageRoutes(contents, ledger),
    ...detailRoutes(contents, ledger),
  ]
}

function snapshotRoute(target: string, task: number, ledger: Ledger): TargetedRoute {
  return { target, ...factsOf(task, ledger), total: 0, type: 'application/gzip', storage: 'identity' }
}

function pageRoutes({ selection, ordered }: Contents, ledger: Ledger): TargetedRoute[] {
  const { lists, pages } = selection
  const extent = { pages, ...ordered }
  const routes: TargetedRoute[] = []
  for (let number = FIRST_PAGE_TASK; number < firstDetailTask(extent); number++) {
    const task = taskAt(extent, number)
    if (task.kind !== 'page') continue
    const { list, limit, offset } = task
    const target = listTarget({ ...lists.filters[list], limit, offset })
    routes.push(jsonRoute(target, factsOf(number, ledger), totalOf(lists, list)))
  }
  return routes
}

function detailRoutes({ selection, ordered }: Contents, ledger: Ledger): TargetedRoute[] {
  const first = firstDetailTask(selection)
  return ordered.readable.map(({ id }, position) => {
    const target = offerTarget(id)
    if (target === undefined) throw new RangeError(`no address for ${id}`)
    return jsonRoute(target, factsOf(first + position, ledger))
  })
}

/** Writes the bodies that tell of the catalogue as a whole, and gives their routes. */
export function putDescribed(
  { issuers, openapi }: Described,
  writer: ReleaseWriter,
): Made & { routes: TargetedRoute[] } {
  const bodies = [
    { target: PATHS.issuers, body: issuers },
    { target: PATHS.openapi, body: openapi },
  ].map(({ target, body }) => {
    const digest = sha256(body)
    const stored = gzip(body)
    writer.putObject(digest, 'gzip', stored)
    return { route: jsonRoute(target, { digest, size: body.length }), bytes: stored.length }
  })
  return {
    routes: bodies.map(({ route }) => route),
    objects: bodies.length,
    storedBytes: bodies.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

function jsonRoute(target: string, facts: { digest: string; size: number }, total = 0): TargetedRoute {
  return { target, ...facts, total, type: 'application/json', storage: 'gzip' }
}

function factsOf(task: number, ledger: Ledger): { digest: string; size: number } {
  return { digest: ledger.digestOf(task), size: ledger.sizeOf(task) }
}
