// Targets that were read and have no fault: they repeat.

import { HOME_ROUTE } from '../../contract/api/home.ts'
import type { ParsedRequest } from '../../contract/api/request-target.ts'
import { type LruMap, lruMap } from '../lib/lru-map.ts'

const MAX_TARGETS = 5_000
/** In characters. Long ones are not kept: a flood of them must not fill the memory. */
const MAX_LENGTH = 256

export class TargetCache {
  readonly #requests: LruMap<ParsedRequest> = lruMap(MAX_TARGETS)

  get(target: string): ParsedRequest | undefined {
    // A long target is not looked up, which would hash all its characters. Not by `get`, which would reorder the targets at
    // each request: it is enough that the oldest are evicted, for a frequent one is soon kept again.
    return target.length > MAX_LENGTH ? undefined : this.#requests.peek(target)
  }

  /** Keeps what a target asks for, unless it has a fault or is long. */
  add(target: string, request: ParsedRequest): void {
    const { route, target: canonical, faults } = request
    // Home needs no key, so its files are kept only without a query: queries must not evict other targets.
    const isKept = route !== HOME_ROUTE || target === canonical
    if (isKept && faults.length === 0 && target.length <= MAX_LENGTH) this.#requests.set(target, request)
  }
}
