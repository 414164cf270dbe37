// Parses bytes that others wrote into a JSON value that is safe to handle: valid UTF-8, no deep nesting, no member twice, and
// no lone surrogates, which could not be written back as UTF-8.

import { isUtf8 } from 'node:buffer'
import { firstRepeatedMember, jsonErrorAt, MAX_DEPTH, placeOf } from './json-faults.ts'
import { pointerTo, quote, type Violation } from './validator.ts'

/** A value, or the fault of the bytes; `line` counts within them, from 1. */
export type ParsedText = { value: unknown } | { violation: Violation; line: number }

const UTF_8 = 'text in UTF-8 (from Windows-1252: iconv -f WINDOWS-1252 -t UTF-8)'

const SNIPPET = 24

/** @param keepsDigits whether a number beyond 2^53 becomes a text of its digits, which JSON.parse would round */
export function parseJsonBytes(bytes: Buffer, keepsDigits = false): ParsedText {
  if (!isUtf8(bytes)) return faulty('bytes that are no UTF-8', UTF_8)
  const text = bytes.toString('utf8')
  const parsed = parseText(text)
  const isRounded = keepsDigits && 'value' in parsed && LONG_NUMBER.test(text)
  return isRounded ? parseText(withDigits(text)) : parsed
}

function parseText(text: string): ParsedText {
  const value = jsonValue(text)
  if (value === undefined) return notJson(text)
  const surveyed = survey(value)
  if ('violation' in surveyed) return { ...surveyed, line: 1 }
  return countMembers(text) === surveyed.members ? { value } : withRepeatedMember(text)
}

/** The shortest numbers beyond 2^53 have 16 digits. */
const LONG_NUMBER = /\d{16}/

/** A valid JSON text whose numbers beyond 2^53 are texts. */
function withDigits(text: string): string {
  let done = ''
  let at = 0
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', at)) {
    const end = stringEnd(text, start)
    done += quoteLongNumbers(text.slice(at, start)) + text.slice(start, end)
    at = end
  }
  return done + quoteLongNumbers(text.slice(at))
}

function quoteLongNumbers(text: string): string {
  return text.replace(/-?\d[\d.eE+-]*/g, (number) =>
    /^-?\d{16}/.test(number) && Math.abs(Number(number)) > Number.MAX_SAFE_INTEGER ? `"${number}"` : number,
  )
}

/** Undefined if it is not JSON. */
function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function notJson(text: string): ParsedText {
  const index = jsonErrorAt(text)
  if (index === undefined) return { ...TOO_DEEP, line: 1 }
  const { line, column } = placeOf(text, index)
  const found = index < text.length ? quote(text.slice(index, index + SNIPPET)) : 'the end'
  return faulty(`${found} at column ${column}`, 'JSON', line)
}

function withRepeatedMember(text: string): ParsedText {
  const { index, pointer } = firstRepeatedMember(text) ?? { index: 0, pointer: '' }
  const { line, column } = placeOf(text, index)
  const found = `the member a second time, at column ${column}`
  return { violation: { pointer, found, expected: 'each member once' }, line }
}

function faulty(found: string, expected: string, line = 1): ParsedText {
  return { violation: { pointer: '', found, expected }, line }
}

/** How many members a value has, at all levels, or its fault. */
type Surveyed = { members: number } | { violation: Violation }

const NO_MEMBERS: Surveyed = { members: 0 }

const TOO_DEEP = {
  violation: {
    pointer: '',
    found: 'a value that is nested too deeply',
    expected: `at most ${MAX_DEPTH} levels`,
  },
}

/** Finds the first text with a lone surrogate, or the first value that is too deep, and goes no deeper. */
function survey(value: unknown, depth = 0): Surveyed {
  if (typeof value === 'string') return value.isWellFormed() ? NO_MEMBERS : halfCharacter(value)
  if (typeof value !== 'object' || value === null) return NO_MEMBERS
  if (depth >= MAX_DEPTH) return TOO_DEEP
  let members = 0
  const isList = Array.isArray(value)
  for (const [name, member] of Object.entries(value)) {
    if (!name.isWellFormed()) return halfCharacter(name)
    const inside = survey(member, depth + 1)
    if ('violation' in inside) return { violation: insideOf(name, inside.violation) }
    members += inside.members + (isList ? 0 : 1)
  }
  return { members }
}

function halfCharacter(text: string): Surveyed {
  const expected = 'whole characters, no lone surrogate'
  return { violation: { pointer: '', found: quote(text), expected } }
}

/** A violation as seen one level up. So only faults need pointers. */
function insideOf(name: string, violation: Violation): Violation {
  return { ...violation, pointer: pointerTo('', name) + violation.pointer }
}

/**
 * The number of members of all objects in a valid JSON text, including repeated ones: JSON.parse keeps the last of two,
 * other parsers the first, and only the author knows which is right. Hops from string to string, so it is cheap enough for
 * every record.
 */
function countMembers(text: string): number {
  let count = 0
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = stringEnd(text, start)
    if (isName(text, end)) count += 1
    start = text.indexOf('"', end)
  }
  return count
}

/** The index after the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote
    while (text.charAt(before - 1) === '\\') before -= 1
    // An even number of backslashes escape each other.
    if ((quote - before) % 2 === 0) return quote + 1
  }
  throw new RangeError('not a JSON text')
}

/** Whether the string that ends before `end` is the name of a member. */
function isName(text: string, end: number): boolean {
  let at = end
  while (text.charCodeAt(at) <= 0x20) at += 1
  return text.charAt(at) === ':'
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

export function withoutByteOrderMark(bytes: Buffer): Buffer {
  const hasMark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  return hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes
}
