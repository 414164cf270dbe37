// From bytes that others wrote to a JSON value that is safe to handle: UTF-8, JSON, no deep nesting, no member twice,
// and no half characters, which could not be written back as UTF-8.

import { isUtf8 } from 'node:buffer'
import { jsonErrorAt, placeOf } from './json-error.ts'
import { countMembers, firstRepeatedMember } from './repeated-member.ts'
import { pointerTo, quote, type Violation } from './validator.ts'

/** A value, or what keeps the bytes from being one; `line` counts within the bytes, from 1. */
export type ParsedText = { value: unknown } | { violation: Violation; line: number }

// No record of ours is deeper than 4. Looking at a value recurses: without a bound, a line of a million brackets would
// overflow the stack.
const MAX_DEPTH = 16

export const NO_UTF_8 = { found: 'bytes that are no UTF-8', expected: 'text in UTF-8' }

const SNIPPET = 24

export function parseJsonBytes(bytes: Buffer): ParsedText {
  if (!isUtf8(bytes)) return bad(NO_UTF_8.found, NO_UTF_8.expected)
  const text = bytes.toString('utf8')
  const value = parse(text)
  if (value === undefined) return notJson(text)
  const surveyed = survey(value)
  if ('violation' in surveyed) return { ...surveyed, line: 1 }
  return countMembers(text) === surveyed.members ? { value } : repeated(text)
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

/** How many members a value has, all that is in it included; or what is odd about it. */
type Surveyed = { members: number } | { violation: Violation }

const NO_MEMBERS: Surveyed = { members: 0 }

const TOO_DEEP: Surveyed = {
  violation: {
    pointer: '',
    found: 'a value inside of many others',
    expected: `at most ${MAX_DEPTH} levels`,
  },
}

/** Finds the first text with a lone surrogate, or the first value that lies too deep, and goes no deeper itself. */
function survey(value: unknown, depth = 0): Surveyed {
  if (typeof value === 'string') return value.isWellFormed() ? NO_MEMBERS : halfCharacter(value)
  if (typeof value !== 'object' || value === null) return NO_MEMBERS
  if (depth >= MAX_DEPTH) return TOO_DEEP
  let members = 0
  const isList = Array.isArray(value)
  for (const [name, member] of Object.entries(value)) {
    if (!name.isWellFormed()) return halfCharacter(name)
    const inside = survey(member, depth + 1)
    if ('violation' in inside) return { violation: within(name, inside.violation) }
    members += inside.members + (isList ? 0 : 1)
  }
  return { members }
}

function halfCharacter(text: string): Surveyed {
  const expected = 'whole characters, no lone surrogate'
  return { violation: { pointer: '', found: quote(text), expected } }
}

/** A violation, as seen from what holds the value. So pointers are made for what is odd alone. */
function within(name: string, violation: Violation): Violation {
  return { ...violation, pointer: pointerTo('', name) + violation.pointer }
}
