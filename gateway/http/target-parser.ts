// The request line, parsed once per address.

import { LRUCache } from 'lru-cache'
import { type ParsedRequest, parseRequestTarget } from '../../contract/api/request-target.ts'

// Addresses repeat. Long ones are not remembered: a flood of them must not fill the memory.
const MAX_REMEMBERED = 5_000
const MAX_REMEMBERED_LENGTH = 256

/** A parser that remembers what it parsed. It returns undefined if there is no such route. */
export function createTargetParser(): (target: string) => ParsedRequest | undefined {
  const remembered = new LRUCache<string, ParsedRequest>({ max: MAX_REMEMBERED })
  return (target) => {
    const known = remembered.peek(target)
    if (known) return known
    const parsed = parseRequestTarget(target)
    if (parsed && target.length <= MAX_REMEMBERED_LENGTH) remembered.set(target, parsed)
    return parsed
  }
}
