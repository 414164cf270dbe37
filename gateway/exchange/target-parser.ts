// Request targets, each parsed once.

import { HOME_ROUTE } from '../../contract/api/home.ts'
import { type ParsedRequest, readParameters, type UnreadTarget } from '../../contract/api/request-target.ts'
import { lruMap } from '../lib/lru-map.ts'

// Targets repeat. Long ones are not remembered: a flood of them must not fill the memory.
const MAX_REMEMBERED = 5_000
const MAX_REMEMBERED_LENGTH = 256

/** Remembers what it parsed. */
export class TargetParser {
  readonly #remembered = lruMap<ParsedRequest>(MAX_REMEMBERED)

  /** The parsed target, if it was parsed before. */
  remembered(target: string): ParsedRequest | undefined {
    // Looking up a long one hashes all its characters.
    return target.length > MAX_REMEMBERED_LENGTH ? undefined : this.#remembered.peek(target)
  }

  /** @param unread what `routeTarget` makes of the target */
  read(target: string, unread: UnreadTarget): ParsedRequest {
    const parsed = readParameters(unread)
    if (isWorthRemembering(parsed, target)) this.#remembered.set(target, parsed)
    return parsed
  }
}

/** Home needs no key, so its files are remembered only without a query: queries must not evict other targets. */
function isWorthRemembering({ route, target: canonical, faults }: ParsedRequest, target: string): boolean {
  if (faults.length > 0 || target.length > MAX_REMEMBERED_LENGTH) return false
  return route !== HOME_ROUTE || target === canonical
}
