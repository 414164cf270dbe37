// From bytes that others wrote to a JSON value that is safe to handle: UTF-8, JSON, no deep nesting, no member twice,
// and no half characters, which could not be written back as UTF-8.

import { isUtf8 } from 'node:buffer'
import { pointerTo, quote, type Violation } from '../../contract/lib/validator.ts'
import { jsonErrorAt, placeOf } from './json-error.ts'
import { countMembers, firstRepeatedMember } from './repeated-member.ts'

/** A value, or what keeps the bytes from being one; `line` counts within the bytes, from 1. */
export type ParsedText = { value: unknown } | { violation: Violation; line: number }

// No record of ours is deeper than 4. What comes after recurses: without a bound, a line of a million
// brackets would overflow the stack.
const MAX_DEPTH = 16

export const NO_UTF_8 = { found: 'bytes that are no UTF-8', expected: 'text in UTF-8' }

const SNIPPET = 24

export function parseJsonBytes(bytes: Buffer): ParsedText {
  if (!isUtf8(bytes)) return bad(NO_UTF_8.found, NO_UTF_8.expected)
  const text = bytes.toString('utf8')
  const value = parse(text)
  if (value === undefined) return notJson(text)
  const { violation, members } = firstOddity(value)
  if (violation) return { violation, line: 1 }
  return countMembers(text) === members ? { value } : repeated(text)
}

/** Undefined if it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function notJson(text: string): ParsedText {
  const index = jsonErrorAt(text)
  const { line, column } = placeOf(text, index)
  const found = index < text.length ? quote(text.slice(index, index + SNIPPET)) : 'the end'
  return bad(`${found} at column ${column}`, 'JSON', line)
}

function repeated(text: string): ParsedText {
  const { index, pointer } = firstRepeatedMember(text) ?? { index: 0, pointer: '' }
  const { line, column } = placeOf(text, index)
  const found = `the member a second time, at column ${column}`
  return { violation: { pointer, found, expected: 'each member once' }, line }
}

function bad(found: string, expected: string, line = 1): ParsedText {
  return { violation: { pointer: '', found, expected }, line }
}

interface Visited {
  value: unknown
  pointer: string
  depth: number
}

/**
 * The first text with a lone surrogate, or the first value that lies too deep; and how many members there are if
 * there is no such value. Not recursive, see above.
 */
function firstOddity(root: unknown): { violation?: Violation; members: number } {
  let members = 0
  const left: Visited[] = [{ value: root, pointer: '', depth: 0 }]
  for (let visited = left.pop(); visited; visited = left.pop()) {
    const { value, pointer, depth } = visited
    if (typeof value === 'string' && !value.isWellFormed()) {
      return { violation: halfCharacter(pointer, value), members }
    }
    if (typeof value !== 'object' || value === null) continue
    if (depth >= MAX_DEPTH) {
      const expected = `at most ${MAX_DEPTH} levels`
      return { violation: { pointer, found: 'a value inside of many others', expected }, members }
    }
    const entries = Object.entries(value)
    if (!Array.isArray(value)) members += entries.length
    for (const [name, member] of entries) {
      if (!name.isWellFormed()) return { violation: halfCharacter(pointer, name), members }
      left.push({ value: member, pointer: pointerTo(pointer, name), depth: depth + 1 })
    }
  }
  return { members }
}

function halfCharacter(pointer: string, text: string): Violation {
  return { pointer, found: quote(text), expected: 'whole characters, no lone surrogate' }
}
