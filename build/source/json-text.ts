// From bytes that others wrote to a JSON value that is safe to handle: UTF-8, JSON, no deep nesting, and no
// half characters, which could not be written back as UTF-8.

import { isUtf8 } from 'node:buffer'
import { pointerTo, quote, type Violation } from '../../contract/lib/validator.ts'
import { jsonErrorAt, placeOf } from './json-error.ts'

/** A value, or what keeps the bytes from being one; `line` counts within the bytes, from 1. */
export type ParsedText = { value: unknown } | { violation: Violation; line: number }

// No record of ours is deeper than 4. What comes after recurses: without a bound, a line of a million
// brackets would overflow the stack.
const MAX_DEPTH = 16

const SNIPPET = 24

export function parseJsonBytes(bytes: Buffer): ParsedText {
  if (!isUtf8(bytes)) return bad('bytes that are no UTF-8', 'text in UTF-8')
  const text = bytes.toString('utf8')
  try {
    const value: unknown = JSON.parse(text)
    const violation = firstOddity(value)
    return violation ? { violation, line: 1 } : { value }
  } catch {
    const index = jsonErrorAt(text)
    const { line, column } = placeOf(text, index)
    const found = index < text.length ? quote(text.slice(index, index + SNIPPET)) : 'the end'
    return bad(`${found} at column ${column}`, 'JSON', line)
  }
}

function bad(found: string, expected: string, line = 1): ParsedText {
  return { violation: { pointer: '', found, expected }, line }
}

interface Visited {
  value: unknown
  pointer: string
  depth: number
}

/** The first text with a lone surrogate, or the first value that lies too deep. Not recursive, see above. */
function firstOddity(root: unknown): Violation | undefined {
  const left: Visited[] = [{ value: root, pointer: '', depth: 0 }]
  for (let visited = left.pop(); visited; visited = left.pop()) {
    const { value, pointer, depth } = visited
    if (typeof value === 'string' && !value.isWellFormed()) return halfCharacter(pointer, value)
    if (typeof value !== 'object' || value === null) continue
    if (depth >= MAX_DEPTH) {
      return { pointer, found: 'a value inside of many others', expected: `at most ${MAX_DEPTH} levels` }
    }
    for (const [name, member] of Object.entries(value)) {
      if (!name.isWellFormed()) return halfCharacter(pointer, name)
      left.push({ value: member, pointer: pointerTo(pointer, name), depth: depth + 1 })
    }
  }
  return undefined
}

function halfCharacter(pointer: string, text: string): Violation {
  return { pointer, found: quote(text), expected: 'whole characters, no lone surrogate' }
}
