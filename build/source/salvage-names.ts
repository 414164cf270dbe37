// What a line that is no JSON, or no UTF-8, still says of the record that it was to be.

import { isUtf8 } from 'node:buffer'
import type { RejectedNames } from './rejected-offer.ts'

// Most records begin with their names; a bound keeps the search cheap.
const MAX_BYTES = 4096

// Up to 200 characters, none of which can be read in two ways: the search is linear.
const MEMBER = /"(id|ref|issuer)"\s{0,8}:\s{0,8}("(?:[^"\\]|\\.){1,200}")/g

/** The first of each name. Text that is no UTF-8 is read as Latin-1, which most of it is. */
export function salvageNames(bytes: Buffer): RejectedNames {
  const start = bytes.subarray(0, MAX_BYTES)
  const text = start.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
  const names: Record<string, string> = {}
  for (const [, name = '', json = ''] of text.matchAll(MEMBER)) {
    const value = parsed(json)
    if (value !== undefined) names[name] ??= value
  }
  return names
}

function parsed(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' && value.isWellFormed() ? value : undefined
  } catch {
    return undefined
  }
}
