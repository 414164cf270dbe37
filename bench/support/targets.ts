// Which addresses of a release are asked for.

import { parseListQuery } from '../../contract/api/list-query.ts'
import { isListTarget, listTarget, splitTarget } from '../../contract/api/request-target.ts'
import { DEFAULT_LIMIT, KEY_LIMITS } from '../../contract/keys/kinds.ts'
import type { TargetTable } from '../../contract/release/target-table.ts'

interface FullPage {
  target: string
  /** The list up to its window. */
  list: string
  offset: number
  total: number
}

/** Prebuilt pages of the default size that have no empty place: what clients read most. */
export function* fullPages(routes: TargetTable): Generator<FullPage> {
  for (const { target, total } of routes) {
    const parsed = parseListQuery(splitTarget(target).search)
    if (!isListTarget(target) || 'faults' in parsed || total === 0) continue
    const { limit, offset } = parsed.query
    if (limit !== DEFAULT_LIMIT || offset + limit > total) continue
    yield { target, list: target.slice(0, target.indexOf('limit=')), offset, total }
  }
}

export function fullPageTargets(routes: TargetTable): string[] {
  return Array.from(fullPages(routes), ({ target }) => target)
}

export function detailTargets(routes: TargetTable): string[] {
  const targets = Array.from(routes, ({ target }) => target)
  return targets.filter((target) => target.startsWith('/beta/offers/'))
}

// About as many offers as on a prebuilt page, so that answers weigh about the same.
export const WINDOW_LIMITS = Array.from({ length: 20 }, (_, index) => 15 + index).filter(
  (limit) => limit !== DEFAULT_LIMIT,
)

/** Windows of long lists that were never prebuilt, at most one address each; as many as there are. */
export function* unalignedTargets(routes: TargetTable): Generator<string> {
  const lists = Array.from(fullPages(routes)).filter(({ offset, total }) => offset === 0 && total > 500)
  for (const limit of WINDOW_LIMITS) {
    for (const { list, total } of lists) {
      const { query } = queryOf(list)
      const last = Math.min(total - limit, KEY_LIMITS.named.maxOffset)
      for (let offset = 1; offset <= last; offset++) yield listTarget({ ...query, limit, offset })
    }
  }
}

function queryOf(list: string) {
  const parsed = parseListQuery(splitTarget(list).search.replace(/&$/, ''))
  if ('faults' in parsed) throw new Error(`not a list: ${list}`)
  return parsed
}

/** So many of them, spread evenly over all. */
export function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(all.length / count, 1)
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[Math.floor(index * step)],
  ).filter((each) => each !== undefined)
}

/** The same in an order that follows nothing, and is the same each time. */
export function shuffled<T>(all: readonly T[]): T[] {
  // A multiplicative generator of full period (Park and Miller).
  let state = 1
  const order = all.map((each) => {
    state = (state * 48_271) % 2_147_483_647
    return { each, place: state }
  })
  return order.sort((a, b) => a.place - b.place).map(({ each }) => each)
}
